/** The settings that the QA panel can change. A new one is a row of the table: the panel and its form are derived from it. */
import { explainCode, paymentCodes } from "@cardpane/node";
import { readMinor } from "./money.ts";

/** The codes with which a payment can be declined, in ascending order. */
const declineCodes = Object.keys(paymentCodes)
  .filter((code) => code.startsWith("5"))
  .sort();

/** The settings with a choice: what each is called, and what can be chosen, the default first. */
export const settings = {
  /** The pane's `fields` attribute. Every other combination is in the gallery. */
  fields: {
    label: "Fields",
    choices: [
      "number expiry cvv",
      "number expiry cvv cardholder",
      "number expiry cvv postalCode",
      "number expiry cvv cardholder? postalCode?",
      "cardholder number expiry cvv postalCode",
    ],
  },
  threeDs: { label: "3D Secure", choices: ["on", "off"] },
  /** Whether the pane's host answers: `down` as the shop's server sees it, `script lost` as only the browser sees it. */
  host: { label: "Pane host", choices: ["up", "down", "script lost"] },
  /** How the checkout shows a challenge. */
  challenge: { label: "3DS challenge", choices: ["redirect", "dialog"] },
  /** The decline code that the payment emulates. */
  emulateCode: { label: "Decline code", choices: ["", ...declineCodes] },
} as const;

type ChoiceName = keyof typeof settings;
export const choiceNames = Object.keys(settings) as ChoiceName[];

/** What a choice is called; one without an entry has its own name. */
export const choiceWords: Readonly<Record<string, string>> = {
  "": "None",
  ...Object.fromEntries(declineCodes.map((code) => [code, `${code} ${explainCode(code)}`])),
};

type Chosen = { readonly [Name in ChoiceName]: (typeof settings)[Name]["choices"][number] };

export interface QaSettings extends Chosen {
  /** Whether the panel is shown. */
  readonly shown: boolean;
  /** Id of the pane's environment; `null` uses the shop's default. */
  readonly environment: string | null;
  /** The amount to charge instead of the basket's total, in cents. */
  readonly amountMinor: number | null;
}

const firstChoices = choiceNames.map((name) => [name, settings[name].choices[0]]);
export const defaultQa: QaSettings = {
  ...(Object.fromEntries(firstChoices) as Chosen),
  shown: false,
  environment: null,
  amountMinor: null,
};

type Given = Readonly<Record<string, unknown>>;

/** Applies the panel's form to the settings before it: an invalid value changes nothing. */
export function readQaSettings(form: Given, before: QaSettings, environments: readonly string[]): QaSettings {
  const { environment, amount } = form;
  const isListed = [...environments, unknownEnvironment].some((id) => id === environment);
  return {
    ...readChoices(form, before),
    ...(isListed && { environment: String(environment) }),
    ...(typeof amount === "string" && {
      amountMinor: amount.trim() === "" ? null : (readMinor(amount) ?? before.amountMinor),
    }),
  };
}

/** The settings that a page's address can change. */
export const qaQueryNames = ["qa", "challenge"] as const;

/** Reads the settings in a page's address: `qa=1` or `0`, `challenge`. Returns `before` if nothing changes. */
export function readQaQuery({ qa, challenge }: Given, before: QaSettings): QaSettings {
  const shown = qa === "1" || (qa !== "0" && before.shown);
  const next: QaSettings = { ...readChoices({ challenge }, before), shown };
  return Object.entries(next).every(([name, value]) => value === Reflect.get(before, name)) ? before : next;
}

function readChoices(given: Given, before: QaSettings): QaSettings {
  const isValid = (name: ChoiceName) => settings[name].choices.some((choice) => choice === given[name]);
  const chosen = choiceNames.filter(isValid).map((name) => [name, given[name]]);
  return { ...before, ...Object.fromEntries(chosen) };
}

/** Whether any setting differs from the default, except whether the panel is shown. */
export function isChanged({ shown: _, ...own }: QaSettings): boolean {
  return Object.entries(own).some(([name, value]) => value !== Reflect.get(defaultQa, name));
}

/** An environment that no host lists: shows the page that a shopper sees if the pane is refused. */
export const unknownEnvironment = "nowhere";
