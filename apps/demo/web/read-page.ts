/** A page of the shop as a document that is not shown. */

/** Loads it; `null` where the shop does not answer. By XMLHttpRequest, whose parser runs no script and so needs no exception from Trusted Types. */
export function readPage(address: string): Promise<Document | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open("GET", address);
    request.responseType = "document";
    request.onload = () => resolve(request.responseXML);
    request.onerror = () => resolve(null);
    request.send();
  });
}
