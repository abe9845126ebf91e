/** From the form of another way to pay to a payment source, and from its errors back to the fields. */
import type { FieldErrors, PaymentSource } from "@cardpane/node";
import type { SavedCard } from "./payment-result.ts";
import type { OtherSource, SourceFieldName } from "./sources.ts";

/** What was typed, trimmed; nothing is checked yet. */
export type SourceValues = Readonly<Partial<Record<SourceFieldName, string>>>;

/** What is wrong with a field, in the interface's English. */
export type SourceProblems = Readonly<Partial<Record<SourceFieldName, string>>>;

/** Name of a field in the form: the fields of all sources are in one. */
export function inputName({ type }: OtherSource, field: SourceFieldName): string {
  return `${type}.${field}`;
}

/** Reads the fields of one source out of the form. */
export function readValues(source: OtherSource, form: Readonly<Record<string, unknown>>): SourceValues {
  const values: Partial<Record<SourceFieldName, string>> = {};
  for (const { name } of source.fields) {
    const value = form[inputName(source, name)];
    // Cut above every bound of the interface, so that what is too long is reported and what is absurd is not kept.
    if (typeof value === "string") values[name] = value.trim().slice(0, 600);
  }
  return values;
}

/** What goes into the payment: the source, and the consumer's tax ID, which Pix requires. */
export function toPaymentSource(
  { type }: OtherSource,
  { cpf, bin, iban, bic, ...rest }: SourceValues,
  saved: SavedCard | undefined,
): { readonly paymentSource: PaymentSource; readonly cpf: string | null } {
  const filled = Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== ""));
  const paymentSource = {
    type,
    ...filled,
    // As people write them: in groups, in small letters.
    ...(iban ? { iban: compact(iban) } : {}),
    ...(bic ? { bic: compact(bic) } : {}),
    ...(bin ? { bin: Number(bin) } : {}),
    ...(type === "consumer" && saved ? { value: saved.consumerId } : {}),
    ...(type === "paymentAccountId" && saved ? { paymentAccountId: saved.paymentAccountId } : {}),
  };
  return {
    // Not checked here: `create` refuses what does not fit, field by field.
    paymentSource: paymentSource as PaymentSource,
    cpf: cpf?.replaceAll(/[.\s-]/g, "") || null,
  };
}

/** Puts errors at the fields of the form. */
export function toProblems({ fields }: OtherSource, errors: FieldErrors): SourceProblems {
  const problems: Partial<Record<SourceFieldName, string>> = {};
  for (const { name } of fields) {
    const problem = errors[name === "cpf" ? "consumer.cpf" : `paymentSource.${name}`];
    if (problem !== undefined) problems[name] = problem;
  }
  return problems;
}

function compact(text: string): string {
  return text.replaceAll(/\s/g, "").toUpperCase();
}
