/** Converts the form of another payment method to a payment source, and its errors to errors of the fields. */
import type { SavedCard } from "@cardpane/browser";
import type { FieldErrors, PaymentSource } from "@cardpane/node";
import type { OtherSource, SourceFieldName } from "./sources.ts";

/** The submitted values, trimmed but not validated. */
export type SourceValues = Readonly<Partial<Record<SourceFieldName, string>>>;

/** The errors of the fields, in the interface's English. */
export type SourceProblems = Readonly<Partial<Record<SourceFieldName, string>>>;

/** The name of a field in the form, which contains the fields of all sources. */
export function inputName({ type }: OtherSource, field: SourceFieldName): string {
  return `${type}.${field}`;
}

/** Reads the fields of one source from the form. */
export function readValues(source: OtherSource, form: Readonly<Record<string, unknown>>): SourceValues {
  const values: Partial<Record<SourceFieldName, string>> = {};
  for (const { name } of source.fields) {
    const value = form[inputName(source, name)];
    // Cut above every limit of the interface: a value that is too long is reported, but is not stored in full.
    if (typeof value === "string") values[name] = value.trim().slice(0, 600);
  }
  return values;
}

/** Builds the payment source, and the consumer's tax ID, which Pix requires. */
export function toPaymentSource(
  { type }: OtherSource,
  { cpf, iban, bic, ...rest }: SourceValues,
  saved: SavedCard | null,
): { readonly paymentSource: PaymentSource; readonly cpf: string | null } {
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  const paymentSource = {
    type,
    ...filled,
    // Shoppers type these in groups and in lower case.
    ...(iban ? { iban: compact(iban) } : {}),
    ...(bic ? { bic: compact(bic) } : {}),
    ...(type === "consumer" && saved ? { value: saved.consumerId } : {}),
    ...(type === "paymentAccountId" && saved ? { paymentAccountId: saved.paymentAccountId } : {}),
  };
  return {
    // Not validated here: `create` reports invalid values, field by field.
    paymentSource: paymentSource as PaymentSource,
    cpf: cpf?.replaceAll(/[.\s-]/g, "") || null,
  };
}

/** Assigns errors to the fields of the form. */
export function toProblems({ fields }: OtherSource, errors: FieldErrors): SourceProblems {
  const problems: Partial<Record<SourceFieldName, string>> = {};
  for (const { name } of fields) {
    const problem = errors[name === "cpf" ? "consumer.cpf" : `source.${name}`];
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}
