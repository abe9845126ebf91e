/** The keys that undo and redo what a shopper has typed. */
import { isNightly } from "./lanes.ts";

const undo = "ControlOrMeta+z";
/** More than the edits of a test leave; the nightly run also finds what takes many. */
const steps = isNightly ? 25 : 8;

/** Undoes, redoes and undoes every edit of a field that the browser remembers. */
export const undoKeys = [
  ...Array<string>(steps).fill(undo),
  ...Array<string>(steps + 5).fill("ControlOrMeta+Shift+z"),
  ...Array<string>(steps).fill(undo),
  ...Array<string>(isNightly ? 10 : 4).fill("ControlOrMeta+y"),
  ...Array<string>(isNightly ? 10 : 4).fill(undo),
];
