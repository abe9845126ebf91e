/** Masks card data in what the gateway sent. The interface promises masked numbers; gateways may err. */
import { isRecord } from "@cardpane/contract/record";
import { type Redact, redactor } from "./redact.ts";

/** Masks a full card number: first six digits, asterisks, last four. Every other text is returned unchanged. */
export function maskCardNumber(number: string): string {
  const digits = number.replace(/[\s-]/g, "");
  return /^\d{12,}$/.test(digits) ? mask(digits) : number;
}

const mask = (digits: string) => `${digits.slice(0, 6)}******${digits.slice(-4)}`;

/** Keys whose numbers are no card's, however long. */
const idKey = /(?<!pa)id$|time$/i;
const numberKey = /^(?:account_?)?number$|^pan$/i;
const cvvKey =
  /^(?:card_?)?(?:c(?:vv|vc|sc|vn|id)2?(?:_?code)?|(?:security|verification)_?(?:code|value)|pin)$/i;
/** Groups of digits with one separator between two of them. */
const digitGroups = /\d+(?:[\s-]\d+)*/g;
/** JSON can nest more deeply than the stack. */
const maxDepth = 32;

/**
 * A copy of a JSON body in which every card number is masked, whatever its field, and card verification values are left out. A
 * number counts as a card's if it passes the Luhn check or is in a field for such numbers.
 *
 * @param redact applied to `description`, which may repeat the request. @default removes what looks like a card number
 */
export function maskBody(body: unknown, redact: Redact = redactor([])): unknown {
  return walk(body, "", redact, maxDepth);
}

function walk(value: unknown, key: string, redact: Redact, depth: number): unknown {
  if (typeof value === "string") return maskText(value, key, redact);
  if (typeof value === "number") {
    // JSON has rounded an unsafe integer: of a card number only the last digits.
    const text = Number.isInteger(value) ? String(value) : "";
    const masked = maskText(text, key, redact);
    return masked === text ? value : masked;
  }
  if (typeof value !== "object" || value === null) return value;
  if (depth === 0) return null;
  if (Array.isArray(value)) return value.map((item) => walk(item, key, redact, depth - 1));
  if (!isRecord(value)) return value;
  const entries = Object.entries(value).filter(([name]) => !cvvKey.test(name));
  return Object.fromEntries(entries.map(([name, item]) => [name, walk(item, name, redact, depth - 1)]));
}

function maskText(text: string, key: string, redact: Redact): string {
  const whole = numberKey.test(key) ? maskCardNumber(text) : text;
  if (whole !== text) return whole;
  if (key === "description") return redact(text);
  if (idKey.test(key)) return text;
  return text.replace(digitGroups, maskGroups);
}

/** Masks the card numbers among groups of digits: a number is some whole groups, and others may stand beside it. */
function maskGroups(text: string): string {
  // The groups, and the separator after each.
  const parts = text.split(/(\D)/);
  let masked = "";
  for (let start = 0; start < parts.length; ) {
    let end = endOfNumber(parts, start);
    // Either of two numbers that share groups may be the card's.
    for (let next = start + 2; next < end; next += 2) end = Math.max(end, endOfNumber(parts, next));
    const isNumber = end > start;
    if (!isNumber) end = start + 1;
    const groups = parts.slice(start, end).join("");
    masked += (isNumber ? mask(groups.replace(/\D/g, "")) : groups) + (parts[end] ?? "");
    start = end + 1;
  }
  return masked;
}

/** The end of the longest card number whose first group is `start`; 0 if there is none. */
function endOfNumber(parts: readonly string[], start: number): number {
  let digits = "";
  let end = 0;
  for (let index = start; index < parts.length; index += 2) {
    digits += parts[index];
    if (digits.length > 19) break;
    if (digits.length >= 12 && isLuhn(digits)) end = index + 1;
  }
  return end;
}

/** The Luhn check of ISO/IEC 7812-1. */
function isLuhn(digits: string): boolean {
  let sum = 0;
  for (let index = 1; index <= digits.length; index++) {
    const value = Number(digits[digits.length - index]) * (index % 2 === 0 ? 2 : 1);
    sum += value > 9 ? value - 9 : value;
  }
  return sum % 10 === 0;
}
