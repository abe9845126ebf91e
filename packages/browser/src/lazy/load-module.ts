import { createElement } from "../ui/create-element.ts";
import { pageDocument } from "../ui/unclobbered.ts";

/**
 * Loads a file of the release as a module, its integrity checked; rejects where it is not what the build made.
 *
 * `import()` takes no integrity, and a `<script>` that has one takes its address from a Trusted Types policy, which a page
 * may forbid. So a `modulepreload` link, which needs none, fetches and checks the file; the import that follows finds it in
 * the document's module map and fetches nothing. Both pass a policy that names the pane's origin, or the nonce of the page's
 * script, and one with `strict-dynamic`.
 *
 * @param nonce of the page's script, `""` where it has none.
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

/** Loads a file that stands beside a module of the release. */
export function loadBeside(name: string, module: string, integrity: string): Promise<unknown> {
  const { nonce = "" } = pageDocument.querySelector<HTMLElement>("script[nonce]") ?? {};
  return loadModule(new URL(name, module).href, integrity, nonce);
}
