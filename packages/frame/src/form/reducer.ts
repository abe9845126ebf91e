/**
 * The form: one state for all card fields.
 *
 *   editing --tokenizeRequested--> tokenizing --gatewayResponded, cancelled--> editing        any --closed--> closed (final)
 *
 * A field shows its error when the shopper leaves it non-empty and invalid. On submit, every invalid field shows its error. While
 * the shopper types, errors only disappear: none appears, and none changes into another.
 *
 * Pure: no clock, no DOM, no await. The shell (form-controller.ts) performs the returned effects in order.
 */
import type { Brand, FieldErrorCode, FieldName, PaneOptions } from "@cardpane/contract/messages";
import { fieldNames } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import { expiryOf, isEmpty, isExtraSafe, lastFourOf } from "../card/validate-field.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import { nextFieldAfter } from "./auto-advance.ts";
import { coolDownAfter, secondsLeft } from "./cool-down.ts";
import {
  canTokenize,
  errorOf,
  errorsOf,
  fieldsOf,
  hasField,
  isSameCard,
  networkOf,
  networksOf,
} from "./selectors.ts";
import type {
  ActiveForm,
  FormEffect,
  FormEvent,
  FormState,
  Step,
  TokenizeResult,
  TokenizingForm,
} from "./state.ts";

/** The fields that are wiped as soon as there is a token. */
const cardFields: readonly FieldName[] = ["number", "expiry", "expiryMonth", "expiryYear", "cvv"];

type Open = Exclude<FormState, { status: "closed" }>;
type EventOf<Type extends FormEvent["type"]> = Extract<FormEvent, { type: Type }>;

/** The next state of the form, and the effects to perform. */
export function reduce(state: FormState, event: FormEvent): Step {
  if (state.status === "closed") return [state, []];
  switch (event.type) {
    case "typed":
      return typed(state, event);
    case "focused":
      return [{ ...state, focused: event.field }, []];
    case "chosen":
      return [chosen(state, event.network), []];
    case "blurred":
      return blurred(state, event);
    case "updated":
      return updated(state, event.options);
    case "tokenizeRequested":
      return tokenizeRequested(state, event);
    case "gatewayResponded":
      // A late response to a cancelled request must not overwrite what was typed since.
      return isAwaited(state, event.attempt) ? gatewayResponded(state, event) : [state, []];
    case "cancelled":
      return cancelled(state, event.requestId);
    case "validateRequested":
      return validateRequested(state, event);
    case "cleared":
      return wiped(state, fieldNames);
    case "hidden":
      return hidden(state);
    case "closed":
      return [{ status: "closed" }, [...abortPending(state), { type: "wipe", fields: fieldNames }]];
    default:
      return event satisfies never;
  }
}

function typed(state: Open, { field, entry, source, today }: EventOf<"typed">): Step {
  const next: Open = {
    ...state,
    entries: { ...state.entries, [field]: entry },
    chosenNetwork: field === "number" && isEmpty(entry) ? null : state.chosenNetwork,
    today,
  };
  const shown: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const options of fieldsOf(state.options)) {
    const error = state.shown[options.name];
    // Our own validation finds no error in an entry that the gateway refused, so `refused` stays until the entry changes.
    const stays = error === "refused" ? options.name !== field : errorOf(next, options) === error;
    if (error && stays) shown[options.name] = error;
  }
  const networks = networksOf(next);
  const isNew = networks.length > 1 && networks.join() !== networksOf(state).join();
  const to = source === "key" ? nextFieldAfter(field, state, next) : null;
  const effects: FormEffect[] = to ? [{ type: "advance", from: field, to }] : [];
  return [{ ...next, shown }, isNew ? [{ type: "offer", networks }] : effects];
}

/** Ignored while a request is pending, because the request was sent with the earlier network. */
function chosen(state: Open, network: Brand): Open {
  const isOffered = state.status === "editing" && networksOf(state).includes(network);
  return isOffered ? { ...state, chosenNetwork: network } : state;
}

function blurred(state: Open, { field, today }: EventOf<"blurred">): Step {
  const next = { ...state, focused: state.focused === field ? null : state.focused, today };
  // A field that is disabled loses its focus although the shopper has not left it.
  if (state.status === "tokenizing" || state.options.disabled) return [next, []];
  const shown = { ...state.shown };
  const fields: FieldName[] = [];
  for (const options of fieldsOf(state.options)) {
    const { name } = options;
    if (!validatedWith(field).includes(name) || isEmpty(state.entries[name]) || shown[name] === "refused")
      continue;
    const error = errorOf(next, options);
    if (!error || shown[name] === error) continue;
    shown[name] = error;
    fields.push(name);
  }
  return fields.length > 0 ? [{ ...next, shown }, [{ type: "announce", fields }]] : [next, []];
}

