/**
 * Converts payment messages of a gateway with COMPATIBILITY=field into the document's form, for tests that cover both.
 * Fields that only live gateways send are left out; compatibility/field.test.ts tests them.
 */
import { isRecord } from "@cardpane/contract/record";

/** Converts the status of a payment's response, and every body about a payment, to the document's form. */
export function answerAsDocument<Answer extends { readonly status: number; readonly json: unknown }>(
  path: string,
  answer: Answer,
): Answer {
  const isPaid = /^\/payment(\/\d+\/credit)?$/.test(path) && answer.status === 200;
  const json = path.startsWith("/subscription/") ? withTextId(answer.json) : bodyAsDocument(answer.json);
  return { ...answer, status: isPaid ? 201 : answer.status, json };
}

function withTextId(body: unknown): unknown {
  return isRecord(body) && "id" in body ? { ...body, id: String(body["id"]) } : body;
}

const fieldQuery =
  /order_id=([^&#]*)&ustas=[^&#]*&consumer_id=[^&#]*&sh=[^&#]*&is_approved=([^&#]*)&cb_code=([^&#]*)&cb_transaction_id=([^&#]*)/;

/** Headers with the document's names in the query of the return address. */
export function headersAsDocument(headers: Headers): Headers {
  const location = headers.get("Location");
  if (location === null) return headers;
  const read = new Headers(headers);
  read.set("Location", location.replace(fieldQuery, "order_id=$1&transaction_id=$4&is_approved=$2&code=$3"));
  return read;
}

/** Converts the body of a payment to the document's form; any other body is unchanged. */
export function bodyAsDocument(body: unknown): unknown {
  if (!isRecord(body) || !isRecord(body["payment"])) return body;
  const { payment, consumer, subscription, metadata, ...rest } = body;
  const { codeCategory: _, apiPaymentSource: __, vat: ___, timestamp, ...own } = payment;
  const { code, amountUsd, source } = own;
  return {
    ...rest,
    payment: {
      ...own,
      ...(code !== undefined && { code: String(code) }),
      ...(amountUsd !== undefined && { amountUsd: Number(amountUsd) }),
      ...(isRecord(source) && { source: sourceAsDocument(source) }),
    },
    ...(isRecord(consumer) && { consumer: consumerAsDocument(consumer) }),
    ...(isRecord(subscription) && { subscription: subscriptionAsDocument(subscription) }),
    ...(metadata !== undefined && { metadata: Array.isArray(metadata) ? {} : metadata }),
    ...(isRecord(timestamp) && {
      timestamp: {
        dateTime: isoTime(timestamp["dateTime"]),
        timezone: timestamp["timezone"],
        unixTime: String(timestamp["unixTime"]),
      },
    }),
  };
}

type Fields = Readonly<Record<string, unknown>>;

function sourceAsDocument({ number, expirationMonth, expirationYear, ...source }: Fields): object {
  return {
    ...source,
    // A card with 16 digits.
    ...(number !== undefined && { number: String(number).replace(/^(\d{6})\*{4}(?=\d{4}$)/, "$1******") }),
    ...(expirationMonth !== undefined && { expirationMonth: String(expirationMonth).padStart(2, "0") }),
    ...(expirationYear !== undefined && { expirationYear: String(expirationYear) }),
  };
}

function consumerAsDocument(consumer: Fields): object {
  const { groupId: _, username: __, birthday: ___, blocked: ____, ...own } = consumer;
  return { ...own, id: String(consumer["id"]) };
}

function subscriptionAsDocument({ id, renewalDate, cancelDate, ...subscription }: Fields): object {
  return {
    ...subscription,
    id: String(id),
    renewalDate: isoTime(renewalDate),
    cancelDate: isoTime(cancelDate),
  };
}

function isoTime(time: unknown): unknown {
  return typeof time === "string" ? `${time.replace(" ", "T")}.000Z` : time;
}
