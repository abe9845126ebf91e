/** The sandbox accepts test cards only: any other number that passes Luhn may be a real card. */
import { type TestCardBehaviour, testCardBehaviour } from "@cardpane/gateway/testing";
import { badField } from "../errors.ts";

/**
 * The behaviour of a test card.
 *
 * @param path the request's field with the number; the refusal names the field and never repeats the number.
 * @throws Refusal 400 for a number that may be a real card.
 */
export function refuseRealCard(number: string, path: string): TestCardBehaviour {
  const behaviour = testCardBehaviour(number);
  if (!behaviour) throw badField(path, "may be a real card: this sandbox takes its test cards only");
  return behaviour;
}
