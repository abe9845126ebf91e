import { createElement } from "../ui/create-element.ts";
import { pageDocument } from "../ui/unclobbered.ts";

/**
 * Loads a file of the release as a module and checks its integrity; rejects if the file differs from the build's.
 *
 * `import()` supports no integrity, and setting the address of a `<script>` needs a Trusted Types policy, which a page may forbid.
 * A `modulepreload` link needs none: it fetches and checks the file, and the following import finds the module in the document's
 * module map and fetches nothing. A Content Security Policy allows both by the pane's origin, by the nonce of the page's script, or
 * by `strict-dynamic`.
 *
 * @param nonce the nonce of the page's script, or `""`
 */
export function loadModule(url: string, integrity: string, nonce: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    pageDocument.head.append(
      createElement("link", {
        rel: "modulepreload",
        href: url,
        integrity,
        nonce,
        onload: () => resolve(import(/* @vite-ignore */ url)),
        onerror: reject,
      }),
    );
  });
}
