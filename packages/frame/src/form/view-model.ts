/** What the elements render: the form as plain data with its texts, without anything that was typed. */
import { layout, rowsOf } from "@cardpane/contract/appearance";
import type { Brand, FieldName, FieldOptions } from "@cardpane/contract/messages";
import { maxYearsAhead, type Today } from "../card/expiry.ts";
import { brandName } from "../card/identify-card.ts";
import { cvvLengths, cvvOf, isEmpty, shownBrandOf } from "../card/validate-field.ts";
import { errorText } from "../locale/messages.ts";
import type { Locale } from "../locale/types.ts";
import { errorOf, fieldsOf, isRequired, networkOf, networksOf } from "./selectors.ts";
import type { ActiveForm, FormState } from "./state.ts";

export interface FieldView {
  readonly name: FieldName;
  readonly label: string;
  /** Behind the label, where the field may stay empty. */
  readonly optional: string | null;
  readonly placeholder: string;
  /** A line that a screen reader adds: the network, or where the CVV is. */
  readonly hint: string;
  readonly error: string | null;
  readonly required: boolean;
  /** The options of a list: values that read as typed ones do; `null` for an input. */
  readonly choices: readonly string[] | null;
  /** Shares its row with a neighbour, where there is room. */
  readonly half: boolean;
  readonly last: boolean;
  /** Shows its last four characters only. */
  readonly masked: boolean;
  /** The value that the page gave, or `null`. */
  readonly given: string | null;
  /** Networks of the typed card that the shopper may choose from, or `null`. */
  readonly networks: NetworkChoice | null;
}

/** The networks that share a card, one of them chosen. */
export interface NetworkChoice {
  readonly label: string;
  /** That there is a choice; `{networks}` stands for their names. */
  readonly hint: string;
  readonly brands: readonly Brand[];
  readonly chosen: Brand;
}

/** The card that the gateway keeps. */
export interface SavedCardView {
  readonly label: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
  readonly spoken: string;
}

export interface FormView {
  readonly fields: readonly FieldView[];
  readonly savedCard: SavedCardView | null;
  /** The network to show beside the number, or `null` while it is open. */
  readonly brand: Brand | null;
  readonly isNumberEmpty: boolean;
  /** Networks to show while it is. */
  readonly accepted: readonly Brand[];
  /** The most digits that the CVV may have. */
  readonly cvvDigits: number;
  readonly disabled: boolean;
  /** Inputs take nothing. */
  readonly readOnly: boolean;
  /** A request is under way: inputs keep their focus and take nothing. */
  readonly busy: boolean;
  /** Fields of the same form that are drawn in frames of their own. */
  readonly relayed: readonly FieldName[];
}

/** Shown where the merchant names no networks. */
const usual: readonly Brand[] = ["visa", "mastercard", "american-express"];

/** The view of a form; `null` when it is closed. */
export function viewOf(form: FormState, locale: Locale): FormView | null {
  if (form.status === "closed") return null;
  const { options, entries } = form;
  const cvvDigits = Math.max(...cvvLengths(entries, options.savedCard?.brand ?? null));
  return {
    fields: fieldViews(form, locale, cvvDigits),
    savedCard: savedCardView(form, locale),
    brand: shownBrand(form),
    isNumberEmpty: isEmpty(entries.number),
    accepted: (options.supportedBrands ?? usual).slice(0, 3),
    cvvDigits,
    disabled: options.disabled,
    readOnly: options.readOnly,
    busy: form.status === "tokenizing",
    relayed: [],
  };
}

/** One field of a form, for a frame of its own. */
export function viewOfField(view: FormView, name: FieldName): FormView {
  const isOwn = (field: FieldView) => field.name === name;
  return {
    ...view,
    fields: view.fields.filter(isOwn).map((field) => ({ ...field, half: false })),
    savedCard: null,
    relayed: view.fields.filter((field) => !isOwn(field)).map((field) => field.name),
  };
}

function fieldViews(form: ActiveForm, locale: Locale, cvvDigits: number): readonly FieldView[] {
  const fields = fieldsOf(form.options);
  const paired = rowsOf(
    fields.map(({ name }) => name),
    layout.narrowBelow,
  ).filter((row) => row.length > 1);
  const values: Readonly<Partial<Record<FieldName, string>>> = form.options.values;
  return fields.map((field, index) => {
    const { name } = field;
    const error = form.shown[name];
    const required = isRequired(form, field);
    const isNumber = name === "number";
    return {
      name,
      label: locale.labels[name],
      optional: required ? null : locale.optional,
      placeholder:
        form.options.texts.placeholders?.[name] ??
        ((name === "cvv" && cvvOf(form.entries.number)?.name) || locale.placeholders[name]),
      hint: hintOf(name, form, locale, cvvDigits),
      error: error ? errorText(locale, name, error) : null,
      required,
      choices: form.options.expiry === "select" ? choicesOf(name, form.today) : null,
      half: form.options.savedCard !== null || paired.some((row) => row.includes(name)),
      last: index === fields.length - 1,
      masked: isNumber && isMasked(form, field),
      given: values[name] ?? null,
      networks: isNumber ? choiceOf(form, locale) : null,
    };
  });
}

/** Once the number is right and left, where the merchant wants it so. */
function isMasked(form: ActiveForm, field: FieldOptions): boolean {
  return form.options.maskNumber && form.focused !== field.name && errorOf(form, field) === null;
}

function choiceOf(form: ActiveForm, locale: Locale): NetworkChoice | null {
  const brands = networksOf(form);
  const chosen = networkOf(form);
  return chosen && brands.length > 1
    ? { label: locale.network, hint: locale.chooseNetwork, brands, chosen }
    : null;
}

/** Months, and the years that a card may still be good for. */
function choicesOf(name: FieldName, { year }: Today): readonly string[] | null {
  const [first, count] = name === "expiryMonth" ? [1, 12] : [year, maxYearsAhead + 1];
  if (name !== "expiryMonth" && name !== "expiryYear") return null;
  return Array.from({ length: count }, (_, index) => String(first + index).padStart(2, "0"));
}

function hintOf(name: FieldName, form: ActiveForm, locale: Locale, cvvDigits: number): string {
  if (name === "cvv") {
    const where = cvvDigits === 4 && isAmex(form) ? locale.cvvHintAmex : locale.cvvHint;
    const card = savedCardView(form, locale);
    // A screen reader user who comes here by Tab has to learn which card the code belongs to.
    return card ? `${card.spoken}. ${where}` : where;
  }
  const brand = name === "number" ? shownBrand(form) : null;
  return brand ? brandName(brand) : "";
}

function isAmex(form: ActiveForm): boolean {
  return shownBrand(form) === "american-express";
}

/** The network that is certain, or else the one that is likely. */
function shownBrand(form: ActiveForm): Brand | null {
  return networkOf(form) ?? (form.options.savedCard ? null : shownBrandOf(form.entries.number));
}

function savedCardView({ options }: ActiveForm, locale: Locale): SavedCardView | null {
  const card = options.savedCard;
  if (!card) return null;
  const name = card.brand ? brandName(card.brand) : locale.savedCard;
  const spoken = card.lastFour
    ? locale.endingIn.replace("{brand}", () => name).replace("{lastFour}", card.lastFour)
    : name;
  return { label: locale.savedCard, brand: card.brand, lastFour: card.lastFour, spoken };
}
