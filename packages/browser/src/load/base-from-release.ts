/** For the script tag, which runs in pages only. */
export const Base = HTMLElement;
