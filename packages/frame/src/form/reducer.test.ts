/** Random events, with ids and fields that do not match, are sent to the form. */
import { brands, fieldNames } from "@cardpane/contract/messages";
import { testCards } from "@cardpane/gateway/testing";
import fc from "fast-check";
import { expect, it } from "vitest";
import { Secret } from "../card/secret.ts";
import { isEmpty } from "../fields/validate-field.ts";
import { failure } from "../tokenize/response.ts";
import { reduce } from "./reducer.ts";
import { hasField } from "./selectors.ts";
import { type FormEvent, type FormState, initialState } from "./state.ts";
import { cards, device, options, savedCard, success, today } from "./testing.ts";

const eventsPerRun = 30;
/** The number of random events; `npm run nightly -- hostile` uses a million. */
const randomEvents = Number(process.env["RANDOM_MESSAGES"] ?? (process.env["NIGHTLY"] ? 30_000 : 3_000));

const field = fc.constantFrom(...fieldNames);
/** Few ids, so that most belong to a current or earlier request. */
const id = fc.constantFrom("a", "b", "c", "__proto__", "constructor");
const text = fc.oneof(
  fc.constantFrom("", "12 / 31", "12", "2031", "123", "Ada Example", "toString"),
  fc.constantFrom(...testCards.map(({ number }) => number)),
  fc.string({ maxLength: 20 }),
);
const extra = fc.constantFrom(null, {}, { cardholder: "Ada" }, { postalCode: "4242 4242 4242 4242" });
const otherOptions = fc.constantFrom(
  options,
  { ...options, disabled: true },
  { ...options, savedCard, fields: [{ name: "cvv", required: true } as const] },
  { ...options, savedCard: { ...savedCard, consumerId: "987654321" } },
  { ...options, fields: [] },
  { ...options, autoAdvance: true, supportedBrands: ["visa" as const] },
);

const event: fc.Arbitrary<FormEvent> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({ field, text }).map(
      ({ field: name, text: typed }): FormEvent => ({
        type: "typed",
        field: name,
        entry: Secret.of(typed),
        source: "key",
        today,
      }),
    ),
  },
  fc.record({ type: fc.constant("focused" as const), field }),
  fc.record({ type: fc.constant("blurred" as const), field, today: fc.constant(today) }),
  fc.record({ type: fc.constant("chosen" as const), network: fc.constantFrom(...brands) }),
  fc.record({ type: fc.constant("updated" as const), options: otherOptions }),
  fc.record({
    type: fc.constant("tokenizeRequested" as const),
    requestId: id,
    timeoutMs: fc.constant(1_000),
    extra,
    announce: fc.constantFrom("", "Paying…"),
    today: fc.constant(today),
    now: fc.nat(100_000),
  }),
  fc.record({
    type: fc.constant("gatewayResponded" as const),
    requestId: id,
    response: fc.constantFrom(
      success,
      failure("network"),
      failure("card_refused", ["number", "cvv"]),
      failure("card_refused"),
      { ...failure("rate_limited"), retryAfterSeconds: 30 },
    ),
    device: fc.constant(device),
    now: fc.nat(100_000),
  }),
  fc.record({ type: fc.constant("cancelled" as const), requestId: id }),
  fc.record({ type: fc.constant("validateRequested" as const), requestId: id, today: fc.constant(today) }),
  {
    weight: 1,
    arbitrary: fc.constantFrom<FormEvent>(
      { type: "cleared" },
      { type: "refilled" },
      { type: "reloaded" },
      { type: "hidden" },
      { type: "closed" },
    ),
  },
);

/** A valid card, so that requests are sent. */
const filled: readonly FormEvent[] = (
  [
    ["number", "4242 4242 4242 4242"],
    ["expiry", "12 / 31"],
    ["cvv", "123"],
    ["cardholder", "Ada Example"],
  ] as const
).map(([name, typed]) => ({ type: "typed", field: name, entry: Secret.of(typed), source: "other", today }));

it("random events throw nothing, mutate no state, and every request gets exactly one response [T-M15]", () => {
  fc.assert(
    fc.property(fc.array(event, { minLength: eventsPerRun, maxLength: eventsPerRun }), (events) => {
      let state: FormState = initialState(options, today, { cards, strictLuhn: true });
      const waiting: string[] = [];
      for (const next of [...filled, ...events]) {
        // A page gives each request a new id.
        if (next.type === "tokenizeRequested" && waiting.includes(next.requestId)) continue;
        // No event comes from an input that is not rendered.
        if (next.type === "typed" && state && !hasField(state, next.field)) continue;
        const before = deepFreeze(state);
        const [after, effects] = reduce(before, deepFreeze(next));
        if (!before) expect([after, effects]).toEqual([before, []]);
        if (next.type === "tokenizeRequested" && before) waiting.push(next.requestId);
        for (const effect of effects) {
          // A request is sent only while none is pending.
          if (effect.type === "send") expect([before?.pending, !!after?.pending]).toEqual([null, true]);
          if (effect.type !== "respondTokenized") continue;
          const at = waiting.indexOf(effect.requestId);
          expect(at).toBeGreaterThanOrEqual(0);
          waiting.splice(at, 1);
          if (effect.result.ok) expectWiped(after);
        }
        expect(after?.pending ? 1 : 0).toBe(waiting.length);
        if (next.type === "cleared" || next.type === "hidden") expectWiped(after);
        state = after;
      }
      expect(({} as Record<string, unknown>)["ok"]).toBeUndefined();
    }),
    { numRuns: Math.ceil(randomEvents / eventsPerRun) },
  );
});

function expectWiped(state: FormState): void {
  if (!state) return;
  for (const name of ["number", "expiry", "expiryMonth", "expiryYear", "cvv"] as const)
    expect(isEmpty(state.entries[name]), name).toBe(true);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const inner of Object.values(value)) deepFreeze(inner as unknown);
  return Object.freeze(value);
}
