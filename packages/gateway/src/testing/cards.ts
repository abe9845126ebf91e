/**
 * The sandbox's test cards (*assumption*: the interface lists none). They accept any future expiry and any CVV.
 */

import type { Brand } from "@cardpane/contract/messages";
import { type PaymentCode, paymentCodes } from "../codes.ts";

/**
 * The 3D Secure behaviour of a card: `none` (not enrolled: the payment continues without 3D Secure), `frictionless` and
 * `attempt` (authenticated in the background), `unavailable`, `challenge` (a page that the shopper must answer), `required`
 * (the issuer declines with 5227 unless 3D Secure was requested; then a challenge).
 */
export type ThreeDsBehaviour = "none" | "frictionless" | "attempt" | "unavailable" | "challenge" | "required";

/** The sandbox's behaviour for a test card. */
export interface TestCardBehaviour {
  readonly threeDs: ThreeDsBehaviour;
  /** The code of the authentication, if it always fails. */
  readonly authenticationCode?: PaymentCode;
  /** The code of the authorization after a successful authentication. */
  readonly code: PaymentCode;
}

/** A test card: its number, a label, and the sandbox's behaviour. */
export interface TestCard extends TestCardBehaviour {
  readonly number: string;
  readonly label: string;
}

const plain = (number: string, code: PaymentCode, label: string): TestCard => ({
  number,
  threeDs: "none",
  code,
  label,
});

/** Every listed test card; `cardForCode()` returns one for any code. */
export const testCards: readonly TestCard[] = [
  plain("4242424242424242", "0", "Visa, success"),
  plain("4111111111111111", "0", "Visa, success"),
  plain("5555555555554444", "0", "Mastercard, success"),
  plain("2223003122003222", "0", "Mastercard 2-series, success"),
  plain("378282246310005", "0", "American Express (CVV of 4), success"),
  plain("6011111111111117", "0", "Discover, success"),
  plain("3530111333300000", "0", "JCB, success"),
  plain("30569309025904", "0", "Diners Club, success"),
  plain("6759649826438453", "0", "Maestro, success"),
  plain("4000002500001001", "0", "Visa and Cartes Bancaires, success"),
  plain("5555552500001001", "0", "Mastercard and Cartes Bancaires, success"),
  plain("4000000000000002", "5000", "General decline"),
  plain("4000000000009995", "5051", "Insufficient funds"),
  plain("4000000000009987", "5041", "Lost card"),
  plain("4000000000009979", "5043", "Stolen card"),
  plain("4000000000000069", "5054", "Expired card"),
  plain("4000000000000127", "5082", "Wrong CVV"),
  plain("4000000000000119", "5096", "System error"),
  plain("4000000000006975", "5065", "Activity limit exceeded"),
  {
    number: "4000000000002701",
    threeDs: "frictionless",
    code: "0",
    label: "3DS frictionless, success",
  },
  {
    number: "4000000000002925",
    threeDs: "frictionless",
    authenticationCode: "5220",
    code: "5220",
    label: "3DS frictionless, refused",
  },
  {
    number: "4000000000002719",
    threeDs: "attempt",
    code: "0",
    label: "3DS attempt, success",
  },
  {
    number: "4000000000002313",
    threeDs: "unavailable",
    authenticationCode: "5221",
    code: "5221",
    label: "3DS unavailable",
  },
  {
    number: "4000000000002503",
    threeDs: "challenge",
    code: "0",
    label: "3DS challenge, then success",
  },
  {
    number: "4000000000002370",
    threeDs: "challenge",
    authenticationCode: "5220",
    code: "5220",
    label: "3DS challenge, always refused",
  },
  {
    number: "4000000000003220",
    threeDs: "required",
    code: "0",
    label: "3DS required",
  },
  {
    number: "4000008400001629",
    threeDs: "challenge",
    code: "5005",
    label: "3DS challenge passes, then declined",
  },
  {
    number: "4000008260003178",
    threeDs: "challenge",
    code: "5051",
    label: "3DS challenge passes, then no funds",
  },
];

/**
 * Card numbers with the name of their network. The pane and the sandbox must recognize the same network, so that a saved card
 * looks the same in both; both are tested with these.
 */
export const brandSamples = [
  ["4242424242424242", "visa"],
  ["4111111111111111", "visa"],
  ["5555555555554444", "mastercard"],
  ["2223003122003222", "mastercard"],
  ["378282246310005", "american-express"],
  ["6011111111111117", "discover"],
  ["3530111333300000", "jcb"],
  ["30569309025904", "diners-club"],
  ["6759649826438453", "maestro"],
] as const satisfies readonly (readonly [number: string, brand: Brand])[];

/** The sandbox's test IBAN, and the BIC `NOSDDEXX`, with which a payment ends with 5300. */
export const testIbans = {
  success: "DE89370400440532013000",
  notSddCompliantBic: "NOSDDEXX",
} as const;

const byNumber = new Map(testCards.map((card) => [card.number, card]));
const codePrefix = "40000055";

/**
 * The test card whose payment ends with a code of section 7: `40000055`, the code in four digits, `000`, the Luhn digit.
 *
 * @example cardForCode("5005") // "4000005550050000"
 */
export function cardForCode(code: PaymentCode): string {
  const body = `${codePrefix}${code.padStart(4, "0")}000`;
  return body + luhnDigit(body);
}

/**
 * The sandbox's behaviour for a card number. `undefined` for a number that passes Luhn and is not a test card: it may be real,
 * so it must be refused. A number that fails Luhn cannot be a real card; its payment ends with 5014.
 */
export function testCardBehaviour(number: string): TestCardBehaviour | undefined {
  const listed = byNumber.get(number);
  if (listed) return listed;
  if (luhnDigit(number.slice(0, -1)) !== number.slice(-1)) return { threeDs: "none", code: "5014" };
  const code = codeOf(number);
  return code && cardForCode(code) === number ? { threeDs: "none", code } : undefined;
}

function codeOf(number: string): PaymentCode | undefined {
  if (number.length !== 16 || !number.startsWith(codePrefix)) return undefined;
  const digits = number.slice(codePrefix.length, codePrefix.length + 4);
  return (Object.keys(paymentCodes) as PaymentCode[]).find((code) => code.padStart(4, "0") === digits);
}

/** The digit that makes `body` plus itself pass the Luhn check (ISO/IEC 7812-1). */
function luhnDigit(body: string): string {
  let sum = 0;
  for (let index = 0; index < body.length; index++) {
    const digit = Number(body[body.length - 1 - index]);
    const doubled = index % 2 === 0 ? digit * 2 : digit;
    sum += doubled > 9 ? doubled - 9 : doubled;
  }
  return String((10 - (sum % 10)) % 10);
}
