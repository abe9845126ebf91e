/**
 * Detects why a frame does not become ready. Browsers hardly report a reason to the page, so it is inferred:
 *
 *   the page's policy reports a violation         load_blocked
 *   `load`, but no message within 2 s: the address is fetched
 *     no response                                 load_unreachable (load_offline without a network)
 *     refused: the release or the environment     load_version, load_environment
 *     refused: this page                          load_unlisted
 *     refused otherwise                           load_refused
 *     served                                      load_blocked
 *     served without the header that a cross-origin isolated page requires
 *                                                 load_isolation
 *   not ready within the load timeout             load_timeout (load_offline without a network)
 *
 * The `load` event of an iframe in the page's HTML may have been missed. The page's own `load` event comes after it, so it is used
 * as well.
 *
 * A prerendered page loads no frame of another site until it is activated, so the wait begins then.
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { loadDeferred } from "#lazy";
import { pageDocument } from "../ui/unclobbered.ts";

/** The maximum wait for the first message of a loaded document. */
const openedMs = 2_000;

interface LoadOptions {
  readonly iframe: EventTarget;
  readonly url: URL;
  readonly timeoutMs: number;
  /** The document of the iframe may have loaded already. @default false */
  readonly isEarly?: boolean;
  /** Called at most once. */
  readonly onSignal: (signal: { readonly type: "failed"; readonly code: PaneErrorCode }) => void;
}

/** Watches an iframe until it is ready. */
export class LoadMonitor {
  readonly #options: LoadOptions;
  readonly #stopped = new AbortController();
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #openedTimer: ReturnType<typeof setTimeout> | undefined;
  #hasOpened = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { signal } = this.#stopped;
    // Chromium only.
    const { prerendering } = pageDocument as { readonly prerendering?: boolean };
    const start = () => {
      this.#deadline = setTimeout(() => this.#fail(unlessOffline("load_timeout")), options.timeoutMs);
    };
    if (prerendering) pageDocument.addEventListener("prerenderingchange", start, { signal });
    else start();
    options.iframe.addEventListener("load", () => this.#handleLoad(), { signal });
    if (options.isEarly) addEventListener("load", () => this.#handleLoad(), { signal });
    pageDocument.addEventListener("securitypolicyviolation", (event) => this.#handleViolation(event), {
      signal,
    });
  }

  /** Stops waiting for the first message: the frame's script runs. */
  handleOpened(): void {
    this.#hasOpened = true;
    clearTimeout(this.#openedTimer);
  }

  /** Stops watching. May be called twice. */
  stop(): void {
    clearTimeout(this.#openedTimer);
    clearTimeout(this.#deadline);
    this.#stopped.abort();
  }

  #handleLoad(): void {
    clearTimeout(this.#openedTimer);
    if (this.#hasOpened) return;
    this.#openedTimer = setTimeout(async () => {
      const code = await this.#diagnose();
      // The frame may have opened during the diagnosis.
      if (!this.#hasOpened) this.#fail(code);
    }, openedMs);
  }

  #handleViolation({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void {
    const isOurs = effectiveDirective === "frame-src" && blockedURI.startsWith(this.#options.url.origin);
    if (isOurs && disposition === "enforce") this.#fail("load_blocked");
  }

  /** A host that does not respond to this request did not respond to the frame either. */
  #diagnose(): Promise<PaneErrorCode> {
    return loadDeferred()
      .then(
        ({ diagnoseLoad }) => diagnoseLoad(this.#options.url, this.#stopped.signal),
        () => this.#findRelease(),
      )
      .catch(() => unlessOffline("load_unreachable"));
  }

  /** Runs when `deferred.js` cannot be loaded: a cached page script may belong to a release that the host no longer serves. */
  async #findRelease(): Promise<PaneErrorCode> {
    const { status } = await fetch(this.#options.url, { credentials: "omit", signal: this.#stopped.signal });
    return status === 404 ? "load_version" : "load_unreachable";
  }

  #fail(code: PaneErrorCode): void {
    if (this.#stopped.signal.aborted) return;
    this.stop();
    this.#options.onSignal({ type: "failed", code });
  }
}

function unlessOffline(code: PaneErrorCode): PaneErrorCode {
  return navigator.onLine ? code : "load_offline";
}
