/**
 * Why a frame does not become ready. Browsers give a page next to no reason, so the causes are inferred:
 *
 *   the page's own policy reports it            load_blocked
 *   `load` and no message within 2 s            address fetched: no response       load_unreachable (load_offline)
 *                                                                      refused     load_refused
 *                                                                      (its part)  load_version, load_environment
 *                                                                      this page   load_unlisted
 *                                                                      served      load_blocked
 *                                 served without what an isolated page asks for    load_isolation
 *   nothing of it within the time given         load_timeout (load_offline)
 *
 * The `load` of an iframe that was there before may be missed; the page's own comes after those of all its iframes.
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { loadDeferred } from "#lazy/deferred";
import { pageDocument } from "../ui/unclobbered.ts";

/** How long a loaded document may take to send its first message. */
const openedMs = 2_000;

interface LoadOptions {
  readonly iframe: EventTarget;
  readonly url: URL;
  readonly timeoutMs: number;
  /** The iframe's document may have loaded before. @default false */
  readonly isEarly?: boolean;
  /** Called once at most. */
  readonly onSignal: (signal: { readonly type: "failed"; readonly code: PaneErrorCode }) => void;
}

/** Watches an iframe until it is ready. */
export class LoadMonitor {
  readonly #options: LoadOptions;
  readonly #stopped = new AbortController();
  readonly #deadline: ReturnType<typeof setTimeout>;
  #openedTimer: ReturnType<typeof setTimeout> | undefined;
  #hasOpened = false;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { signal } = this.#stopped;
    this.#deadline = setTimeout(() => this.#fail(unlessOffline("load_timeout")), options.timeoutMs);
    options.iframe.addEventListener("load", () => this.#handleLoad(), { signal });
    if (options.isEarly) addEventListener("load", () => this.#handleLoad(), { signal });
    pageDocument.addEventListener("securitypolicyviolation", (event) => this.#handleViolation(event), {
      signal,
    });
  }

  /** The frame runs: its first message came. */
  handleOpened(): void {
    this.#hasOpened = true;
    clearTimeout(this.#openedTimer);
  }

  /** The frame is ready, or given up: nothing is watched any more. May be called twice. */
  stop(): void {
    clearTimeout(this.#openedTimer);
    clearTimeout(this.#deadline);
    this.#stopped.abort();
  }

  #handleLoad(): void {
    clearTimeout(this.#openedTimer);
    if (this.#hasOpened) return;
    this.#openedTimer = setTimeout(async () => this.#fail(await this.#diagnose()), openedMs);
  }

  #handleViolation({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void {
    const isOurs = effectiveDirective === "frame-src" && blockedURI.startsWith(this.#options.url.origin);
    if (isOurs && disposition === "enforce") this.#fail("load_blocked");
  }

  /** A host that does not respond to the fetch did not respond to the frame either. */
  #diagnose(): Promise<PaneErrorCode> {
    return loadDeferred()
      .then(
        ({ diagnoseLoad }) => diagnoseLoad(this.#options.url, this.#stopped.signal),
        () => this.#findRelease(),
      )
      .catch(() => unlessOffline("load_unreachable"));
  }

  /** A cached script whose release the host no longer serves gets no `deferred.js` either. */
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
