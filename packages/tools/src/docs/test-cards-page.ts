/** The page of test cards. */
import { testCardSections } from "../reference/test-cards.ts";

/** The page, in Markdown. */
export function testCardsPage(): string {
  return `${["# Test cards", "For the [sandbox](/testing).", ...testCardSections("/errors#payment-codes")].join("\n\n")}\n`;
}
