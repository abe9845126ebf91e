/** The data that the elements render: the form with its texts, and no typed text. */
import { layout, rowsOf } from "@cardpane/contract/appearance";
import type { Brand, FieldName, FieldOptions } from "@cardpane/contract/messages";
import { maxYearsAhead, type Today } from "../card/expiry.ts";
import { brandName } from "../card/identify-card.ts";
import { cvvLengths, cvvOf, isEmpty, shownBrandOf } from "../fields/validate-field.ts";
import { choiceText, errorText, placeholderText } from "../locale/messages.ts";
import type { Locale } from "../locale/types.ts";
import { errorOf, fieldsOf, isRequired, networkOf, networksOf, rulesOf } from "./selectors.ts";
import type { ActiveForm } from "./state.ts";

/** One field, as its element renders it. */
export interface FieldView {
  readonly name: FieldName;
  readonly label: string;
  /** The text behind the label of an optional field, or `null`. */
  readonly optional: string | null;
  readonly placeholder: string;
  /** An additional description for screen readers: the network, or the position of the CVV on the card. */
  readonly hint: string;
  readonly error: string | null;
  readonly required: boolean;
  /** The options of a list, with values that are parsed like typed text; `null` for an input. */
  readonly choices: readonly string[] | null;
  /** The place of a field that shares its row with a neighbour in a wide form, or `null`. */
  readonly half: "start" | "end" | null;
  readonly last: boolean;
  /** Whether only the last four characters are shown. */
  readonly masked: boolean;
  /** The value that the page passed, or `null`. */
  readonly given: string | null;
  /** The networks of a co-badged card, or `null`. */
  readonly networks: NetworkChoice | null;
}

/** The networks of a co-badged card, and the chosen one. */
export interface NetworkChoice {
  /** The text of the choice, with the names of the networks. */
  readonly offer: string;
  readonly brands: readonly Brand[];
  readonly chosen: Brand;
}

/** A card that the gateway has stored. */
export interface SavedCardView {
  readonly label: string;
  readonly brand: Brand | null;
  readonly lastFour: string | null;
  /** The name of the card for screen readers: `Visa ending in 4242`. */
  readonly spoken: string;
}

/** The form, as its element renders it. */
export interface FormView {
  readonly fields: readonly FieldView[];
  readonly savedCard: SavedCardView | null;
  /** The networks to show beside the number: its own, or while it is empty those that are accepted. Empty while it is unknown. */
  readonly marks: readonly Brand[];
  /** The maximum length of the CVV. */
  readonly cvvDigits: number;
  /** Whether the CVV is on the front of the card. */
  readonly cvvOnFront: boolean;
  readonly disabled: boolean;
  /** Whether inputs are read-only by the page's option. */
  readonly readOnly: boolean;
  /** Whether a request is pending: inputs keep their focus and are read-only. */
  readonly busy: boolean;
  /** A message above the fields: the payment was declined, or the form was reloaded and is empty. */
  readonly notice: string | null;
  /** The texts around joined fields; `null` if the fields are not joined. */
  readonly joined: JoinedView | null;
  /** Fields of the same form that other frames render. */
  readonly relayed: readonly FieldName[];
}

/** Fields that share one frame, with one line for all of their errors. */
export interface JoinedView {
  /** The label of the frame; empty if labels are hidden or in the fields. */
  readonly label: string;
  /** The error of the first wrong field, or `null`. */
  readonly error: string | null;
  /** The choice of networks, or `null`. */
  readonly offer: string | null;
}

/** The networks that are shown if the merchant names none. */
const defaultBrands: readonly Brand[] = ["visa", "mastercard", "american-express"];

/**
 * The view of a form.
 *
 * @param language the BCP 47 tag of the texts
 */
