/** The sandbox takes test cards only: a number that passes Luhn and is none of them may be somebody's. */
import { type TestCardBehaviour, testCardBehaviour } from "@cardpane/contract/testing";
import { badField } from "../errors.ts";

/**
 * What a test card does.
 *
 * @param path the request's field that held the number; the refusal names it and never repeats the number.
 * @throws Refusal 400 for what may be a real card.
 */
export function refuseRealCard(number: string, path: string): TestCardBehaviour {
  const behaviour = testCardBehaviour(number);
  if (!behaviour) throw badField(path, "may be a real card: this sandbox takes its test cards only");
  return behaviour;
}
