/**
 * The form: one state for all card fields.
 *
 *   editing --tokenizeRequested--> pending --gatewayResponded, cancelled, cleared, another saved card--> editing
 *   any --closed--> null (final)
 *
 * A field shows its error when the shopper leaves it non-empty and invalid. On submit, every invalid field shows its error. While
 * the shopper types, errors only disappear: none appears, and none changes into another.
 *
 * After a token the inputs of the number and the expiry keep their texts for ten minutes. A decline or a closed challenge gives them
 * back; whatever empties the form, another card, and an edit of the shopper end it.
 *
 * Pure: no clock, no DOM, no await. The shell (form-controller.ts) performs the returned effects in order.
 */

import { describeDecline } from "@cardpane/contract/declines";
import type {
  Brand,
  FieldErrorCode,
  FieldName,
  PaneOptions,
  TokenizeExtra,
} from "@cardpane/contract/messages";
import { fieldNames } from "@cardpane/contract/messages";
import { Secret } from "../card/secret.ts";
import { fields } from "../fields/fields.ts";
import { isEmpty, isExtraSafe, lastFourOf } from "../fields/validate-field.ts";
import type { Announcement } from "../locale/messages.ts";
import type { FailureCode } from "../tokenize/failure.ts";
import type { TokenizeRequest } from "../tokenize/request.ts";
import { failure, type TokenizeFailure } from "../tokenize/response.ts";
import { nextFieldAfter } from "./auto-advance.ts";
import {
  canTokenize,
  errorOf,
  errorsOf,
  fieldsOf,
  fieldToFocus,
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
  PendingToken,
  Step,
  TokenizeResult,
} from "./state.ts";

/** Every input forgets what it kept. */
const forget: Extract<FormEffect, { type: "keep" }> = { type: "keep", requestId: "", fields: [] };

type EventOf<Type extends FormEvent["type"]> = Extract<FormEvent, { type: Type }>;

/** The next state of the form, and the effects to perform. */
export function reduce(state: FormState, event: FormEvent): Step {
  if (!state) return [state, []];
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
      return gatewayResponded(state, event);
    case "cancelled":
      return state.pending?.requestId === event.requestId
        ? [editing(state), abortPending(state, "aborted")]
        : [state, []];
    case "validateRequested":
      return validateRequested(state, event);
    case "declined":
      return declined(state, event.code);
    case "keepEnded":
      return state.kept?.requestId === event.requestId ? forgotten(state) : [state, []];
    case "cleared":
      return emptied({ ...state, isCleared: true }, "aborted");
    case "refilled":
      return [{ ...state, isCleared: false }, []];
    case "reloaded":
      return [{ ...state, isReloaded: true }, [announce({ type: "reloaded" })]];
    case "hidden":
      return emptied({ ...state, focused: null }, "frame_gone");
    case "closed":
      return [null, [...abortPending(state, "frame_gone"), { type: "wipe", fields: fieldNames }]];
    default:
      return event satisfies never;
  }
}

function typed(state: ActiveForm, { field, entry, source, today }: EventOf<"typed">): Step {
  const isKept = source === "kept";
  const isReplaced = !isKept && state.kept?.fields.includes(field);
  const next: ActiveForm = {
    ...state,
    entries: { ...state.entries, [field]: entry },
    chosenNetwork: field === "number" && isEmpty(entry) ? null : state.chosenNetwork,
    isReloaded: state.isReloaded && isEmpty(entry),
    kept: isReplaced ? null : state.kept,
    today,
  };
  // The mark of a decline stays on a text that is only given back.
  const shown = stillShown(next, isKept ? undefined : field);
  const networks = networksOf(next);
  const isNew = !isKept && networks.length > 1 && networks.join() !== networksOf(state).join();
  const to = source === "key" ? nextFieldAfter(field, state, next) : null;
  const effects: FormEffect[] = isReplaced ? [forget] : [];
  const offer = announce({ type: "networks", brands: networks, chosen: networkOf(next) });
  if (isNew) effects.push(offer);
  else if (to) effects.push({ type: "advance", from: field, to });
  return [{ ...next, shown }, effects];
}

