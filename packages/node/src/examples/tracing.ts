/** Recipe: spans of OpenTelemetry from the channels of @cardpane/node. */
// #region tracing
import { tracingChannel } from "node:diagnostics_channel";
import type { ChannelMessages } from "@cardpane/node";
import { type Span, SpanStatusCode, trace } from "@opentelemetry/api";

const names: readonly (keyof ChannelMessages)[] = [
  "cardpane:attempt",
  "cardpane:notification",
  "cardpane:store",
];

/** Call it once, where your program sets up OpenTelemetry. A span's parent is the span of your request. */
export function traceCardpane(): void {
  const tracer = trace.getTracer("cardpane");
  for (const name of names) {
    const spans = new WeakMap<object, Span>();
    const channel = tracingChannel<object>(name);
    channel.start.subscribe((message) => spans.set(Object(message), tracer.startSpan(name)));
    channel.asyncEnd.subscribe((message) => {
      const { error, ...facts } = message as ChannelMessages[typeof name];
      const span = spans.get(Object(message));
      span?.setAttributes(facts);
      if (error) span?.setStatus({ code: SpanStatusCode.ERROR, message: error.code });
      span?.end();
    });
  }
}
// #endregion tracing
