/**
 * What to do about the mistakes that a page's author makes and nobody else sees: the page's script carries these texts.
 */
import type { PaneErrorCode } from "./facts.ts";

export const mistakes = {
  load_blocked: "The frame may not run. Check frame-src, and the parents that the host lists.",
  no_element: "There is no such element in the page yet.",
  same_origin: "The pane has the page's origin. Change src.",
  no_frame_url: "The pane's address is not known. Give src.",
} as const satisfies Partial<Record<PaneErrorCode, string>>;
