/** What the QA panel may set, read from its form: what does not fit is left as it was. */

import { readMinor } from "../money.ts";
import { defaultQa, type QaSettings } from "../session.ts";
import { declineCodes } from "./codes.ts";

/** The pane's fields, in the order the panel offers them. */
export const paneFields = ["number", "expiry", "cvv", "cardholder", "postalCode"] as const;
export type PaneField = (typeof paneFields)[number];

/** How a field is asked for. */
export const fieldModes = ["required", "optional", "off"] as const;
export type FieldMode = (typeof fieldModes)[number];

/** How each field stands in a pane's `fields` attribute (`cvv` required, `postalCode?` optional, absent off). */
export function modeOf(fields: string, field: PaneField): FieldMode {
  const names = fields.split(" ");
  return names.includes(field) ? "required" : names.includes(`${field}?`) ? "optional" : "off";
}

/** Reads the panel's form on top of what was set before. */
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
    // The pane asks for one field at least.
    fields: fields.length > 0 ? fields.join(" ") : before.fields,
    threeDs: text("threeDs") === "on",
    emulateCode:
      emulateCode === "" ? null : declineCodes.includes(emulateCode) ? emulateCode : before.emulateCode,
    amountMinor: amount === "" ? null : (readMinor(amount) ?? before.amountMinor),
  };
}

/** Says whether anything is set to other than the shop's own, the panel's being shown aside. */
export function isChanged(qa: QaSettings): boolean {
  const { shown: _, ...own } = qa;
  return Object.entries(own).some(([name, value]) => value !== Reflect.get(defaultQa, name));
}

/** No host knows it: shows what a shopper sees when the pane is refused. */
export const unknownEnvironment = "nowhere";
