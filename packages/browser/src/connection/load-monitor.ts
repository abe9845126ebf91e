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
 *     `load` and a first message, but no second   load_failed: the frame's code failed
 *
 * The frame may become ready all the same, after a signal of this monitor, too.
 *
 * The `load` event of an iframe in the page's HTML may have been missed. The page's own `load` event comes after it, so it is used
 * as well.
 *
 * A prerendered page loads no frame of another site until it is activated, so the wait does not end before.
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { loadDeferred } from "#lazy";
import { pageDocument } from "../ui/unclobbered.ts";

/** The maximum wait for the first message of a loaded document. */
const openedMs = 2_000;

/** The frame is not ready, as it should be, for this reason. */
export interface UnreadySignal {
  readonly type: "unready";
  readonly code: PaneErrorCode;
}

interface LoadOptions {
  readonly iframe: EventTarget;
  readonly url: URL;
  readonly timeoutMs: number;
  /** The document of the iframe may have loaded already. @default false */
  readonly isEarly?: boolean;
  /** Called at most once. */
  readonly onSignal: (signal: UnreadySignal) => void;
}

/** Watches an iframe until it is ready. */
export class LoadMonitor {
  readonly #options: LoadOptions;
  readonly #stopped = new AbortController();
  #deadline: ReturnType<typeof setTimeout> | undefined;
  #openedTimer: ReturnType<typeof setTimeout> | undefined;
  /** `1`: the frame has sent its `hello`, so its document is served and not blocked. `2`: all of its code runs. */
  stage: 0 | 1 | 2 = 0;

  constructor(options: LoadOptions) {
    this.#options = options;
    const { signal } = this.#stopped;
    this.#start();
    options.iframe.addEventListener("load", () => this.#handleLoad(), { signal });
    if (options.isEarly) addEventListener("load", () => this.#handleLoad(), { signal });
    pageDocument.addEventListener("securitypolicyviolation", (event) => this.#handleViolation(event), {
      signal,
    });
  }

  /** A prerendered page, of Chromium, waits for a whole period again, because it may have been activated at the end of this one. */
  #start(): void {
    const { prerendering } = pageDocument as { readonly prerendering?: boolean };
    this.#deadline = setTimeout(() => {
      if (prerendering) this.#start();
      else this.#fail(this.#openedTimer && this.stage === 1 ? "load_failed" : "load_timeout");
    }, this.#options.timeoutMs);
  }

  /** Stops watching. May be called twice. */
  stop(): void {
    clearTimeout(this.#openedTimer);
    clearTimeout(this.#deadline);
    this.#stopped.abort();
  }

  #handleLoad(): void {
    clearTimeout(this.#openedTimer);
    this.#openedTimer = setTimeout(async () => {
      if (this.stage) return;
      const code = await this.#diagnose();
      // The frame may have opened during the diagnosis.
      if (!this.stage) this.#fail(code);
    }, openedMs);
  }

  #handleViolation({ blockedURI, disposition, effectiveDirective }: SecurityPolicyViolationEvent): void {
    const isOurs = effectiveDirective === "frame-src" && blockedURI.startsWith(this.#options.url.origin);
    if (isOurs && disposition === "enforce") this.#fail("load_blocked");
  }

  /** A host that does not respond to this request did not respond to the frame either. */
  async #diagnose(): Promise<PaneErrorCode> {
    const { signal } = this.#stopped;
    try {
      const code = await loadDeferred().catch(() => null);
      if (code) return await code.diagnoseLoad(this.#options.url, signal);
    } catch (fault) {
      console.error(fault);
      return "load_failed";
    }
    // A cached page script may belong to a release that the host no longer serves.
    const response = await fetch(this.#options.url, { credentials: "omit", signal }).catch(() => null);
    return response?.status === 404 ? "load_version" : "load_unreachable";
  }

  #fail(code: PaneErrorCode): void {
    if (this.#stopped.signal.aborted) return;
    this.stop();
    const isOffline = !navigator.onLine && /unreachable|timeout/.test(code);
    this.#options.onSignal({ type: "unready", code: isOffline ? "load_offline" : code });
  }
}
