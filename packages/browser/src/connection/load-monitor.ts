/**
 * Why a frame does not come. A browser tells a page next to nothing of it, so the causes are told apart by what is seen:
 *
 *   the page's own policy reports it            load_blocked
 *   `load` came and no hello within 2 s         asked for the address: no answer   load_unreachable (load_offline)
 *                                                                      refused     load_refused
 *                                                                      this page   load_unlisted
 *                                                                      served      load_blocked
 *                                 served without what an isolated page asks for    load_isolation
 *   nothing of it within the time given         load_timeout (load_offline)
 */

import type { PaneErrorCode } from "@cardpane/contract/errors";
import { loadDeferred } from "#lazy";
import { pageDocument } from "../ui/unclobbered.ts";

/** How long a document that is loaded may take to say hello. */
const helloMs = 2_000;

interface Loading {
  readonly iframe: EventTarget;
  readonly url: URL;
  readonly timeoutMs: number;
  /** Called once at most. */
  readonly said: (word: { readonly type: "failed"; readonly code: PaneErrorCode }) => void;
}

/** A frame on its way. */
export interface LoadWatch {
  /** It said hello. */
  heard(): void;
  /** It is ready, or given up: nothing is watched any more. May be called twice. */
  stop(): void;
}

/** Watches an iframe until it is ready. */
export function watchLoading({ iframe, url, timeoutMs, said }: Loading): LoadWatch {
  const stopped = new AbortController();
  const { signal } = stopped;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let hasSpoken = false;

  function stop(): void {
    clearTimeout(silence);
    clearTimeout(deadline);
    stopped.abort();
  }

  function fail(code: PaneErrorCode): void {
    if (signal.aborted) return;
    stop();
    said({ type: "failed", code });
  }

  /** No answer from the host to this either: none to the frame. */
  const whySilent = () =>
    loadDeferred()
      .then(({ diagnosis }) => diagnosis(url, signal))
      .catch(() => silent("load_unreachable"));

  const deadline = setTimeout(() => fail(silent("load_timeout")), timeoutMs);

  iframe.addEventListener(
    "load",
    () => {
      clearTimeout(silence);
      if (!hasSpoken) silence = setTimeout(async () => fail(await whySilent()), helloMs);
    },
    { signal },
  );
  pageDocument.addEventListener(
    "securitypolicyviolation",
    ({ blockedURI, disposition, effectiveDirective }) => {
      const isOurs = effectiveDirective === "frame-src" && blockedURI.startsWith(url.origin);
      if (isOurs && disposition === "enforce") fail("load_blocked");
    },
    { signal },
  );
  return {
    heard() {
      hasSpoken = true;
      clearTimeout(silence);
    },
    stop,
  };
}

function silent(code: PaneErrorCode): PaneErrorCode {
  return navigator.onLine ? code : "load_offline";
}
