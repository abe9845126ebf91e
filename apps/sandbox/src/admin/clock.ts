/** Reads and moves the sandbox's clock. */
import * as z from "zod";
import type { Runtime } from "../runtime.ts";
import { eventKinds } from "../scheduling/timeline-event.ts";
import { count, operation, time } from "./operation.ts";

const isoTime = z.iso.datetime({
  offset: true,
  error: "must be a date and time, for example 2030-01-31T12:00:00Z",
});
const maxStepDays = 3660;

/** `advance` and a `set` into the future run everything due on the way. */
const request = z.discriminatedUnion("action", [
  z.strictObject({
    action: z.literal("advance"),
    days: count(maxStepDays).optional(),
    hours: count(maxStepDays * 24).optional(),
    minutes: count(1e6).optional(),
    seconds: count(1e8).optional(),
  }),
  z.strictObject({ action: z.literal("set"), to: isoTime }),
  z.strictObject({ action: z.literal("freeze") }),
  z.strictObject({ action: z.literal("run") }),
  z.strictObject({ action: z.literal("reset") }),
]);

const state = z.object({
  now: time,
  mode: z.enum(["running", "frozen"]),
  /** How far the clock is ahead of the machine's time, in milliseconds. */
  offsetMs: z.number(),
});

const event = z.looseObject({
  kind: z.enum(eventKinds),
  at: time,
  /** Present for a payment. */
  orderId: z.string().optional(),
  /** Present for a wallet. */
  accountId: z.string().optional(),
  transactionId: z.string(),
});

export const readClock = operation("GET", "/admin/clock", {
  summary: "The clock's time, mode and offset.",
  result: state,
  handle: ({ runtime }) => runtime.clock.state(),
});

export const moveClock = operation("POST", "/admin/clock", {
  summary: "Moves the clock, runs everything due on the way, in order, and answers the events.",
  request,
  examples: [
    { action: "advance", days: 30, hours: 1 },
    { action: "set", to: "2031-01-01T00:00:00Z" },
    { action: "freeze" },
    { action: "run" },
    { action: "reset" },
  ],
  result: state.extend({ events: z.array(event) }),
  handle: async ({ runtime }, { body }) => {
    const events = await move(runtime, body());
    return { ...(await runtime.clock.state()), events: events.map((one) => ({ ...one })) };
  },
});

async function move({ scheduler }: Runtime, asked: z.output<typeof request>) {
  switch (asked.action) {
    case "advance": {
      const { days = 0, hours = 0, minutes = 0, seconds = 0 } = asked;
      const ms = (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000;
      return scheduler.move((now) => new Date(now.getTime() + ms));
    }
    case "set":
      return scheduler.move(() => new Date(asked.to));
    default:
      await scheduler.setClock(asked.action);
      return [];
  }
}
