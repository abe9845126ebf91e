/** A form with fake ports, for the tests of this folder. */
import type {
  Brand,
  DeviceData,
  FieldName,
  FrameToPage,
  PaneOptions,
  TokenizeExtra,
} from "@cardpane/contract/messages";
import { examplePaneOptions } from "@cardpane/contract/testing";
import { vi } from "vitest";
import { CardIdentifier } from "../card/identify-card.ts";
import { Secret } from "../card/secret.ts";
import { en } from "../locale/en.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import { failure, type TokenizeResponse } from "../tokenize/response.ts";
import { FormController } from "./form-controller.ts";
import type { InputSource } from "./state.ts";
import type { FormView } from "./view-model.ts";

export const today = { year: 2026, month: 11 };
// card-validator reads the clock itself, so the clock must show the same date.
vi.setSystemTime(new Date(today.year, today.month - 1, 15));

export const token = "7f7a1c0e-3d0c-4b86-9d2e-0a51a1c3e111";
export const success: TokenizeResponse = { ok: true, token, expireAt: 1_800_000_000 };

/** Identifies cards by our ranges only. */
export const cards = new CardIdentifier();

export const device: DeviceData = {
  browserJavaEnabled: false,
  browserLanguage: "en",
  browserColorDepth: 24,
  browserScreenHeight: 1080,
  browserScreenWidth: 1920,
  browserTimezone: "0",
};

export const options: PaneOptions = {
  ...examplePaneOptions,
  fields: [
    ...examplePaneOptions.fields,
    { name: "cardholder", required: true },
    { name: "postalCode", required: false },
  ],
};

export const savedCard = {
  paymentAccountId: token,
  consumerId: "123456789",
  brand: "american-express",
  lastFour: "0005",
} as const;

export const goodCard: Readonly<Partial<Record<FieldName, string>>> = {
  number: "4242 4242 4242 4242",
  expiry: "12 / 31",
  cvv: "123",
  cardholder: "Ada Example",
};

/** A request whose response the test controls. */
export interface PendingRequest {
  readonly request: TokenizeRequest;
  readonly timeoutMs: number;
  readonly cancelled: AbortSignal;
  /** Responds, and waits until the form has handled the response. */
  answer(response: TokenizeResponse): Promise<void>;
}

/** Opens a form with a screen, a gateway and a page that record what they receive. */
export function openTestForm(
  paneOptions: PaneOptions = options,
  strictLuhn = true,
  isReady = true,
  language = "en",
) {
  const posted: FrameToPage[] = [];
  const drawn: (FormView | null)[] = [];
  const screen: string[] = [];
  const requests: PendingRequest[] = [];
  let scheduled: { run: () => void; ms: number }[] = [];
  const clock = { now: 1000 };
  /** The texts of the inputs, and those that the inputs keep. */
  const texts = new Map<FieldName, string>();
  const kept = new Map<FieldName, string>();
  const form = new FormController(paneOptions, en, {
    screen: {
      draw: (view) => drawn.push(view),
      focusField: (field) => screen.push(`focus ${field}`),
      blur: () => screen.push("leave"),
      wipe: (fields) => {
        screen.push(`wipe ${fields.join(" ")}`);
        for (const field of fields) for (const inputs of [texts, kept]) inputs.delete(field);
      },
      keep: (fields) => {
        screen.push(fields ? `keep ${fields.join(" ")}` : "give back");
        const given = [...(fields ? [] : kept)];
        kept.clear();
        for (const field of fields ?? []) {
          kept.set(field, texts.get(field) ?? "");
          texts.delete(field);
        }
        for (const [field, text] of given) if (text) type(field, text, "kept");
      },
      announce: (text) => screen.push(`announce ${text}`),
    },
    post: (message) => posted.push(message),
    send: (request, timeoutMs, cancelled) =>
      new Promise((resolve) => {
        cancelled.addEventListener("abort", () => resolve(failure("aborted")));
        const answer = async (value: TokenizeResponse) => {
          resolve(value);
          await Promise.resolve();
          await Promise.resolve();
        };
        requests.push({ request, timeoutMs, cancelled, answer });
      }),
    device: () => device,
    today: () => today,
    now: () => clock.now,
    language: () => language,
    cards,
    strictLuhn,
    schedule: (run, ms = 0) => scheduled.push({ run, ms }),
    onOptions: () => {},
  });
  // The app sends the first snapshot with `ready`.
  if (isReady) form.startPublishing();
  function type(field: FieldName, text: string, source: InputSource = "other") {
    texts.set(field, text);
    form.dispatch({ type: "typed", field, entry: Secret.of(text), source });
  }
  return {
    form,
    /** Milliseconds; a test advances them. */
    clock,
    posted,
    drawn,
    screen,
    requests,
    type,
    choose: (network: Brand) => form.dispatch({ type: "chosen", network }),
    enter: (field: FieldName) => form.dispatch({ type: "focused", field }),
    leave: (field: FieldName) => form.dispatch({ type: "blurred", field }),
    fill(values: Readonly<Partial<Record<FieldName, string>>> = goodCard) {
      for (const [field, text] of Object.entries(values)) type(field as FieldName, text);
    },
    tokenize: (requestId: string, extra: TokenizeExtra | null = {}, announce: string = "") =>
      form.handleMessage({ type: "tokenize", requestId, timeoutMs: 1000, extra, announce }),
    texts,
    /** Whether an input keeps a text. */
    keepsText: () => [...kept.values()].some((text) => text !== ""),
    /** Runs the functions that the form has scheduled within this time, in order of time. */
    settle(withinMs = 60_000) {
      const runs = scheduled.filter(({ ms }) => ms <= withinMs).sort((one, other) => one.ms - other.ms);
      scheduled = scheduled.filter(({ ms }) => ms > withinMs);
      for (const { run } of runs) run();
    },
    /** The errors that are shown. */
    errors(): Partial<Record<FieldName, string>> {
      const fields = drawn.at(-1)?.fields ?? [];
      return Object.fromEntries(fields.flatMap(({ name, error }) => (error ? [[name, error]] : [])));
    },
    /** The outcome of each request, in order. */
    endings: () =>
      posted.flatMap((message) =>
        message.type === "tokenized"
          ? [[message.requestId, message.outcome.ok ? "token" : message.outcome.code]]
          : [],
      ),
  };
}
