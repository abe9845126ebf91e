/** One valid message of each type, for the tests of the guards. */
import { pageTexts } from "../locales/page-texts.ts";
import type { PaneOptions } from "../messages/options.ts";
import type {
  FieldSnapshot,
  FrameToPage,
  Greet,
  Hello,
  Open,
  PageToFrame,
  Snapshot,
} from "../messages/types.ts";
import { savedCard, success } from "./pane-options.ts";

export const nonce = "0123456789abcdef0123456789abcdef";

export const options: PaneOptions = {
  fields: [
    { name: "number", required: true },
    { name: "cvv", required: false },
  ],
  expiry: "select",
  locale: "de-CH",
  texts: {
    labels: { number: "Kartennummer" },
    placeholders: { cvv: "•••" },
    errors: { expiryYear: { expired: "Abgelaufen" } },
    declines: { wrong_cvv: "Der Code ist falsch." },
    optional: "optional",
    cvvHint: "Hinten",
    cvvHintAmex: "Vorne",
    savedCard: "Ihre Karte",
    endingIn: "{brand} … {lastFour}",
  },
  disabled: false,
  readOnly: true,
  values: { cardholder: "Ada Example", postalCode: "12345" },
  supportedBrands: ["visa", "mastercard"],
  preferredNetworks: ["cartes-bancaires"],
  bin: 8,
  maskNumber: true,
  autoAdvance: true,
  decline: "5082",
  savedCard,
  appearance: {
    theme: "flat",
    labels: "floating",
    rows: "inline",
    density: "compact",
    scheme: "dark",
    tokens: { colorText: "#123456", fontSize: 16 },
    dark: { radius: 0 },
  },
};

const field: FieldSnapshot = {
  label: "Kartennummer",
  empty: false,
  complete: true,
  valid: false,
  focused: true,
  error: "check_digit",
  errorText: "Prüfen Sie die Nummer",
};

const snapshot: Snapshot = {
  fields: { number: field, cvv: { ...field, error: null, errorText: null } },
  brand: "visa",
  brands: ["visa", "cartes-bancaires"],
  empty: false,
  complete: true,
  valid: false,
};

export const greet: Greet = { type: "cardpane:greet" };

export const hello: Hello = { type: "cardpane:hello", version: 1, frameNonce: nonce };

export const open: Open = {
  type: "cardpane:open",
  version: 1,
  frameNonce: nonce,
  pageNonce: nonce,
  field: "cvv",
  options,
};

export const pageToFrame: { readonly [T in PageToFrame["type"]]: Extract<PageToFrame, { type: T }> } = {
  update: { type: "update", options },
  tokenize: {
    type: "tokenize",
    requestId: "1",
    timeoutMs: 30_000,
    extra: { cardholder: "A", postalCode: "1" },
    announce: "Paying…",
  },
  cancel: { type: "cancel", requestId: "1" },
  validate: { type: "validate", requestId: "a-B-9" },
  focus: { type: "focus", field: "cvv" },
  blur: { type: "blur" },
  clear: { type: "clear" },
  reset: { type: "reset" },
  reloaded: { type: "reloaded" },
  decline: { type: "decline", code: "5082" },
  announce: { type: "announce", text: "Paid" },
  lead: { type: "lead" },
  admit: { type: "admit", field: "cvv", frameNonce: nonce },
  follow: { type: "follow", leaderNonce: nonce },
  close: { type: "close" },
};

export const frameToPage: { readonly [T in FrameToPage["type"]]: Extract<FrameToPage, { type: T }> } = {
  opened: { type: "opened", pageNonce: nonce },
  localized: { type: "localized", locale: "de", texts: pageTexts.de },
  ready: { type: "ready", heightPx: 289, snapshot },
  labelled: { type: "labelled", label: "Prüfnummer" },
  resized: { type: "resized", heightPx: 0 },
  changed: { type: "changed", snapshot },
  binchange: { type: "binchange", bin: "424242" },
  autofill: { type: "autofill", fields: ["number", "expiry"] },
  advanced: { type: "advanced", from: "number", to: "expiry" },
  enter: { type: "enter" },
  escape: { type: "escape" },
  validated: { type: "validated", requestId: "2", snapshot },
  tokenized: {
    type: "tokenized",
    requestId: "1",
    outcome: { ok: true, ...success },
  },
  failed: { type: "failed", code: "options_refused" },
};

export const refusedOutcome: FrameToPage = {
  type: "tokenized",
  requestId: "1",
  outcome: { ok: false, code: "form_invalid", text: "…", fields: ["number"] },
};

export const limitedOutcome: FrameToPage = {
  type: "tokenized",
  requestId: "1",
  outcome: { ok: false, code: "rate_limited", text: "…", fields: [], retryAfterSeconds: 900 },
};
