/**
 * The messages for developers where shoppers load the script: in a release, and in an application that is built for production. They
 * are in a file of their own. A mistake of the page is printed as soon as its message is loaded.
 */

import { codeEntry, type PaneErrorCode } from "@cardpane/contract/errors";
import type { Trace } from "@cardpane/contract/messages";
import { loadDeferred } from "#lazy";
import type * as deferred from "./deferred.ts";

/** The message of an error code: empty, because it is printed later. */
export function developerMessage(code: PaneErrorCode): string {
  if (codeEntry(code).actor === "merchant")
    print(({ developerMessage }) => `${developerMessage(code)} (${code})`);
  return "";
}

/** The message for an invalid option: the path. What the option takes is printed later. */
export function misfitText(trace: Trace): string {
  print(({ misfitText }) => misfitText(trace));
  return `The option \`${trace.join(".")}\` is not valid.`;
}

function print(messageOf: (code: typeof deferred) => string): void {
  loadDeferred().then(
    (code) => console.info(`CardpaneError: ${messageOf(code)}`),
    () => {},
  );
}