/** Sets the chosen network. Ignored while a request is pending, because the request was sent with the earlier network. */
function chosen(state: ActiveForm, network: Brand): ActiveForm {
  const isOffered = !state.pending && networksOf(state).includes(network);
  return isOffered ? { ...state, chosenNetwork: network } : state;
}

function blurred(state: ActiveForm, { field, today }: EventOf<"blurred">): Step {
  const next = { ...state, focused: state.focused === field ? null : state.focused, today };
  // A field that is disabled loses its focus although the shopper has not left it.
  if (state.pending || state.options.disabled) return [next, []];
  const wrong: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const options of fieldsOf(state.options)) {
    const { name } = options;
    if (
      !validatedWith(field).includes(name) ||
      isEmpty(state.entries[name]) ||
      state.shown[name] === "refused"
    )
      continue;
    const error = errorOf(next, options);
    if (error && state.shown[name] !== error) wrong[name] = error;
  }
  return [{ ...next, shown: { ...state.shown, ...wrong } }, announceErrors(wrong)];
}

/** The fields that are validated when a field is left: the month decides whether the year has expired. */
function validatedWith(field: FieldName): readonly FieldName[] {
  return field === "expiryMonth" ? ["expiryMonth", "expiryYear"] : [field];
}

/**
 * Applies new options. Wipes the entries of removed fields. Another saved card wipes the CVV and ends the request, whose token would
 * be for a card that is not shown any more.
 */
function updated(state: ActiveForm, options: PaneOptions): Step {
  const isSame = isSameCard(state.options, options);
  const isCleared =
    state.isCleared && JSON.stringify(state.options.values) === JSON.stringify(options.values);
  const same = isSame ? state : { ...editing(state), declined: null };
  const next: ActiveForm = { ...same, options, isCleared };
  const replaced: FieldName[] = isSame ? [] : ["cvv"];
  // A list replaces an input, or an input a list.
  if (state.options.expiry !== options.expiry) replaced.push("expiryMonth", "expiryYear");
  const obsolete = fieldNames.filter(
    (field) => hasField(state, field) && (!hasField(next, field) || replaced.includes(field)),
  );
  const [left, wipes] = wiped(next, obsolete);
  const focused = left.focused && hasField(left, left.focused) && !options.disabled ? left.focused : null;
  const aborts = isSame ? [] : abortPending(state, "aborted");
  const forgets = state.kept && !left.kept ? [forget] : [];
  return [{ ...left, shown: stillShown(left), focused }, [...aborts, ...wipes, ...forgets]];
}

/**
 * Shows why a payment was declined, marks the field concerned, and gives the card back if another attempt with it can help. A closed
 * challenge only gives it back. Nothing happens while another card is sent.
 */
function declined(state: ActiveForm, code: string | null): Step {
  if (state.pending) return [state, []];
  const { message, field, keepsCard } = describeDecline(code);
  const [form, effects] = keepsCard || code === null ? givenBack(state) : forgotten(state);
  const names = fieldsOf(form.options).map(({ name }) => name);
  // `expiry` is also the first field of a divided date.
  const own = names.find((name) => field && name.startsWith(field));
  const shown = own && code !== null ? { ...form.shown, [own]: "refused" as const } : form.shown;
  const target = fieldToFocus({ ...form, shown });
  const focus: FormEffect[] = target ? [{ type: "advance", from: null, to: target }] : [];
  if (code === null) return [form, effects.length > 0 ? [...effects, ...focus] : []];
  const told = announce({ type: "declined", message });
  return [{ ...form, shown, declined: message }, [...effects, told, ...focus]];
}

/** Gives the kept card back, unless the shopper has begun to type another one. */
function givenBack(state: ActiveForm): readonly [ActiveForm, readonly FormEffect[]] {
  const { kept } = state;
  if (!kept || kept.isGivenBack || !kept.fields.every((name) => isEmpty(state.entries[name])))
    return [state, []];
  const next = { ...state, kept: { ...kept, isGivenBack: true }, chosenNetwork: kept.network };
  return [next, [{ ...forget, fields: null }]];
}

/** Forgets the kept card, wherever its texts are. */
function forgotten(state: ActiveForm): readonly [ActiveForm, readonly FormEffect[]] {
  const { kept } = state;
  if (!kept) return [state, []];
  if (kept.isGivenBack) return wiped(state, kept.fields);
  return [{ ...state, kept: null }, [forget]];
}