/** The fields that are validated when a field is left: the month decides whether the year has expired. */
function validatedWith(field: FieldName): readonly FieldName[] {
  return field === "expiryMonth" ? ["expiryMonth", "expiryYear"] : [field];
}

/** Applies new options. Wipes the entries of removed fields, and the CVV when the saved card changes. */
function updated(state: Open, options: PaneOptions): Step {
  const next: Open = { ...state, options };
  const replaced: FieldName[] = isSameCard(state.options, options) ? [] : ["cvv"];
  // A list replaces an input, or an input a list.
  if (state.options.expiry !== options.expiry) replaced.push("expiryMonth", "expiryYear");
  const obsolete = fieldNames.filter(
    (field) => hasField(state, field) && (!hasField(next, field) || replaced.includes(field)),
  );
  const [kept, effects] = wiped(next, obsolete);
  const shown: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const field of fieldsOf(options)) {
    const error = kept.shown[field.name];
    if (error === "refused" || (error && errorOf(kept, field) === error)) shown[field.name] = error;
  }
  const focused = kept.focused && hasField(kept, kept.focused) && !options.disabled ? kept.focused : null;
  return [{ ...kept, shown, focused }, effects];
}

function tokenizeRequested(state: Open, event: EventOf<"tokenizeRequested">): Step {
  const { requestId, today, now } = event;
  if (state.status === "tokenizing") {
    return [{ ...state, waiting: [...state.waiting, requestId] }, []];
  }
  const refuse = (code: "pane_disabled" | "options_invalid" | "extra_invalid"): Step => [
    state,
    [{ type: "respondTokenized", requestId, result: { ok: false, code, fields: [] } }],
  ];
  if (state.options.disabled) return refuse("pane_disabled");
  if (!canTokenize(state)) return refuse("options_invalid");
  if (!isExtraSafe(event.extra)) return refuse("extra_invalid");
  const form = { ...state, today };
  const shown = errorsOf(form);
  const [checkedForm, effects] = withErrors(form, shown);
  const fields = fieldsOf(form.options).flatMap(({ name }) => (shown[name] ? [name] : []));
  if (fields[0]) {
    const result: TokenizeResult = { ok: false, code: "form_invalid", fields };
    return [
      checkedForm,
      [...effects, { type: "focus", field: fields[0] }, { type: "respondTokenized", requestId, result }],
    ];
  }
  const wait = secondsLeft(form.coolDown, now);
  if (wait > 0) return [checkedForm, [...effects, ...rateLimited([requestId], wait)]];
  const request = requestOf(form, event.extra);
  return [
    { ...form, shown, status: "tokenizing", attempt: requestId, waiting: [requestId], card: cardOf(form) },
    [{ type: "send", attempt: requestId, request, timeoutMs: event.timeoutMs }],
  ];
}

function gatewayResponded(
  before: TokenizingForm,
  { response, device, now }: EventOf<"gatewayResponded">,
): Step {
  const state = { ...before, coolDown: coolDownAfter(before.coolDown, response, now) };
  if (response.ok) {
    const { token, expireAt } = response;
    const result: TokenizeResult = { ok: true, token, expireAt, device, card: state.card };
    // The name and the postal code stay, because the shopper often tries another card after a declined payment.
    const [next, wipes] = wiped(
      editing(state),
      cardFields.filter((field) => hasField(state, field)),
    );
    return [next, [...wipes, ...respondToAll(state, result)]];
  }
  if (response.code === "rate_limited") {
    return [editing(state), rateLimited(state.waiting, secondsLeft(state.coolDown, now))];
  }
  if (response.code !== "card_refused") return [editing(state), respondToAll(state, response)];
  const refused = fieldsNamedIn(state, response.fields).filter((field) => !isEmpty(state.entries[field]));
  if (response.fields.length > 0 && refused.length === 0) {
    // The gateway refused only data that the page itself passed.
    return [editing(state), respondToAll(state, { ...response, code: "extra_invalid", fields: [] })];
  }
  const shown = Object.fromEntries(refused.map((field) => [field, "refused" as const]));
  const [next, effects] = withErrors(editing(state), shown);
  const focus: readonly FormEffect[] = refused[0] ? [{ type: "focus", field: refused[0] }] : [];
  return [next, [...effects, ...focus, ...respondToAll(state, { ...response, fields: refused })]];
}

/** The form's fields among those that the gateway named. Month and year name a single expiry field, too. */
function fieldsNamedIn(state: Open, fields: readonly FieldName[]): readonly FieldName[] {
  const isDate = fields.some((field) => field === "expiryMonth" || field === "expiryYear");
  return fieldNames.filter(
    (field) => hasField(state, field) && (fields.includes(field) || (field === "expiry" && isDate)),
  );
}

