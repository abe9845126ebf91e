/** A shop's mistake: the answer of one attempt's call settles another attempt. */
import { toldUrl } from "../call/told-url.ts";
import { UnknownOutcomeError } from "../errors/errors.ts";
import { attemptOf } from "../notifications/signed-url.ts";

/** The failure of settling an attempt by this result or error; `undefined` if its call told no other attempt's URL. */
export function swappedCall(attempt: string, result: unknown): UnknownOutcomeError | undefined {
  const told = attemptOf(toldUrl(result));
  if (told === undefined || told === attempt) return undefined;
  const what = "The shop settled this attempt by the call of another attempt, so nothing is known of it";
  return new UnknownOutcomeError({ code: "unreadable_answer", what });
}