/**
 * The shown errors that still apply. Our own validation finds no error in an entry that the gateway refused, so `refused` stays
 * until that entry changes.
 */
function stillShown(form: ActiveForm, changed?: FieldName): ActiveForm["shown"] {
  const shown: Partial<Record<FieldName, FieldErrorCode>> = {};
  for (const field of fieldsOf(form.options)) {
    const error = form.shown[field.name];
    const stays = error === "refused" ? field.name !== changed : errorOf(form, field) === error;
    if (error && stays) shown[field.name] = error;
  }
  return shown;
}

function tokenizeRequested(state: ActiveForm, event: EventOf<"tokenizeRequested">): Step {
  const { requestId, today, now } = event;
  const refuse = (code: FailureCode): Step => [state, [respondTo(requestId, failure(code))]];
  // The page shares one promise between its calls, so it sends no second request meanwhile.
  if (state.pending) return refuse("aborted");
  if (!canTokenize(state)) return refuse("options_invalid");
  if (!event.extra || !isExtraSafe(event.extra)) return refuse("extra_invalid");
  const form = { ...state, today };
  const errors = errorsOf(form);
  const wrong = fieldsOf(form.options).flatMap(({ name }) => (errors[name] ? [name] : []));
  if (wrong.length > 0) {
    // The page moves the focus to the first of them.
    const refusal = respondTo(requestId, failure("form_invalid", wrong));
    // The shopper did fill in the form, so its empty fields are not marked as wrong.
    if (form.isReloaded) return [form, [announce({ type: "reloaded" }), refusal]];
    const [checkedForm, announced] = withErrors(form, errors);
    return [checkedForm, [...announced, refusal]];
  }
  const checkedForm = { ...form, shown: {}, declined: null };
  const waitSeconds = Math.ceil((form.retryAt - now) / 1000);
  if (waitSeconds > 0) return [checkedForm, rateLimited(requestId, waitSeconds)];
  const request = requestOf(form, event.extra);
  return [
    { ...checkedForm, pending: { requestId, announced: event.announce, card: cardOf(form, request) } },
    [
      ...(event.announce ? [announce({ type: "text", text: event.announce })] : []),
      { type: "send", requestId, request, timeoutMs: event.timeoutMs },
    ],
  ];
}

function gatewayResponded(
  state: ActiveForm,
  { requestId, response, device, now }: EventOf<"gatewayResponded">,
): Step {
  const { pending } = state;
  // A late response to a cancelled request must not overwrite later input.
  if (pending?.requestId !== requestId) return [state, []];
  const form = editing(state);
  if (response.ok) {
    const { token, expireAt } = response;
    const result: TokenizeResult = { ok: true, token, expireAt, device, card: pending.card };
    // The name and the postal code stay, because the shopper often tries another card after a declined payment.
    const used = fieldNames.filter((field) => fields[field].isCardData && hasField(form, field));
    const [next] = wiped(form, used);
    const keptFields = used.filter((field) => field !== "cvv");
    const kept = { requestId, fields: keptFields, network: form.chosenNetwork, isGivenBack: false };
    const effects: FormEffect[] = [
      { type: "keep", requestId, fields: keptFields },
      { type: "wipe", fields: ["cvv"] },
    ];
    return [{ ...next, kept }, [...effects, respondTo(requestId, result)]];
  }
  const { retryAfterSeconds } = response;
  if (retryAfterSeconds) {
    return [{ ...form, retryAt: now + retryAfterSeconds * 1000 }, rateLimited(requestId, retryAfterSeconds)];
  }
  if (response.code !== "card_refused") return [form, ended(pending, response)];
  const refused = response.fields.filter((field) => hasField(form, field) && !isEmpty(form.entries[field]));
  if (response.fields.length > 0 && refused.length === 0) {
    // The gateway refused only data that the page itself passed.
    return [form, ended(pending, { ...response, code: "extra_invalid", fields: [] })];
  }
  const shown = Object.fromEntries(refused.map((field) => [field, "refused" as const]));
  const [next, effects] = withErrors(form, shown);
  return [next, [...effects, ...ended(pending, { ...response, fields: refused })]];
}

