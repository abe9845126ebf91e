/** The English texts around the frame. The page's scripts contain them, for a page that can load no others. */

/** The texts of a frame. */
export const englishTexts = {
  title: "Secure card payment",
  failed: "The card form could not be loaded.",
  uncharged: "You haven’t been charged.",
  retry: "Try again",
} as const;

/** The texts of the dialog of a next action. */
export const englishDialogTexts = {
  title: "Confirm your payment",
  close: "Cancel payment",
  loading: "Loading…",
  scan: "Scan this code with your payment app",
  code: "Or copy this code",
  copy: "Copy",
  copied: "Copied",
  open: "Open the payment page",
  done: "I have paid",
} as const;
