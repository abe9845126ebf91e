/** Requests a page of the shop as a document, without showing it. */

/** An answer of the shop. */
export interface Answer {
  /** Whether the shop did what was asked, according to the status. */
  readonly ok: boolean;
  /** `null` if it is not a page. */
  readonly page: Document | null;
  /** The address to open instead; `null` if there is none. */
  readonly location: string | null;
  readonly inDialog: boolean;
  /** Whether the order is paid. */
  readonly isPaid: boolean;
}

/** The time that the shop has to answer: twice the time that its server waits for the gateway. */
export const maxAnswerMs = 60_000;

/**
 * Requests a page, or posts a form; `undefined` if the shop does not answer.
 * XMLHttpRequest parses the page without running scripts, so no exception from Trusted Types is needed.
 */
export function readPage(address: string, form?: URLSearchParams): Promise<Answer | undefined> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open(form ? "POST" : "GET", address);
    request.responseType = "document";
    request.setRequestHeader("Shop-Script", "1");
    request.onload = () =>
      resolve({
        ok: request.status < 400,
        page: request.responseXML,
        location: request.getResponseHeader("Shop-Location"),
        inDialog: request.getResponseHeader("Shop-Dialog") !== null,
        isPaid: request.getResponseHeader("Shop-Paid") !== null,
      });
    request.onerror = () => resolve(undefined);
    request.onabort = () => resolve(undefined);
    // Unlike `timeout`, it can be controlled by tests.
    const timer = setTimeout(() => request.abort(), maxAnswerMs);
    request.onloadend = () => clearTimeout(timer);
    request.send(form);
  });
}
