import { setTimeout as sleep } from "node:timers/promises";

/** Asks again and again until the answer is truthy, for at most 20 seconds. */
export async function until<Answer>(what: string, ask: () => Promise<Answer>): Promise<NonNullable<Answer>> {
  for (const end = Date.now() + 20_000; Date.now() < end; await sleep(50)) {
    const answer = await ask();
    if (answer) return answer;
  }
  throw new Error(`In 20 seconds it did not come to this: ${what}.`);
}
