/** Remembers which notification URL each call has told the gateway, so that its answer can settle no other attempt. */
import { readOwn } from "@cardpane/contract/record";

const urls = new WeakMap<object, unknown>();

/** Makes the call of this input, and remembers the URL that it tells. */
export async function rememberUrl<Result>(input: unknown, call: () => Promise<Result>): Promise<Result> {
  const url = readOwn(readOwn(input, "url"), "ipnUrl") ?? readOwn(input, "webhookUrl");
  try {
    const result = await call();
    urls.set(Object(result), url);
    return result;
  } catch (error) {
    urls.set(Object(error), url);
    throw error;
  }
}

/** The URL that the call with this result or error has told; `undefined` for a copy of one. */
export function toldUrl(result: unknown): unknown {
  return urls.get(Object(result));
}
