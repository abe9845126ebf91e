/**
 * Pictures of the groups of payment methods. Logos of payment methods are trademarks that a shop gets from its providers with
 * the right to show them. A demo has no such right, so it draws the group, and the name is beside the picture.
 */
import { html, raw } from "hono/html";
import type { Html } from "../../http/page.ts";
import type { SourceGroup } from "../../payments/sources.ts";

/** SVG shapes in a viewBox of 24 by 24. */
const lines: Readonly<Record<SourceGroup, string>> = {
  kept: '<circle cx="12" cy="12" r="8.5"/><path d="M12 7v5l3.5 2"/>',
  transfer: '<path d="M3 9.5 12 4l9 5.5zM6 10v7m4-7v7m4-7v7m4-7v7M3 20h18"/>',
  online: '<path d="M5 5.5h14V16H5zM2.5 19h19"/>',
  debit: '<path d="M6 3.5h8.5L18 7v13.5H6zM14 3.5V7.5h4M9 12h6m-6 4h6"/>',
  voucher: '<path d="M4 5v14M7 5v14m4-14v14m2-14v14m4-14v14m3-14v14"/>',
  wallet: '<path d="M4 7.5h16V19H4zM4 7.5 16 4v3.5M15.5 13.25H20"/>',
  americas: '<path d="M12 21s7-6 7-11a7 7 0 0 0-14 0c0 5 7 11 7 11z"/><circle cx="12" cy="10" r="2.5"/>',
};

/** The picture of a group, hidden from screen readers: the group and the source are named in text. */
export function sourcePicture(group: SourceGroup): Html {
  return html`<svg class="source-mark" viewBox="0 0 24 24" width="24" height="24" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round">${raw(lines[group])}</svg>`;
}
