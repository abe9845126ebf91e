/** Executes one operation that is not in the document: refunds, subscriptions, saved cards, senders. */
import { type FieldOperationName, isFieldOperationId } from "@cardpane/gateway";
import type { Settings } from "../client/settings.ts";
import { ConfigurationError } from "../errors/errors.ts";
import { type CheckedCall, type PathId, sendChecked } from "./checked-call.ts";

/** One call. */
export interface FieldCall<Result> extends Omit<CheckedCall<Result>, "id"> {
  readonly name: FieldOperationName;
  readonly id?: Omit<PathId, "problem"> | undefined;
}

/** @throws CardpaneError */
export async function sendFieldCall<Result>(settings: Settings, call: FieldCall<Result>): Promise<Result> {
  const { name, id, input = {} } = call;
  checkAllowed(settings, name);
  const isId = isFieldOperationId(id?.value);
  const problem = isId ? undefined : "must be an id of the gateway: 1 to 36 letters, digits, - and _";
  return sendChecked(settings, { ...call, input, id: id && { ...id, problem } });
}

/** @throws ConfigurationError if the client sends only operations of the document */
function checkAllowed({ gateway, overridden, routes }: Settings, name: FieldOperationName): void {
  if (gateway.fieldOperations === "send" || overridden.has(name)) return;
  const { method, path } = routes[name];
  throw new ConfigurationError(
    `${name} (${method} ${path}) is not in the gateway's document, and gateway.fieldOperations is "refuse": nothing was sent. Set it to "send", or name ${name} in operations, where your gateway has it`,
  );
}