function validateRequested(state: ActiveForm, { requestId, today }: EventOf<"validateRequested">): Step {
  const form = { ...state, today };
  // An entry that the gateway refused stays invalid until it changes.
  const refused = Object.entries(state.shown).filter(([, code]) => code === "refused");
  const errors = { ...Object.fromEntries(refused), ...errorsOf(form) };
  const [next, effects] = state.pending ? [form, []] : withErrors(form, errors);
  return [next, [...effects, { type: "respondValidated", requestId }]];
}

/** Empties the form, and ends the request. */
function emptied(state: ActiveForm, code: FailureCode): Step {
  const [next, effects] = wiped({ ...editing(state), declined: null }, fieldNames);
  return [next, [...abortPending(state, code), ...effects]];
}

/** Empties fields: their entries, inputs and shown errors. */
function wiped(state: ActiveForm, names: readonly FieldName[]): readonly [ActiveForm, readonly FormEffect[]] {
  if (names.length === 0) return [state, []];
  const empty = Object.fromEntries(names.map((field) => [field, Secret.empty]));
  const shown = { ...state.shown };
  for (const field of names) delete shown[field];
  const chosenNetwork = names.includes("number") ? null : state.chosenNetwork;
  const kept = state.kept?.fields.some((field) => names.includes(field)) ? null : state.kept;
  const next = { ...state, entries: { ...state.entries, ...empty }, shown, chosenNetwork, kept };
  return [next, [{ type: "wipe", fields: names }]];
}

/** Shows exactly these errors, and announces them. */
function withErrors(
  form: ActiveForm,
  errors: ActiveForm["shown"],
): readonly [ActiveForm, readonly FormEffect[]] {
  return [{ ...form, shown: errors }, announceErrors(errors)];
}

function editing(form: ActiveForm): ActiveForm {
  return { ...form, pending: null };
}

/** Aborts the request, if one is pending. `frame_gone` is retryable: the document is hidden or closed, the request itself was valid. */
function abortPending({ pending }: ActiveForm, code: FailureCode): readonly FormEffect[] {
  return pending ? [{ type: "abort" }, ...ended(pending, failure(code))] : [];
}

/** Announces the wait to the shopper and replies to the page: nothing is sent during this time. */
function rateLimited(requestId: string, retryAfterSeconds: number): readonly FormEffect[] {
  const result: TokenizeResult = { ...failure("rate_limited"), retryAfterSeconds };
  return [announce({ type: "wait", seconds: retryAfterSeconds }), respondTo(requestId, result)];
}

/** Ends a request without a token, and takes back the announcement that it was sent. */
function ended({ requestId, announced }: PendingToken, result: TokenizeFailure): readonly FormEffect[] {
  return [...(announced ? [announce({ type: "text", text: "" })] : []), respondTo(requestId, result)];
}

function announce(what: Announcement): FormEffect {
  return { type: "announce", what };
}

function announceErrors(errors: ActiveForm["shown"]): readonly FormEffect[] {
  return Object.keys(errors).length > 0 ? [announce({ type: "errors", errors })] : [];
}

function respondTo(requestId: string, result: TokenizeResult): FormEffect {
  return { type: "respondTokenized", requestId, result };
}

function cardOf(form: ActiveForm, request: TokenizeRequest): PendingToken["card"] {
  const { savedCard } = form.options;
  return {
    brand: networkOf(form),
    lastFour: savedCard ? savedCard.lastFour : lastFourOf(form.entries.number),
    hasName: request.kind === "card" && !isEmpty(request.entries.cardholder),
  };
}

/** The request: the form's own fields, and the page's data for fields that the form does not have. */
function requestOf(form: ActiveForm, extra: TokenizeExtra): TokenizeRequest {
  const { entries, options } = form;
  if (options.savedCard) {
    const { paymentAccountId, consumerId } = options.savedCard;
    return { kind: "saved-card", paymentAccountId, consumerId, cvv: entries.cvv };
  }
  const given = Object.entries(extra).map(([name, text]) => [name, Secret.of(text)] as const);
  const missing = given.filter(([name]) => !hasField(form, name as FieldName));
  return { kind: "card", entries: { ...entries, ...Object.fromEntries(missing) } };
}