export function viewOf(form: ActiveForm, locale: Locale, language: string): FormView {
  const { options, entries } = form;
  const cvvDigits = Math.max(...cvvLengths(entries, rulesOf(form)));
  const brand = shownBrand(form);
  const cvvOnFront = cvvDigits === 4 && brand === "american-express";
  const fields = fieldViews(form, locale, language, cvvOnFront);
  const accepted = isEmpty(entries.number) ? (options.supportedBrands ?? defaultBrands).slice(0, 3) : [];
  return {
    fields,
    savedCard: savedCardView(form, locale),
    marks: brand ? [brand] : accepted,
    cvvDigits,
    cvvOnFront,
    disabled: options.disabled,
    readOnly: options.readOnly,
    busy: form.pending !== null,
    notice: form.isReloaded ? locale.reloaded : form.declined && locale.declines[form.declined],
    joined: options.appearance.rows === "joined" && !options.savedCard ? joinedView(fields, locale) : null,
    relayed: [],
  };
}

function joinedView(fields: readonly FieldView[], { title }: Locale): JoinedView {
  return {
    label: title,
    error: fields.find(({ error }) => error)?.error ?? null,
    offer: fields.find(({ networks }) => networks)?.networks?.offer ?? null,
  };
}

/** The view of one field, for the frame that renders it. */
export function viewOfField(view: FormView, name: FieldName): FormView {
  const isOwn = (field: FieldView) => field.name === name;
  return {
    ...view,
    // The first field says it for all.
    notice: view.fields.findIndex(isOwn) === 0 ? view.notice : null,
    fields: view.fields.filter(isOwn).map((field) => ({
      ...field,
      half: null,
      // The key of a phone's keyboard submits, because a frame cannot move the focus into another one.
      last: true,
    })),
    savedCard: null,
    joined: null,
    relayed: view.fields.filter((field) => !isOwn(field)).map((field) => field.name),
  };
}

function fieldViews(
  form: ActiveForm,
  locale: Locale,
  language: string,
  cvvOnFront: boolean,
): readonly FieldView[] {
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
        ((name === "cvv" && cvvOf(form.entries.number, form.cards)?.name) || placeholderText(locale, name)),
      hint: hintOf(name, form, locale, cvvOnFront),
      error: error ? errorText(locale, name, error) : null,
      required,
      choices: form.options.expiry === "select" ? choicesOf(name, form.today) : null,
      half: paired.some(([start]) => start === name)
        ? "start"
        : form.options.savedCard || paired.some(([, end]) => end === name)
          ? "end"
          : null,
      last: index === fields.length - 1,
      masked: isNumber && isMasked(form, field),
      given: (!form.isCleared && values[name]) || null,
      networks: isNumber ? choiceOf(form, locale, language) : null,
    };
  });
}

/** Whether the number is masked while it is valid and has no focus: by the merchant's option, or because it was given back. */
function isMasked(form: ActiveForm, field: FieldOptions): boolean {
  const masks = form.options.maskNumber || form.kept?.isGivenBack === true;
  return masks && form.focused !== field.name && errorOf(form, field) === null;
}

function choiceOf(form: ActiveForm, locale: Locale, language: string): NetworkChoice | null {
  const brands = networksOf(form);
  const chosen = networkOf(form);
  return chosen && brands.length > 1 ? { offer: choiceText(locale, brands, language), brands, chosen } : null;
}

/** The months, or the years that a card can still be valid for. */
function choicesOf(name: FieldName, { year }: Today): readonly string[] | null {
  const [first, count] = name === "expiryMonth" ? [1, 12] : [year, maxYearsAhead + 1];
  if (name !== "expiryMonth" && name !== "expiryYear") return null;
  return Array.from({ length: count }, (_, index) => String(first + index).padStart(2, "0"));
}

function hintOf(name: FieldName, form: ActiveForm, locale: Locale, cvvOnFront: boolean): string {
  if (name === "cvv") {
    const where = cvvOnFront ? locale.cvvHintAmex : locale.cvvHint;
    const card = savedCardView(form, locale);
    // A screen reader user who reaches the field by Tab must learn which card the code belongs to.
    return card ? `${card.spoken}. ${where}` : where;
  }
  const brand = name === "number" ? shownBrand(form) : null;
  return brand ? brandName(brand) : "";
}

/** The network that is certain, or else the one that is likely. */
function shownBrand(form: ActiveForm): Brand | null {
  return networkOf(form) ?? (form.options.savedCard ? null : shownBrandOf(form.entries.number, form.cards));
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
