/** The settings that the QA panel can change, read from its form: an invalid value changes nothing. */
import type { ChallengeWindowSize } from "@cardpane/browser";
import { paymentCodes } from "@cardpane/node";
import { challengeModes, defaultQa, hostModes, type QaSettings } from "../http/session.ts";
import { readMinor } from "../shop/money.ts";

/** The codes with which a payment can be declined, in ascending order. */
export const declineCodes: readonly string[] = Object.keys(paymentCodes)
  .filter((code) => code.startsWith("5"))
  .sort();

/** The pane's fields, in the order the panel offers them. */
export const paneFields = ["number", "expiry", "cvv", "cardholder", "postalCode"] as const;
export type PaneField = (typeof paneFields)[number];

/** Whether the form has a field, and whether it is required. */
export const fieldModes = ["required", "optional", "off"] as const;
export type FieldMode = (typeof fieldModes)[number];

/** Sizes of the challenge's window, by their EMV 3-D Secure codes. */
export const windowSizes = {
  "01": "250 × 400",
  "02": "390 × 400",
  "03": "500 × 600",
  "04": "600 × 400",
  "05": "full screen",
} as const satisfies Record<ChallengeWindowSize, string>;

/** The mode of a field in a pane's `fields` attribute (`cvv` required, `postalCode?` optional, absent off). */
export function modeOf(fields: string, field: PaneField): FieldMode {
  const names = fields.split(" ");
  return names.includes(field) ? "required" : names.includes(`${field}?`) ? "optional" : "off";
}

/** Applies the panel's form to the settings before it. */
export function readQaSettings(
  form: Readonly<Record<string, unknown>>,
  before: QaSettings,
  environments: readonly string[],
): QaSettings {
  const text = (name: string): string => {
    const value = form[name];
    return typeof value === "string" ? value.trim() : "";
  };
  const fields = paneFields.flatMap((field) => {
    const mode = text(`field-${field}`);
    return mode === "required" ? [field] : mode === "optional" ? [`${field}?`] : [];
  });
  const environment = text("environment");
  const emulateCode = text("emulateCode");
  const amount = text("amount");
  return {
    shown: before.shown,
    environment: [...environments, unknownEnvironment].includes(environment)
      ? environment
      : before.environment,
    // The pane has at least one field.
    fields: fields.length > 0 ? fields.join(" ") : before.fields,
    host: hostModes.find((mode) => mode === text("host")) ?? before.host,
    threeDs: text("threeDs") === "on",
    ...readChallenge(form, before),
    emulateCode:
      emulateCode === "" ? null : declineCodes.includes(emulateCode) ? emulateCode : before.emulateCode,
    amountMinor: amount === "" ? null : (readMinor(amount) ?? before.amountMinor),
  };
}

/** The settings that a page's address can change. */
export const qaQueryNames = ["qa", "challenge", "windowSize"] as const;

/** Reads the settings in a page's address: `qa=1` or `0`, `challenge`, `windowSize`. Returns `before` if nothing changes. */
export function readQaQuery(query: Readonly<Record<string, string>>, before: QaSettings): QaSettings {
  const { qa: wish } = query;
  const next: QaSettings = {
    ...before,
    ...readChallenge(query, before),
    shown: wish === "1" || (wish !== "0" && before.shown),
  };
  return Object.entries(next).every(([name, value]) => value === Reflect.get(before, name)) ? before : next;
}

function readChallenge(
  given: Readonly<Record<string, unknown>>,
  before: QaSettings,
): Pick<QaSettings, "challenge" | "windowSize"> {
  const sizes = Object.keys(windowSizes) as ChallengeWindowSize[];
  return {
    challenge: challengeModes.find((mode) => mode === given["challenge"]) ?? before.challenge,
    windowSize: sizes.find((size) => size === given["windowSize"]) ?? before.windowSize,
  };
}

/** Whether any setting differs from the default, except whether the panel is shown. */
export function isChanged(qa: QaSettings): boolean {
  const { shown: _, ...own } = qa;
  return Object.entries(own).some(([name, value]) => value !== Reflect.get(defaultQa, name));
}

/** An environment that no host lists: shows the page that a shopper sees if the pane is refused. */
export const unknownEnvironment = "nowhere";
