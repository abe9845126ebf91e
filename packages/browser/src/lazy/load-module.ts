import { createElement } from "../ui/create-element.ts";
import { pageDocument } from "../ui/unclobbered.ts";

const maxLoadMs = 30_000;

/**
 * Loads a file of the release as a module and checks its integrity; rejects if the file differs from the build's.
 *
 * `import()` supports no integrity, and setting the address of a `<script>` needs a Trusted Types policy, which a page may forbid.
 * A `modulepreload` link needs none: it fetches and checks the file, and the following import finds the module in the document's
 * module map and fetches nothing. A Content Security Policy allows both by the pane's origin, by the nonce of the page's script, or
 * by `strict-dynamic`.
 *
 * A browser without `modulepreload` (Safari before 17, Firefox before 115) ignores such a link, so the file is loaded by a `<script>`
 * there: these have no Trusted Types either. Delete the script when both are below the minimum.
 *
 * Rejects after 30 seconds, so that nothing that waits for the file waits forever.
 *
 * @param nonce the nonce of the page's script, or `""`
 */
export function loadModule(url: string, integrity: string, nonce: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const common = {
      integrity,
      nonce,
      onload: () => resolve(import(/* @vite-ignore */ url)),
      onerror: reject,
    };
    const link = createElement("link", { rel: "modulepreload", href: url, ...common });
    pageDocument.head.append(
      link.relList.supports("modulepreload")
        ? link
        : createElement("script", { type: "module", src: url, ...common }),
    );
    setTimeout(reject, maxLoadMs);
  });
}
