/**
 * Sends one call: makes attempts with the same X-Request-ID until a result, a failure that must not be retried, the deadline,
 * or the caller's abort signal. The rules are in retry.ts, network.ts and response.ts; this file executes them.
 */
import { fieldsOf } from "@cardpane/contract/record";
import type { AnyOperationName } from "@cardpane/gateway";
import type { Effect } from "../errors/errors.ts";
import { traced } from "../settings/channels.ts";
import { type AttemptLog, logEvent } from "../settings/observer.ts";
import { onAbort } from "../settings/on-abort.ts";
import type { Clock, Settings } from "../settings/settings.ts";
import type { CallOptions } from "./call-options.ts";
import { readNetworkFailure } from "./network.ts";
import { readHeader } from "./read-values.ts";
import {
  type ExpectedResponse,
  type Failure,
  type HttpResponse,
  type ParsedResponse,
  parseResponse,
  toError,
  unknownOutcome,
} from "./response.ts";
import { retryDelayMs, worse } from "./retry.ts";

/** A request with its time limit and retry budget. */
export interface Call<Result> extends CallOptions {
  readonly operation: AnyOperationName;
  /** Path template of the operation, with `{id}`, for hooks. */
  readonly path: string;
  readonly method: string;
  readonly url: string;
  /** Value of the `Authorization` header: the API key, alone or after `Bearer`, or `Bearer` and a customer's token. */
  readonly authorization: string;
  /** JSON text; absent for GET. */
  readonly body?: string | undefined;
  readonly expected: Omit<ExpectedResponse<Result>, "now" | "keyHeader">;
}

/** Maximum sizes. A response has a few kilobytes, a page of a list some hundred; longer bodies are not read to the end. */
const maxResponseBytes = 1_048_576;
const maxPageBytes = 16_777_216;

/**
 * Sends a request.
 *
 * @throws CardpaneError whose `outcome` is the worst of all attempts.
 */
export async function send<Result>(settings: Settings, call: Call<Result>): Promise<Result> {
  const { clock } = settings;
  const stop = stopWhen(call, clock);
  const deadline = clock.now() + call.timeoutMs;
  let worst: Failure | undefined;
  try {
    for (let failed = 1; ; failed++) {
      const startedAt = clock.now();
      const { operation, method, path, idempotencyKey } = call;
      const event = { operation, method, path, idempotencyKey, attempt: failed };
      const reading = await traced(
        "cardpane:attempt",
        () => event,
        async (add) => {
          const read = await attempt(settings, call, stop, event, (status) => add({ status }));
          if (!read.ok) add({ error: { code: read.failure.code, outcome: read.failure.outcome } });
          return read;
        },
      );
      if (reading.ok) return reading.result;
      const { failure } = reading;
      // After an unknown outcome, a later refusal does not prove that nothing was executed.
      if (!worst || worse(worst.outcome, failure.outcome) === failure.outcome) worst = failure;
      const delay = retryDelayMs(failure, {
        failed,
        maxRetries: call.maxRetries,
        remainingMs: deadline - clock.now(),
        onUnknown: settings.onUnknown,
        random: settings.random(),
      });
      logError(settings, event, failure, clock.now() - startedAt, delay !== undefined);
      if (delay === undefined) throw toError(worst, call.idempotencyKey, settings.onUnknown);
      await clock.sleep(delay, stop.signal);
      if (stop.why()) {
        const end = { outcome: worst.outcome, effect: call.expected.effect, ...why(stop) };
        throw toError(end, call.idempotencyKey, settings.onUnknown);
      }
    }
  } finally {
    stop.release();
  }
}

function logError(
  { logger }: Settings,
  event: AttemptLog,
  { code, outcome, gatewayStatus: status }: Failure,
  elapsedMs: number,
  willRetry: boolean,
): void {
  const failed = { ...event, elapsedMs, code, outcome, status, willRetry };
  const next = willRetry ? "is sent again" : "ends";
  logEvent(logger, "warn", failed, `: ${code} (${outcome}) after ${elapsedMs} ms; the call ${next}`);
}

/** Ends a call at its deadline, or when the caller aborts it. */
interface Stop {
  readonly signal: AbortSignal;
  why(): "aborted" | "timeout" | undefined;
  release(): void;
}

export function stopWhen(
  { signal, timeoutMs }: Pick<Call<unknown>, "signal" | "timeoutMs">,
  clock: Clock,
): Stop {
  const controller = new AbortController();
  const timer = new AbortController();
  let reason: "aborted" | "timeout" | undefined;
  const stop = (why: "aborted" | "timeout") => {
    reason ??= why;
    controller.abort();
  };
  if (signal?.aborted) stop("aborted");
  const unlisten = onAbort(signal, () => stop("aborted"));
  void clock.sleep(timeoutMs, timer.signal).then(() => {
    if (!timer.signal.aborted) stop("timeout");
  });
  return {
    signal: controller.signal,
    why: () => reason,
    release: () => {
      timer.abort();
      unlisten();
    },
  };
}

