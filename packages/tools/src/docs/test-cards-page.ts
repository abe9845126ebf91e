/** The page of test cards, from the list that the sandbox uses. */
import { paymentCodes } from "../../../contract/src/gateway/index.ts";
import { cardForCode, testCards, testIbans } from "../../../contract/src/testing/index.ts";

/** The page, in Markdown. */
export function testCardsPage(): string {
  const anyCode = cardForCode("5005");
  return `${[
    "# Test cards",
    "For the [sandbox](/testing), with any expiry in the future and any CVV. It refuses every other number that passes the Luhn check, because that number may be a real card.",
    table(
      ["number", "what it does", "3D Secure", "code"],
      testCards.map(({ number, label, threeDs, code }) => [
        `\`${number}\``,
        label,
        threeDs === "none" ? "" : threeDs,
        code === "0" ? "`0`, success" : `\`${code}\`, ${paymentCodes[code]}`,
      ]),
    ),
    "## Any payment code",
    `\`40000055\`, the code in four digits, \`000\` and the Luhn digit: \`${anyCode}\` ends with 5005. The texts are among the [error codes](/errors#payment-codes).`,
    "## Bank accounts",
    `The IBAN \`${testIbans.success}\` succeeds; with the BIC \`${testIbans.notSddCompliantBic}\` the payment ends with 5300.`,
  ].join("\n\n")}\n`;
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [head, head.map(() => "---"), ...rows].map((cells) => `| ${cells.join(" | ")} |`).join("\n");
}
