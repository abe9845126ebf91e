/** Loads a page of the shop as a document, without showing it. */

/**
 * Loads the page; `null` if the shop does not answer.
 * XMLHttpRequest parses it without running scripts, so no exception from Trusted Types is needed.
 */
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