/** Makes one attempt. */
async function attempt<Result>(
  settings: Settings,
  call: Call<Result>,
  stop: Stop,
  event: AttemptLog,
  onStatus: (status: number | undefined) => void,
): Promise<ParsedResponse<Result>> {
  const { effect } = call.expected;
  if (stop.why()) return { ok: false, failure: { outcome: "not_sent", effect, ...why(stop) } };
  const startedAt = settings.clock.now();
  let response: Response;
  logEvent(settings.logger, "debug", event);
  try {
    response = await untilStopped(settings.fetch(call.url, requestOf(settings, call, stop)), stop.signal);
  } catch (error) {
    const failure = stop.why() ? unknownOutcome(effect, why(stop)) : lost(error, effect);
    return { ok: false, failure };
  }
  const { status } = fieldsOf<Response>(response);
  onStatus(status);
  const elapsedMs = settings.clock.now() - startedAt;
  logEvent(settings.logger, "debug", { ...event, status, elapsedMs }, `: ${status} after ${elapsedMs} ms`);
  const read = readerOf(response);
  if (typeof status !== "number" || !read) {
    const lack = read ? "status" : "body that can be read";
    const what = `The client's option fetch gave a response without a ${lack}`;
    const failure = { code: "unreadable_answer", what, transient: false } as const;
    return { ok: false, failure: unknownOutcome(effect, failure) };
  }
  const received: HttpResponse = {
    status,
    retryAfter: readHeader(response.headers, "retry-after") ?? null,
    body: await readBody(read, stop.signal, effect === "read" ? maxPageBytes : maxResponseBytes),
  };
  if (received.body === undefined && stop.why()) {
    return { ok: false, failure: unknownOutcome(effect, why(stop)) };
  }
  const keyHeader = call.isKeyGiven ? settings.gateway.headers.requestId : undefined;
  const now = settings.clock.now();
  return parseResponse(received, { ...call.expected, keyHeader, now });
}

const isWorkers = Object(Object(globalThis).navigator).userAgent === "Cloudflare-Workers";

function requestOf({ userAgent, gateway }: Settings, call: Call<unknown>, stop: Stop) {
  const { method, authorization, idempotencyKey, body } = call;
  return {
    method,
    headers: {
      Authorization: authorization,
      Accept: "application/json",
      ...(gateway.sendRequestId && { [gateway.headers.requestId]: idempotencyKey }),
      "User-Agent": userAgent,
      ...(body !== undefined && { "Content-Type": "application/json" }),
    },
    ...(body !== undefined && { body }),
    // Next 13 and 14 write the answers of a GET to their disk. Workers refuse the field.
    ...(method === "GET" && !isWorkers && { cache: "no-store" as const }),
    // Redirects are not followed: card data and API key go only to the configured URL. "error" would hide the status.
    redirect: "manual" as const,
    signal: stop.signal,
  };
}

/** The chunks of a body, and how to give up the rest. */
interface BodyReader {
  read(): Promise<{ readonly done?: boolean | undefined; readonly value?: unknown }>;
  cancel(): unknown;
}

/**
 * Reads the stream of the platform's Response, or that of Node which node-fetch and cross-fetch have, or the text of a test double.
 * `undefined` for a response with none of them.
 */
function readerOf(response: unknown): BodyReader | undefined {
  const { body, text } = fieldsOf<{ body: unknown; text: unknown }>(response);
  const { getReader, [Symbol.asyncIterator]: iterate, destroy } = Object(body);
  if (typeof getReader === "function") return getReader.call(body) as ReadableStreamDefaultReader;
  if (typeof iterate === "function") {
    const iterator = iterate.call(body) as AsyncIterator<unknown>;
    return { read: () => iterator.next(), cancel: () => destroy?.call(body) };
  }
  if (typeof text !== "function") return undefined;
  const whole = (async function* () {
    yield await text.call(response);
  })();
  return { read: () => whole.next(), cancel: () => undefined };
}

/** Reads the body; `undefined` if the connection broke off, the call was aborted, or the body is too long. */
async function readBody(
  reader: BodyReader,
  signal: AbortSignal,
  longest: number,
): Promise<string | undefined> {
  const decoder = new TextDecoder();
  let text = "";
  try {
    for (;;) {
      const { done, value } = await untilStopped(reader.read(), signal);
      if (done) return text + decoder.decode();
      text += typeof value === "string" ? value : decoder.decode(value as Uint8Array, { stream: true });
      if (text.length > longest) throw new RangeError("too long");
    }
  } catch {
    // Frees the socket. A failure means that the connection is already closed.
    Promise.resolve(reader.cancel()).catch(() => undefined);
    return undefined;
  }
}

/** Waits for a promise, and rejects as soon as the signal aborts, even if the promise ignores the signal. */
export function untilStopped<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const onAbort = () => reject(new Error("stopped"));
    if (signal.aborted) onAbort();
    signal.addEventListener("abort", onAbort, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", onAbort));
  });
}

/** Why a call ended before its response. */
function why(stop: Stop): Pick<Failure, "code" | "what" | "transient"> {
  const code = stop.why() ?? "aborted";
  const what = code === "timeout" ? "The gateway did not respond in time" : "The call was aborted";
  return { code, what, transient: false };
}

const networkFailures = {
  connection_lost: "The connection was lost",
  tls_failed: "No secure connection to the gateway could be made",
  connection_failed: "The gateway could not be reached",
} as const;

function lost(error: unknown, effect: Effect): Failure {
  const { code, networkCode } = readNetworkFailure(error);
  const what = networkFailures[code] + (networkCode === undefined ? "" : ` (${networkCode})`);
  const failure = { code, what, networkCode, transient: code !== "tls_failed" };
  return code === "connection_lost"
    ? unknownOutcome(effect, failure)
    : { outcome: "not_sent", effect, ...failure };
}