function cancelled(state: Open, requestId: string): Step {
  if (state.status !== "tokenizing" || !state.waiting.includes(requestId)) return [state, []];
  const waiting = state.waiting.filter((id) => id !== requestId);
  const reply: FormEffect = { type: "respondTokenized", requestId, result: aborted };
  if (waiting.length > 0) return [{ ...state, waiting }, [reply]];
  return [editing(state), [{ type: "abort" }, reply]];
}

function validateRequested(state: Open, { requestId, today }: EventOf<"validateRequested">): Step {
  const form = { ...state, today };
  // An entry that the gateway refused stays invalid until it changes.
  const refused = Object.entries(state.shown).filter(([, code]) => code === "refused");
  const errors = { ...Object.fromEntries(refused), ...errorsOf(form) };
  const [next, effects] = state.status === "editing" ? withErrors(form, errors) : [form, []];
  return [next, [...effects, { type: "respondValidated", requestId }]];
}

function hidden(state: Open): Step {
  const [next, effects] = wiped(editing(state), fieldNames);
  return [{ ...next, focused: null }, [...abortPending(state), ...effects]];
}

/** Empties fields: their entries, inputs and shown errors. */
function wiped(state: Open, fields: readonly FieldName[]): readonly [Open, readonly FormEffect[]] {
  if (fields.length === 0) return [state, []];
  const empty = Object.fromEntries(fields.map((field) => [field, Secret.empty]));
  const shown = { ...state.shown };
  for (const field of fields) delete shown[field];
  const chosenNetwork = fields.includes("number") ? null : state.chosenNetwork;
  const next = { ...state, entries: { ...state.entries, ...empty }, shown, chosenNetwork };
  return [next, [{ type: "wipe", fields }]];
}

/** Shows exactly these errors, and announces them. */
function withErrors<F extends ActiveForm>(
  form: F,
  errors: Readonly<Partial<Record<FieldName, FieldErrorCode>>>,
): readonly [F, readonly FormEffect[]] {
  const fields = fieldNames.filter((field) => errors[field]);
  return [{ ...form, shown: errors }, fields.length > 0 ? [{ type: "announce", fields }] : []];
}

function editing(form: ActiveForm): Open {
  const { options, entries, shown, focused, chosenNetwork, cards, strictLuhn, today, coolDown } = form;
  return {
    status: "editing",
    options,
    entries,
    shown,
    focused,
    chosenNetwork,
    cards,
    strictLuhn,
    today,
    coolDown,
  };
}

function isAwaited(state: Open, attempt: string): state is TokenizingForm {
  return state.status === "tokenizing" && state.attempt === attempt;
}

const aborted: TokenizeResult = { ok: false, code: "aborted", fields: [] };
/** The result when the document is hidden. The code is retryable, because the request itself was valid. */
const frameGone: TokenizeResult = { ok: false, code: "frame_gone", fields: [] };

function abortPending(state: Open): readonly FormEffect[] {
  return state.status === "tokenizing" ? [{ type: "abort" }, ...respondToAll(state, frameGone)] : [];
}

/** Announces the wait to the shopper and replies to the page: nothing is sent during this time. */
function rateLimited(requestIds: readonly string[], retryAfterSeconds: number): readonly FormEffect[] {
  const result: TokenizeResult = { ok: false, code: "rate_limited", fields: [], retryAfterSeconds };
  return [
    { type: "announceWait", seconds: retryAfterSeconds },
    ...requestIds.map((requestId) => ({ type: "respondTokenized", requestId, result }) as const),
  ];
}

function respondToAll({ waiting }: TokenizingForm, result: TokenizeResult): readonly FormEffect[] {
  return waiting.map((requestId) => ({ type: "respondTokenized", requestId, result }));
}

function cardOf(form: ActiveForm): TokenizingForm["card"] {
  const { savedCard } = form.options;
  return {
    brand: networkOf(form),
    lastFour: savedCard ? savedCard.lastFour : lastFourOf(form.entries.number),
  };
}

/** The request: the form's own fields, and the page's data for fields that the form does not have. */
function requestOf(form: ActiveForm, extra: EventOf<"tokenizeRequested">["extra"]): TokenizeRequest {
  const { entries, options } = form;
  if (options.savedCard) {
    const { paymentAccountId, consumerId } = options.savedCard;
    return { kind: "saved-card", paymentAccountId, consumerId, cvv: entries.cvv };
  }
  const own = (field: "cardholder" | "postalCode"): Secret =>
    hasField(form, field) ? entries[field] : Secret.of(extra[field] ?? "");
  const { number, cvv } = entries;
  return {
    kind: "card",
    number,
    expiry: expiryOf(entries),
    cvv,
    cardholder: own("cardholder"),
    postalCode: own("postalCode"),
  };
}
