/** Describes the sandbox's test cards and bank accounts, for its reference and for a page of the site. */
import { paymentCodes } from "../../../gateway/src/index.ts";
import { cardForCode, testCards, testIbans } from "../../../gateway/src/testing/index.ts";
import { code as inCode, table } from "./markdown.ts";

/** Paragraphs of Markdown. `codesLink` is the address of the payment codes' texts. */
export function testCardSections(codesLink: string): readonly string[] {
  return [
    "Any expiry in the future, any CVV. Every other number that passes the Luhn check is refused, because it may be a real card.",
    table(
      ["number", "what it does", "3D Secure", "code"],
      testCards.map(({ number, label, threeDs, code }) => [
        inCode(number),
        label,
        threeDs === "none" ? "" : threeDs,
        code === "0" ? "`0`, success" : `${inCode(code)}, ${paymentCodes[code]}`,
      ]),
    ),
    "### Any payment code",
    `\`40000055\`, the code in four digits, \`000\` and the Luhn digit: ${inCode(cardForCode("5005"))} ends with 5005. The texts are among the [payment codes](${codesLink}).`,
    "### Bank accounts",
    `The IBAN ${inCode(testIbans.success)} succeeds; with the BIC ${inCode(testIbans.notSddCompliantBic)} the payment ends with 5300.`,
  ];
}

/** The page of the guides. */
export function testCardsPage(): string {
  const sections = testCardSections("errors.md#payment-codes").map((text) => text.replace(/^### /, "## "));
  return `${["# Test cards", "For the [sandbox](testing.md).", ...sections].join("\n\n")}\n`;
}
