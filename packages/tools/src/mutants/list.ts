// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the texts are code of other files
/**
 * Defences, each with an edit that removes it, and the unit tests of which one must then fail. The edits are text: a test checks
 * that every text occurs exactly once in its file, so that the list stays current with the code.
 */

/** The removal of one defence. */
export interface Mutant {
  /** The removed defence. */
  readonly defence: string;
  /** Path in the repository. */
  readonly file: string;
  /** The text to replace. It occurs exactly once in the file. */
  readonly from: string;
  readonly to: string;
  /** Test files; at least one must fail. */
  readonly tests: readonly string[];
}

type Edit = readonly [defence: string, from: string, to: string];

function mutantsOf(file: string, tests: readonly string[], ...edits: readonly Edit[]): readonly Mutant[] {
  return edits.map(([defence, from, to]) => ({ defence, file, from, to, tests }));
}

const contract = "packages/contract/src";
const frame = "packages/frame/src";
const browser = "packages/browser/src";
const host = "packages/host/src";
const node = "packages/node/src";
const sandbox = "apps/sandbox/src";
const demo = "apps/demo/server";

const guards = mutantsOf(
  `${contract}/guards/guards.ts`,
  [`${contract}/messages/guards.test.ts`],
  [
    "an unknown key drops the message",
    "new Set([...Object.keys(value), ...required])",
    "new Set(required.length ? required : Object.keys(value))",
  ],
  [
    "a missing key drops the message",
    "new Set([...Object.keys(value), ...required])",
    "new Set(Object.keys(value))",
  ],
  [
    "a shape has no inherited keys",
    "(Object.hasOwn(shape, key) ? shape[key] : undefined)",
    "shape[key] as Guard<unknown>",
  ],
  ["a message type is a shape's own name", "!Object.hasOwn(shapes, type)", "!(type in shapes)"],
  [
    "an object has a plain prototype",
    "value != null && [Object.prototype, null].includes(Object.getPrototypeOf(value))",
    'typeof value === "object" && value !== null',
  ],
  ["a guard answers a fresh object", "? rebuilt({}, new Set(", "? rebuilt(value as object, new Set("],
  [
    "a list has a maximum length",
    "value.length >= min && value.length <= max\n      ? rebuilt",
    "value.length >= min\n      ? rebuilt",
  ],
  [
    "a text has a maximum length",
    'typeof value === "string" && value.length >= min && value.length <= max',
    'typeof value === "string" && value.length >= min',
  ],
  [
    "a number has a maximum",
    "(value as number) >= min && (value as number) <= max",
    "(value as number) >= min",
  ],
  ["a number is whole", "Number.isInteger(value) && ", 'typeof value === "number" && '],
  ["a nonce has 128 bits", "/^[0-9a-f]{32}$/", "/^[0-9a-f]+$/"],
  [
    "a pattern reads texts alone",
    'typeof value === "string" && wanted.test(value)',
    "wanted.test(value as string)",
  ],
);

const optionGuards = [
  ...mutantsOf(
    `${contract}/messages/option-guards.ts`,
    [`${contract}/messages/guards.test.ts`],
    ["a field stands once in the form", "isMixed || names.size !== list.length", "isMixed"],
    [
      "the expiry stands in one field or in two",
      "isMixed || names.size !== list.length",
      "names.size !== list.length",
    ],
    ["a page's text has no control characters", "[^\\\\p{Cc}\\u2028", "[^\\u2028"],
    [
      "a page's text does not change the direction of other text",
      "\\u2028-\\u202e\\u2066-\\u2069",
      "\\u2028",
    ],
  ),
  ...mutantsOf(
    `${contract}/messages/to-page.ts`,
    [`${contract}/messages/guards.test.ts`],
    ["a token is a UUID", "token: uuid,", "token: text(0, 1_000),"],
    ["the BIN event has 6 or 8 digits", "/^[0-9]{6}([0-9]{2})?$/", "/^[0-9]{6,19}$/"],
  ),
  ...mutantsOf(
    `${contract}/messages/random-id.ts`,
    [`${contract}/messages/random-id.test.ts`],
    ["a nonce has 16 random bytes", "new Uint8Array(16)", "new Uint8Array(8)"],
  ),
];

const look = mutantsOf(
  `${contract}/appearance/parse-tokens.ts`,
  [`${contract}/appearance/appearance.test.ts`],
  ["only known tokens are accepted", "Object.hasOwn(tokenKinds, name) ? ", "name in tokenKinds ? "],
  ["a colour is a colour and nothing behind it", 'RegExp(`^${color}$`, "i")', 'RegExp(`^${color}`, "i")'],
  ["a shadow is a shadow and nothing behind it", "(, ${shadow}){0,5})$`", "(, ${shadow}){0,5})`"],
  ["at most six shadows", "{0,5})$`", "{0,60})$`"],
  [
    "a font's name cannot end a declaration",
    "/^[A-Za-z0-9 ,\"'_-]{1,200}$/",
    "/^[A-Za-z0-9 ,\"'_;:(){}-]{1,200}$/",
  ],
  [
    "a length has a maximum",
    'typeof value === "number" && value >= min && value <= max',
    'typeof value === "number" && value >= min',
  ],
  [
    "a length is a number",
    'typeof value === "number" && value >= min && value <= max',
    "(value as number) >= min && (value as number) <= max",
  ],
  [
    "a token that does not fit is left out",
    "if (fit === undefined) refused?.(name);\n    else fitting[name] = fit;",
    "if (fit === undefined) refused?.(name);\n    fitting[name] = value as string;",
  ],
);

const frameHandshake = [
  ...mutantsOf(
    `${frame}/connection/greeting.ts`,
    [`${frame}/connection/connection.test.ts`],
    [
      "the frame compares the source",
      "event.source !== window.parent || event.origin !== origin",
      "event.origin !== origin",
    ],
    [
      "the frame compares the origin",
      "event.source !== window.parent || event.origin !== origin",
      "event.source !== window.parent",
    ],
    [
      "hello is addressed to the page's origin",
      "window.parent.postMessage(hello, origin);",
      'window.parent.postMessage(hello, "*");',
    ],
    [
      "of many early opens, only two are kept",
      "if (kept.length < maxKept) kept.push(event);",
      "kept[0] ??= event;",
    ],
  ),
  ...mutantsOf(
    `${frame}/connection/connection.ts`,
    [`${frame}/connection/connection.test.ts`],
    ["a second open closes the pane", 'connection.fail("frame_gone");\n      return;', "return;"],
    ["open carries the frame's nonce", ' || field(data, "frameNonce") !== greeting.nonce', ""],
    ["open carries one port", "!port || ports.length !== 1 ||", "!port ||"],
    ["another version is refused", "open?.version === protocolVersion", "open"],
    [
      "nothing is sent after the end",
      "if (this.#isOpen) this.#port.postMessage(message);",
      "this.#port.postMessage(message);",
    ],
    [
      "no message is accepted after the end",
      "this.#isOpen ? parsePageToFrame(data) : undefined",
      "parsePageToFrame(data)",
    ],
    [
      "messages pass a guard",
      "const message = this.#isOpen ? parsePageToFrame(data) : undefined",
      "const message = this.#isOpen ? (data as PageToFrame) : undefined",
    ],
  ),
  ...mutantsOf(
    `${frame}/connection/parent-origin.ts`,
    [`${frame}/connection/connection.test.ts`],
    ["a frame that stands alone does not start", "context.isTop || !own", "!own"],
    [
      "a page of the pane's own origin is refused",
      "origin === undefined || origin === context.origin ? null",
      "origin === undefined ? null",
    ],
    [
      "an opaque parent is refused",
      "return origin && /^https?:/.test(origin) ? origin : undefined;",
      "return origin;",
    ],
    [
      "plain http is refused",
      "if (!isSecureOrigin(own) && !(lanOverHttp && isLocalNetwork(own))) return null;",
      "",
    ],
  ),
];

const pageHandshake = [
  ...mutantsOf(
    `${browser}/connection/connection.ts`,
    [`${browser}/connection/connection.test.ts`],
    [
      "the page compares the source",
      "!contentWindow || source !== (contentWindow as unknown)",
      "!contentWindow",
    ],
    [
      "the page compares the origin",
      'if (origin !== url.origin) this.#fail("frame_hijacked");\n    else if (hello && hello.version',
      "if (hello && hello.version",
    ],
    ["a second hello ends the connection", 'else if (hello && this.#port) this.#fail("frame_gone");\n', ""],
    ["another version ends the connection", "hello && hello.version !== protocolVersion", "false"],
    [
      "open is addressed to the frame's origin",
      "frame.postMessage(open, url.origin, [port2])",
      'frame.postMessage(open, "*", [port2])',
    ],
    ["opened carries the page's nonce", "pageNonce === this.#pageNonce", "pageNonce"],
    ["no message is accepted before opened", "else if (this.#isOpen) this.#options", "else this.#options"],
    [
      "no message is accepted after the end",
      "if (this.#isClosed) return;\n    // Only the type",
      "// Only the type",
    ],
    [
      "messages pass a guard",
      "this.#handleMessage(parseFrameToPage(data))",
      "this.#handleMessage(data as FrameToPage)",
    ],
    [
      "a greeting is addressed to the frame's origin",
      "postMessage(greet, url.origin)",
      'postMessage(greet, "*")',
    ],
    ["only the connected document may answer a greeting", " && frameNonce === this.#frameNonce", ""],
    ["only an adopted frame sends hello again", "!!this.#options.isEarly && ", ""],
  ),
  ...mutantsOf(
    `${contract}/messages/random-id.ts`,
    [`${contract}/messages/random-id.test.ts`],
    ["a nonce is made of 128 bits", "new Uint8Array(16)", "new Uint8Array(1)"],
  ),
  ...mutantsOf(
    `${browser}/ui/iframe.ts`,
    [`${browser}/elements/early-iframe.test.ts`],
    [
      "an iframe with a document of its own is not adopted",
      'if (found.hasAttribute("srcdoc")) return',
      "if (false) return",
    ],
    ["an iframe that may do more is not adopted", 'if ((given ?? "") !== value)', "if (false)"],
    [
      "an iframe of another address is not adopted",
      "!== withoutLocale(created.src))",
      "!== withoutLocale(created.src) && false)",
    ],
  ),
  ...mutantsOf(
    `${browser}/ui/frame-view.ts`,
    [`${browser}/elements/early-iframe.test.ts`],
    ["a pane that cannot load removes the iframe that was started for it", "this.takeFirst()?.remove();", ""],
  ),
  ...mutantsOf(
    `${browser}/connection/frame-url.ts`,
    [`${browser}/connection/frame-url.test.ts`],
    ["a frame of the page's own origin is refused", "if (url.origin === origin) throw", "if (false) throw"],
    ["a frame over plain http is refused", "if (!isSecureOrigin(url) && !isLan) throw", "if (false) throw"],
    ["a page of an opaque origin is refused", 'if (origin === "null") throw', "if (false) throw"],
  ),
];

const pairing = [
  ...mutantsOf(
    `${frame}/split/pairing.ts`,
    [`${frame}/split/pairing.test.ts`],
    ["a frame of another page does not join", "message.page !== page || admitted.get", "admitted.get"],
    [
      "a frame joins for the field that it was admitted for",
      "admitted.get(message.from) !== message.field",
      "!admitted.has(message.from)",
    ],
    ["a nonce joins once", "admitted.delete(message.from);\n", ""],
    [
      "a follower follows no leader of another page",
      'message.page !== page || message.type === "join"',
      'message.type === "join"',
    ],
    [
      "a follower accepts only messages that are addressed to it",
      '|| message.type === "join" || message.to !== nonce',
      '|| message.type === "join"',
    ],
    [
      "a field has one frame, the newest",
      "for (const [known, other] of admitted) if (other === field) admitted.delete(known);",
      "",
    ],
    ["the pairing's channel closes when all have joined", "if (admitted.size === 0) close();", ""],
    [
      "messages of other frames pass a guard",
      "channel === opened ? parse(data) : undefined",
      "channel === opened ? (data as In) : undefined",
    ],
  ),
  ...mutantsOf(
    `${frame}/split/split-field.ts`,
    [`${frame}/split/split.test.ts`],
    ["a change of the leader wipes the field", "if (!mayKeepText) screen.wipe([field]);", ""],
    [
      "the CVV is wiped when the saved card changes",
      'if (!isSameCard(this.#options, message.options)) screen.wipe(["cvv"]);',
      "",
    ],
    [
      "a field that is closed is wiped",
      "const { field, screen } = this.#ports;\n    screen.wipe([field]);\n    this.#leader?.wipeLocally(() => this.#form?.close());",
      "const { screen } = this.#ports;\n    this.#leader?.wipeLocally(() => this.#form?.close());",
    ],
  ),
];

const form = [
  ...mutantsOf(
    `${frame}/form/reducer.ts`,
    [`${frame}/form/form-controller.test.ts`],
    [
      "a late answer changes nothing",
      "if (pending?.attempt !== attempt) return [state, []];",
      "if (!pending) return [state, []];",
    ],
    ["a token wipes number and CVV", "cardFields.filter((field) => hasField(form, field))", "[]"],
    [
      "a hidden form is wiped",
      "const [next, effects] = wiped(editing(state), fieldNames);",
      "const [next, effects] = wiped(editing(state), []);",
    ],
    [
      "closing wipes",
      '[...abortPending(state), { type: "wipe", fields: fieldNames }]',
      "[...abortPending(state)]",
    ],
    [
      "closing ends the request",
      '[...abortPending(state), { type: "wipe", fields: fieldNames }]',
      '[{ type: "wipe", fields: fieldNames }]',
    ],
    ["a disabled pane makes no token", 'if (state.options.disabled) return refuse("pane_disabled");', ""],
    [
      "data from the page holds no card number",
      'if (!isExtraSafe(event.extra)) return refuse("extra_invalid");',
      "",
    ],
    [
      "a form with errors is not sent",
      "if (fields[0]) {\n    const refusal",
      "if (false) {\n    const refusal",
    ],
    [
      "two calls at once share one request",
      "if (pending) return [{ ...state, pending: { ...pending, waiting: [...pending.waiting, requestId] } }, []];",
      "",
    ],
    [
      "the CVV is forgotten when the saved card changes",
      'isSameCard(state.options, options) ? [] : ["cvv"]',
      "[]",
    ],
    [
      "the text of a removed input is forgotten",
      "const [kept, effects] = wiped(next, obsolete);",
      "const [kept, effects] = wiped(next, []);",
    ],
    [
      "a cancelled request is ended",
      'return [editing(state), [{ type: "abort" }, reply]];',
      "return [editing(state), [reply]];",
    ],
  ),
  ...mutantsOf(
    `${frame}/form/bin-rule.ts`,
    [`${frame}/form/bin-rule.test.ts`],
    [
      "the BIN is that of a valid number",
      'if (!options.bin || validateField("number", entries, rulesOf(form)) !== null) return null;',
      "if (!options.bin) return null;",
    ],
    [
      "one start is sent between two emptyings",
      "|| !(bin.startsWith(this.#sent) || this.#sent.startsWith(bin))",
      "",
    ],
  ),
  ...mutantsOf(
    `${frame}/card/holds-card-number.ts`,
    [`${frame}/card/card.test.ts`],
    ["a number between other digits is found", "start + 13 <= digits.length; start++", "start < 1; start++"],
  ),
  ...mutantsOf(
    `${frame}/card/secret.ts`,
    [`${frame}/card/card.test.ts`],
    [
      "a secret is no JSON",
      "toJSON(): string {\n    return mask;",
      'toJSON(): string {\n    return texts.get(this) ?? "";',
    ],
    [
      "a secret is no text",
      "toString(): string {\n    return mask;",
      'toString(): string {\n    return texts.get(this) ?? "";',
    ],
  ),
];

const tokenize = [
  ...mutantsOf(
    `${frame}/tokenize/send-card.ts`,
    [`${frame}/tokenize/tokenize.test.ts`],
    ["tokenize sends no cookie", 'credentials: "omit"', 'credentials: "include"'],
    ["tokenize follows no redirect", 'redirect: "error"', 'redirect: "follow"'],
    ["tokenize sends no referrer", 'referrerPolicy: "no-referrer",\n', ""],
    ["tokenize is kept in no cache", 'cache: "no-store",\n', ""],
    ["an endless response is not read to its end", "if (bytes > maxResponseBytes) {", "if (false) {"],
    ["tokenize has a deadline", "isLate = true;\n    stop.abort();", "isLate = true;"],
  ),
  ...mutantsOf(
    `${frame}/tokenize/response.ts`,
    [`${frame}/tokenize/tokenize.test.ts`],
    ["an answer's token is a UUID", ' || typeof token !== "string" || !uuid(token)', ""],
    ["an answer that makes a token has status 201", "status !== 201 || typeof", "typeof"],
    ["a refused field is the answer's own key", "Object.hasOwn(errors, name)", "name in errors"],
  ),
];

const notifications = [
  ...mutantsOf(
    `${node}/notifications/signed-url.ts`,
    [`${node}/notifications/notifications.test.ts`, `${node}/notifications/notification-verifier.test.ts`],
    ["a signed URL has its signature", "return isOurs ?", "return true ?"],
    ["a signed URL expires", "return expiresAt * 1000 <= nowMs;", "return false;"],
    [
      "a parameter stands once",
      'if (given.some((values) => values.length > 1)) return refuse("signed_url_repeated");',
      "",
    ],
    [
      "the signature covers the environment",
      "[signedFor[audience], environment, reference, expiresAt]",
      "[signedFor[audience], reference, expiresAt]",
    ],
    [
      "the signature covers the reference",
      "[signedFor[audience], environment, reference, expiresAt]",
      "[signedFor[audience], environment, expiresAt]",
    ],
    [
      "the signature covers the expiry",
      "[signedFor[audience], environment, reference, expiresAt]",
      "[signedFor[audience], environment, reference]",
    ],
    [
      "a missing parameter is a refusal",
      'if (!reference || !expiry || !proof) return refuse("signed_url_missing");',
      'if (!reference || !expiry || !proof) return { ok: true, signedUrl: { ...expected, reference: reference ?? "", expiresAt: 0 } };',
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/signed-url.ts`,
    [`${node}/notifications/wallet/wallet-notifications.test.ts`],
    [
      "a URL of payments is invalid for the wallet",
      'wallet: "cardpane wallet notification 1"',
      'wallet: "cardpane notification 1"',
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/signatures.ts`,
    [`${node}/notifications/signatures.test.ts`],
    ["a signature is compared", 'return isOurs ? undefined : "signature_wrong";', "return undefined;"],
    [
      "a missing signature is a refusal",
      'if (!given) return "signature_missing";',
      "if (!given) return undefined;",
    ],
    ["Standard Webhooks: a signature is compared", 'if (!isOurs) return "signature_wrong";', ""],
    [
      "Standard Webhooks: a missing header is a refusal",
      'if (!id || !seconds || !list) return "signature_missing";',
      "if (!id || !seconds || !list) return undefined;",
    ],
    [
      "Standard Webhooks: an old one is refused",
      '<= toleranceMs ? undefined : "signature_stale"',
      "<= toleranceMs ? undefined : undefined",
    ],
    [
      "Standard Webhooks: one of the future is refused",
      "Math.abs(nowMs - Number(seconds) * 1000)",
      "(nowMs - Number(seconds) * 1000)",
    ],
    ["Standard Webhooks: the time is signed", "utf8(`${id}.${seconds}.`)", "utf8(`${id}.`)"],
    [
      "only notices without a payment may be unsigned",
      "return payment === undefined && id === undefined && status === undefined && type !== undefined;",
      "return type !== undefined;",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/bytes.ts`,
    [`${node}/notifications/signatures.test.ts`],
    ["signatures of another length differ", "if (a.length !== b.length) return false;", ""],
  ),
  ...mutantsOf(
    `${node}/notifications/verify-request.ts`,
    [
      `${node}/notifications/notifications.test.ts`,
      `${node}/notifications/signatures.test.ts`,
      `${node}/notifications/node-handlers.test.ts`,
    ],
    ["a notification is posted", 'if (method !== "POST") return { ok: false, code: "method_wrong" };', ""],
    ["a signature is required", "if (problem !== undefined) return refuse(problem);", ""],
    ["a body that a framework parsed has no signature", 'if (wantsBytes) return "body_consumed";', ""],
    [
      "a long body is refused",
      'if (!bytes) return "body_too_long";',
      "if (!bytes) return { bytes: new Uint8Array(), body: {} };",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/check-secrets.ts`,
    [`${node}/notifications/notifications.test.ts`],
    ["a short secret stops the start", "if (utf8(secret).length < minBytes) {", "if (false) {"],
    [
      "a placeholder stops the start",
      "if (placeholder.test(secret) || new Set(secret).size < minCharacters) {",
      "if (false) {",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/orders/order-state.ts`,
    [`${node}/notifications/orders/order-state.test.ts`, `${node}/notifications/notifications.test.ts`],
    ["a failure after the success is no confirmation", "if (isDoneAgain) {", "if (isDone(known)) {"],
    [
      "the order of another payment is refused",
      'if (!isAboutOrder(order, report)) return refuse("order_wrong");',
      "",
    ],
    [
      "a delivery's id is used once",
      'if (isDeliveryReused(order, report)) return refuse("delivery_reused");',
      "",
    ],
    [
      "a second payment is reported as such",
      'return { type: "changed", order: next, event: unknownEvent(next, report, "second_payment") };',
      "",
    ],
    [
      "an order is paid in full once",
      "if (order.isPaidInFull !== false || Number.isNaN(keptMinor)) {",
      "if (Number.isNaN(keptMinor)) {",
    ],
    [
      "after a reversal, another payment that pays in full is preferred",
      "const full = isTakenBack && !(kept && isFull(kept)) ? standing.find(isFull) : undefined;",
      "const full = undefined;",
    ],
    [
      "the void of an authorization reserves nothing any more",
      'const next = kind === "void" ? withoutReservation(step.order) : step.order;',
      "const next = step.order;",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/orders/order-payments.ts`,
    [`${node}/notifications/orders/order-state.test.ts`],
    [
      "a voided part does not pay",
      "const settledMinor = chargedMinor - voidedMinor;",
      "const settledMinor = chargedMinor;",
    ],
    [
      "a payment that was given back in full does not pay its order",
      "isStanding: parts.length > 0 && !(isReturned && keptMinor <= 0),",
      "isStanding: parts.length > 0,",
    ],
    [
      "a renewal's settlement that names no parent is none of the first payment",
      "if (isRenewal(report)) return undefined;",
      "",
    ],
    [
      "the void of an unsettled part leaves the settled part",
      "const spare = transactionId === paymentId ? unsettledMinor : 0;",
      "const spare = 0;",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/orders/order-record.ts`,
    [`${node}/notifications/orders/order-state.test.ts`],
    ["an abandoned authorization reserves nothing", "[key, { ...it, isUnknown: true }]", "[key, it]"],
  ),
  ...mutantsOf(
    `${node}/notifications/stores/reentrant-store.ts`,
    [`${node}/notifications/stores/reentrant-store.test.ts`],
    [
      "a joined call whose event throws fails the whole transaction",
      "if (held.failure) throw held.failure.error;",
      "",
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/orders/match-report.ts`,
    [`${node}/notifications/orders/order-state.test.ts`, `${node}/notifications/notifications.test.ts`],
    [
      "another currency is refused",
      'if (inCurrency.length === 0) return "currency_wrong";',
      'if (inCurrency.length === 0) return expected[0] ?? "amount_wrong";',
    ],
  ),
  ...mutantsOf(
    `${node}/notifications/notifications.ts`,
    [`${node}/notifications/notifications.test.ts`],
    [
      "an order of the gateway belongs to one reference",
      "if (isCharge && !(await stored.claim(",
      "if (false && !(await stored.claim(",
    ],
    ["an unknown order is refused", 'if (!order) throw refusal("order_unknown");', "if (!order) return;"],
  ),
  ...mutantsOf(
    `${node}/notifications/settings.ts`,
    [`${node}/notifications/refusals.test.ts`],
    [
      "a refused notification is never silent",
      "options.onRefused ?? warnOfRefusal",
      "options.onRefused ?? (() => undefined)",
    ],
  ),
];

const shopper = mutantsOf(
  `${node}/shopper/address.ts`,
  [`${node}/shopper/address.test.ts`],
  [
    "a forwarding header counts by the configured depth",
    "if (proxyDepth === 0) return toIp(",
    "if (proxyDepth === 0 && source.header(forwardingHeader) === undefined) return toIp(",
  ],
  ["the address is counted from the right", "addresses?.at(-proxyDepth)", "addresses?.at(0)"],
  [
    "too few addresses are a refusal",
    "if (address === undefined) {\n    return { ok: false, path, message: `holds",
    "if (false) {\n    return { ok: false, path, message: `holds",
  ],
  ["a comma in quotes separates nothing", '"((?:[^"\\\\]|\\\\.)*)"', '"((?:[^",\\\\]|\\\\.)*)"'],
);

const nodeSecrets = mutantsOf(
  `${node}/client/secret.ts`,
  [`${node}/client/secret.test.ts`],
  [
    "a secret is no JSON",
    "toJSON(): string {\n    return shown;",
    "toJSON(): string {\n    return String(this.#value);",
  ],
  [
    "a secret is not inspected",
    '[Symbol.for("nodejs.util.inspect.custom")](): string {\n    return shown;',
    '[Symbol.for("nodejs.util.inspect.custom")](): string {\n    return String(this.#value);',
  ],
);

const gatewayTokens = [
  ...mutantsOf(
    `${sandbox}/tokens/use.ts`,
    [`${sandbox}/tokens/tokens.test.ts`, `${sandbox}/payments/payment.test.ts`],
    [
      "a token pays once",
      'if (token.usedAt) throw badField(path, "was used before: a token pays once");',
      "",
    ],
    ["a token expires", "token.expiresAt <= now || token.sealed === null", "token.sealed === null"],
  ),
  ...mutantsOf(
    `${sandbox}/tokens/tokenize.ts`,
    [`${sandbox}/tokens/tokens.test.ts`, `${sandbox}/payments/payment.test.ts`],
    ["a real card is refused", 'refuseRealCard(request.number, "number");', ""],
  ),
  ...mutantsOf(
    `${sandbox}/wallet/session.ts`,
    [`${sandbox}/wallet/session.test.ts`, `${sandbox}/wallet/login.test.ts`],
    [
      "a refresh token that comes again ends the session",
      "await revokeSession(tx, found.pair.sessionId, now);\n",
      "",
    ],
    ["a session that was ended refreshes nothing", "!found || found.isRevoked ||", "!found ||"],
    [
      "a refresh token expires",
      " || found.pair.refreshExpiresAt <= now) return new Refusal(401);",
      ") return new Refusal(401);",
    ],
    [
      "a code is used once",
      "if (step === undefined || !(await useCode(tx, user.id, step))) return false;",
      "if (step === undefined) return false;",
    ],
    ["a failed login is counted", "await writeFailures(tx, key, oneMore(failed, now));\n", ""],
    ["failed logins cause a waiting time", "if (wait > 0) throw", "if (false) throw"],
    [
      "a blocked user does not log in",
      "if (user.blockedAt) return new Refusal(403);\n  if (!user.isActivated)",
      "if (!user.isActivated)",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/wallet/throttle.ts`,
    [`${sandbox}/wallet/throttle.test.ts`],
    ["waiting grows", "2 ** (failures - freeFailures)", "1"],
    [
      "waiting has a maximum",
      "Math.min(firstWaitMs * 2 ** (failures - freeFailures), maxWaitMs)",
      "firstWaitMs * 2 ** (failures - freeFailures)",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/http/rate-limits.ts`,
    [`${sandbox}/http/rate-limits.test.ts`],
    ["attempts have a limit", "!window || window.count < this.#limits[kind]", "true"],
    ["attempts are counted", "window.count += 1;", "window.count += 0;"],
    ["a window is over at its end", "age >= 0 && age < windowMs[kind]", "age >= 0"],
    [
      "a clock that is set back does not lock anyone out",
      "age >= 0 && age < windowMs[kind]",
      "age < windowMs[kind]",
    ],
    ["counts have a maximum", "windows.size > maxKeys && oldest", "oldest"],
    [
      "a card's wrong CVVs are one merchant's",
      "return `${merchantId} ${cardFingerprint}`",
      "return cardFingerprint",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/app.ts`,
    [`${sandbox}/http/rate-limits.test.ts`],
    ["tokenize is limited by address", 'limits.take("tokenizePerAddress", address, now);', ""],
    [
      "tokenize is limited by the page's origin",
      'if (origin !== undefined) limits.check("tokenizePerPage", origin, now);',
      "",
    ],
    ["a page can read Retry-After", '["X-Request-ID", "Retry-After"]', '["X-Request-ID"]'],
  ),
  ...mutantsOf(
    `${sandbox}/payments/create.ts`,
    [`${sandbox}/http/rate-limits.test.ts`],
    ["wrong CVVs are counted", "if (payment.code === wrongCvvCode) cvvs?.noteWrong();", ""],
    ["a card is refused after too many wrong CVVs", "cvvs?.refuseTooMany();", ""],
  ),
  ...mutantsOf(
    `${sandbox}/tokens/tokenize.ts`,
    [`${sandbox}/http/rate-limits.test.ts`, `${sandbox}/tokens/tokens.test.ts`],
    [
      "a saved card is refused after too many wrong CVVs",
      'context.limits.check("wrongCvvs", cvvKey(found.merchantId, found.account.fingerprint), context.now);',
      "",
    ],
    ["a disabled card makes no token", "found.account.disabled || ", ""],
    ["a card is its consumer's", " || String(found.account.consumerId) !== request.consumerId", ""],
  ),
  ...mutantsOf(
    `${sandbox}/wallet/authenticator.ts`,
    [`${sandbox}/wallet/authenticator.test.ts`],
    ["codes of one step either way are good", "const skewSteps = 1;", "const skewSteps = 20;"],
  ),
  ...mutantsOf(
    `${sandbox}/vault/vault.ts`,
    [`${sandbox}/vault/vault.test.ts`],
    [
      "a sealed text is bound to its place",
      "decipher.setAAD(Buffer.from(place)).setAuthTag",
      'decipher.setAAD(Buffer.from("")).setAuthTag',
    ],
    ["a key has 32 bytes", "some(({ length }) => length !== keyBytes)", "some(() => false)"],
    [
      "two texts have two nonces",
      "const nonce = randomBytes(nonceBytes);",
      "const nonce = Buffer.alloc(nonceBytes);",
    ],
    ["each purpose has a key", "`cardpane sandbox ${purpose}`", "`cardpane sandbox`"],
    [
      "a text is opened by the key that it names",
      "const cardKey = cardKeys.get(prefix);",
      "const cardKey = sealKey;",
    ],
    [
      "keyed hashes stay with the secret key",
      "(purpose: string, from = key)",
      "(purpose: string, from = sealingKeys[0]?.key ?? key)",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/db/reseal.ts`,
    [`${sandbox}/vault/rotation.test.ts`],
    ["unreadable sealed text is left unchanged", "if (content === undefined) {", "if (false) {"],
    ["text sealed with the first key is left unchanged", "<> ${vault.sealedPrefix}", "<> ''"],
    [
      "a text is sealed again for its own place",
      "vault.seal(place, vault.open(place, sealed))",
      'vault.seal("tokens/1", vault.open(place, sealed))',
    ],
  ),
  ...mutantsOf(
    `${sandbox}/vault/key.ts`,
    [`${sandbox}/vault/vault.test.ts`],
    ["a key that others can read stops the start", "((await stat(path)).mode & 0o077) !== 0", "false"],
    ["a sealing key has an id of its own", "new Set(keys.map(({ id }) => id)).size === keys.length", "true"],
  ),
];

const gatewayHttp = [
  ...mutantsOf(
    `${sandbox}/http/own-host.ts`,
    [`${sandbox}/http/own-host.test.ts`],
    [
      "another name is refused where every address is listened on",
      "return isIP(bare(name)) !== 0;",
      "return true;",
    ],
    [
      "a Host with a user is refused",
      "return username || password ? undefined : hostname;",
      "return hostname;",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/app.ts`,
    [`${sandbox}/admin/admin.test.ts`, `${sandbox}/app.test.ts`],
    [
      "a rebound name reads nothing",
      ".every((name) => isOwnHost(name, own))) throw",
      ".every((name) => isOwnHost(name, own) || true)) throw",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/admin/guard.ts`,
    [`${sandbox}/admin/admin.test.ts`],
    ["the admin API requires its token", "token: adminToken,", "verifyToken: () => true,"],
    ["the admin API answers this machine", "if (!isLoopbackAddress(address)) throw new Refusal(403);", ""],
    [
      "the admin API answers through no proxy",
      "if (isForwarded(c.req.raw.headers)) throw new Refusal(403);",
      "",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/http/body.ts`,
    [`${sandbox}/http/body.test.ts`, `${sandbox}/hostile-input.test.ts`, `${sandbox}/app.test.ts`],
    ["a body has a maximum length", "maxSize: maxBytes,", "maxSize: Number.MAX_SAFE_INTEGER,"],
    ["the nesting of a body is limited", "if (path.length > maxDepth) throw", "if (false) throw"],
    ["a body is UTF-8", "{ fatal: true }", "{ fatal: false }"],
    ["a body is JSON by its type", 'if (type !== "application/json") throw', "if (false) throw"],
  ),
  ...mutantsOf(
    `${sandbox}/http/caller.ts`,
    [`${sandbox}/wallet/calling.test.ts`, `${sandbox}/app.test.ts`],
    [
      "a customer cannot call the merchant's operations",
      'if (caller.kind === "customer" && auth === "merchant") throw',
      "if (false) throw",
    ],
    ["a blocked caller is refused", "if (isBlocked || caller.merchant.isBlocked) throw", "if (false) throw"],
  ),
];

const shop = [
  ...mutantsOf(
    `${demo}/http/session.ts`,
    [`${demo}/http/session.test.ts`],
    [
      "a session's id changes with who is logged in",
      "sessions.delete(idOf(session));\n    const id",
      "const id",
    ],
    ["a session ends when it is idle", "if (now() - session.lastSeenAt > idleMs) return undefined;", ""],
    ["the number of sessions is limited", "if (sessions.size <= limit) break;", "break;"],
    ["no script reads the cookie", "httpOnly: true", "httpOnly: false"],
    ["the cookie is of this host alone", '"__Host-shop_session"', '"other_session"'],
  ),
  ...mutantsOf(
    `${demo}/http/security.ts`,
    [`${demo}/http/security.test.ts`, `${demo}/shop/shop.test.ts`, `${demo}/qa/access.test.ts`],
    [
      "another name reads nothing",
      "return c.redirect(own.origin + here.pathname + here.search, 302);",
      "return next();",
    ],
    ["another site posts nothing", 'if (!safe && c.req.header("Origin") !== publicUrl) {', "if (false) {"],
    [
      "another name posts nothing",
      'return c.text("Refused: not the shop\'s address.", 421);',
      "return next();",
    ],
    ["nobody frames the shop", '"frame-ancestors \'none\'",\n    "require', '"require'],
    [
      "the shop's policy names a nonce",
      "`script-src 'nonce-${nonce}' ${pane}`",
      "`script-src 'unsafe-inline' ${pane}`",
    ],
  ),
  ...mutantsOf(
    `${demo}/qa/access.ts`,
    [`${demo}/qa/access.test.ts`],
    ["QA's tools answer this machine", "isLoopbackAddress(visitorOf(c).remoteAddress) &&", ""],
    ["QA's tools answer through no proxy", "!isForwarded(c.req.raw.headers)", "true"],
    ["QA's tools are those of a shop on this machine", "isLoopbackName(new URL(publicUrl).hostname) &&", ""],
  ),
  ...mutantsOf(
    `${demo}/shop/orders-routes.ts`,
    [`${demo}/payments/tickets.test.ts`],
    [
      "a token pays from a checkout that was shown",
      'if (!(await shop.tickets.isGood(form.fields["ticket"], session, order)))',
      "if (session === null)",
    ],
  ),
  ...mutantsOf(
    `${demo}/payments/tickets.ts`,
    [`${demo}/payments/tickets.test.ts`],
    ["a ticket is one shopper's", ", session: shopperId }", " }"],
    ["a ticket is one total's", "amountMinor: totalMinor", "amountMinor: 0"],
  ),
  ...mutantsOf(
    `${demo}/http/log-line.ts`,
    [`${demo}/http/log-line.test.ts`],
    ["a log's line has no control characters", "\\p{Cc}\\p{Cf}", "\\p{Cf}"],
    ["a log's line has an end", "return cut(text, maxLineLength)", "return text"],
  ),
];

const frameHost = [
  ...mutantsOf(
    `${host}/headers.ts`,
    [`${host}/handler.test.ts`],
    [
      "the frame's scripts have hashes",
      "`script-src ${scriptHashes.map((hash) => `'${hash}'`).join(\" \")}`",
      "`script-src 'self'`",
    ],
    ["the frame has no style sheet", "\"style-src 'none'\",\n", ""],
    ["the frame calls one gateway", "`connect-src 'self' ${new URL(gateway).origin}`", "`connect-src *`"],
    ["the frame posts no form", "\"form-action 'none'\",\n", ""],
    [
      "only listed parents may embed the frame",
      '`frame-ancestors ${parents.join(" ")}`',
      "`frame-ancestors *`",
    ],
    ["the frame requires Trusted Types", "\"require-trusted-types-for 'script'\",\n", ""],
    ["the frame's scripts have integrity", '"Integrity-Policy": "blocked-destinations=(script)",', ""],
    ["browsers do not guess content types", '"X-Content-Type-Options": "nosniff",', ""],
    [
      "browsers are told to use https",
      '"Strict-Transport-Security": "max-age=63072000; includeSubDomains",',
      "",
    ],
    ["configuration loosens no header of the host's", "&& !reservedHeader.test(name.toLowerCase())", ""],
  ),
  ...mutantsOf(
    `${host}/config.ts`,
    [`${host}/handler.test.ts`],
    [
      "a header's value has one line",
      "/^[\\x21-\\x7e]([\\x20-\\x7e]{0,1022}[\\x21-\\x7e])?$/",
      "/^[^]{1,1024}$/",
    ],
    [
      "parents are origins",
      "return parseUrl(text)?.origin === text;",
      "return parseUrl(text) !== undefined;",
    ],
    [
      "data in a policy cannot end a directive",
      "/^https?:\\/\\/[a-z0-9.:[\\]-]+(\\/[A-Za-z0-9._~/-]*)?$/",
      "/^https?:/",
    ],
    ["a wildcard lists no public suffix", "if (isPublicSuffix(new URL(below).hostname)) {", "if (false) {"],
    ["a wildcard is never for live", "isForLive || environment !== live ? [source] : []", "[source]"],
    ["gateways are https", "if (!isReachable || url.username", "if (!url || url.username"],
    ["tokenize carries no header of a login", "|| reservedHeader.test(key)) {", ") {"],
  ),
  ...mutantsOf(
    `${host}/policy-reports.ts`,
    [`${host}/policy-reports.test.ts`],
    [
      "a report keeps the site of what was blocked, not its address",
      "`${protocol}//other` : `${protocol}//${domain}`",
      "`${protocol}//other` : text",
    ],
    [
      "a report keeps no label below the domain",
      "? hostname : registeredDomain(hostname);",
      "? hostname : hostname;",
    ],
    ["a report keeps no name of digits", "domain === null || /\\d{4}/.test(domain)", "domain === null"],
    [
      "a keyword of a report is a known one",
      "if (keywords.includes(text)) return text;",
      'if (!text.includes(":")) return text;',
    ],
    ["a directive of a report is a known one", 'directives.includes(name) ? name : "other"', "name"],
    [
      "a report keeps the document's path, not its address",
      "document: document.url.pathname,",
      "document: document.url.href,",
    ],
    [
      "a report must name a document of this host",
      "url.pathname === `${prefix}/${version}/frame`",
      "url.pathname.startsWith(`${prefix}/`)",
    ],
    [
      "a report names a document of the host's own origin",
      "/^https?:$/.test(url.protocol) : url.origin === origin",
      "/^https?:$/.test(url.protocol) : true",
    ],
    [
      "a line of a report is a small whole number",
      "z.optional(z.int().check(z.gte(0), z.lte(1_000_000)))",
      "z.optional(z.any())",
    ],
    [
      "a report's length is checked before it is read",
      'if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes)',
      "if (false)",
    ],
    ["a report is not read without end", "if (length > maxBytes) return", "if (false) return"],
    ["a body holds few reports", "violations.slice(0, maxReportsOfBody)", "violations"],
    ["a minute has few reports", "this.#left -= 1;", ""],
  ),
  ...mutantsOf(
    `${host}/handler.ts`,
    [`${host}/policy-reports.test.ts`],
    ["reports are collected only by configuration", 'if (reports === "off") return undefined;', ""],
  ),
  ...mutantsOf(
    `${host}/deployment/verify.ts`,
    [`${host}/deployment/deployment.test.ts`],
    [
      "verify names a changed byte",
      "if (actual === file.integrity) return headers;",
      "if (actual) return headers;",
    ],
    [
      "verify names a changed header",
      "isSame ? [] : [finding(name, value,",
      "isSame || true ? [] : [finding(name, value,",
    ],
    ["verify names a reporter that was added", '"reporting-endpoints", ...unwanted]', "...unwanted]"],
    [
      "verify names a host that takes no reports",
      "(url) => checkStatus(url, 204, noReports)",
      "async () => []",
    ],
  ),
  ...mutantsOf(
    `${host}/handler.ts`,
    [`${host}/handler.test.ts`],
    [
      "an environment is the configuration's own",
      "Object.hasOwn(environments, environment) ? environments[environment] : undefined",
      "environments[environment]",
    ],
    [
      "an unlisted parent is refused",
      "if (parent !== null && !listsOrigin(parents, parent)) return",
      "if (false) return",
    ],
    ["a parent is an origin", "if (parent !== null && !isOrigin(parent)) {", "if (false) {"],
    [
      "only GET and HEAD are answered",
      'if (request.method !== "GET" && request.method !== "HEAD") {',
      "if (false) {",
    ],
    ["data in the document cannot end an element", '.replaceAll("<", "\\\\u003c")', ""],
    [
      "a script is a file of the release",
      "Object.hasOwn(assets.pageScripts, name) ? assets.pageScripts[name] : undefined",
      "assets.pageScripts[name]",
    ],
  ),
  ...mutantsOf(
    `${contract}/guards/secure-origin.ts`,
    [`${browser}/connection/secure-origin.test.ts`],
    [
      "http is allowed for this machine only",
      '(protocol === "http:" && isLoopbackHost(hostname.replace(/^.+\\.(?=localhost$)/, "")))',
      'protocol === "http:"',
    ],
    [
      "http of a server is allowed for this machine only",
      '(protocol === "http:" && isLoopbackHost(hostname))',
      'protocol === "http:"',
    ],
    ["a name that begins like a loopback address is not one", "|\\[::1\\])$/;", "|\\[::1\\])/;"],
  ),
];

const tickets = mutantsOf(
  `${node}/checkout/tickets.ts`,
  [`${node}/checkout/tickets.test.ts`],
  ["a ticket's signature decides", 'if (!isOurs) return refuse("ticket_forged");', ""],
  ["a ticket expires", "Number(expiry) * 1000 > nowOf(clock) ?", "true ?"],
  ["a ticket is one order's", "const { orderId, amountMinor,", 'const orderId = ""; const { amountMinor,'],
  [
    "a ticket is one amount's",
    "    orderId,\n    amountMinor,\n    currency,\n    session,\n    expiresAt,\n",
    "    orderId,\n    currency,\n    session,\n    expiresAt,\n",
  ],
  [
    "a ticket is one currency's",
    "    orderId,\n    amountMinor,\n    currency,\n    session,\n    expiresAt,\n",
    "    orderId,\n    amountMinor,\n    session,\n    expiresAt,\n",
  ],
  [
    "a ticket is one session's",
    "    orderId,\n    amountMinor,\n    currency,\n    session,\n    expiresAt,\n",
    "    orderId,\n    amountMinor,\n    currency,\n    expiresAt,\n",
  ],
  [
    "a ticket's expiry is signed",
    "    orderId,\n    amountMinor,\n    currency,\n    session,\n    expiresAt,\n",
    "    orderId,\n    amountMinor,\n    currency,\n    session,\n",
  ],
  [
    "a ticket's secret is strong",
    'const secrets = checkSecrets("secret", secret);',
    "const secrets = [secret].flat() as string[];",
  ],
  [
    "a checkout without a part is an error",
    "  const problem = problemOf(checkout);\n  if (problem) throw new ConfigurationError(problem);\n  if (ticket ===",
    "  if (ticket ===",
  ],
);

const coolDowns = [
  ...mutantsOf(
    `${frame}/form/cool-down.ts`,
    [`${frame}/form/cool-down.test.ts`],
    ["a 429 is waited for", "if (retryAfterSeconds !== undefined) return", "if (false) return"],
    ["refusals in a row are counted", "previous.refusals + 1", "previous.refusals"],
    [
      "a refusal shortens no wait",
      "Math.max(previous.endsAt, now + waitSeconds * 1000)",
      "now + waitSeconds * 1000",
    ],
    [
      "a wait has a maximum",
      "Math.min(firstWaitSeconds * 2 ** (delayedRefusals - 1), maxWaitSeconds)",
      "firstWaitSeconds * 2 ** (delayedRefusals - 1)",
    ],
    [
      "a token forgets the refusals",
      "if (response.ok) return noCoolDown;",
      "if (response.ok) return previous;",
    ],
  ),
  ...mutantsOf(
    `${frame}/form/reducer.ts`,
    [`${frame}/form/cool-down.test.ts`],
    [
      "nothing is sent while the form waits",
      "if (wait > 0) return [checkedForm",
      "if (false) return [checkedForm",
    ],
    [
      "a wait outlives clear and hide",
      "return { ...form, pending: null };",
      "return { ...form, pending: null, coolDown: { endsAt: 0, refusals: 0 } };",
    ],
    ["a wait is announced", '{ type: "announceWait", seconds: retryAfterSeconds },', ""],
  ),
  ...mutantsOf(
    `${frame}/tokenize/retry-after.ts`,
    [`${frame}/tokenize/tokenize.test.ts`],
    [
      "Retry-After has a maximum",
      "Math.min(maxRetryAfterSeconds, Math.max(1, seconds))",
      "Math.max(1, seconds)",
    ],
    [
      "Retry-After has a minimum",
      "Math.min(maxRetryAfterSeconds, Math.max(1, seconds))",
      "Math.min(maxRetryAfterSeconds, seconds)",
    ],
    [
      "an unreadable Retry-After is a wait",
      "if (Number.isNaN(seconds)) return defaultRetryAfterSeconds;",
      "if (Number.isNaN(seconds)) return 1;",
    ],
  ),
];

/** Mutants for numbered lines of the threat model that have no row above. */
const others = [
  ...mutantsOf(
    `${host}/deployment/container.ts`,
    [`${host}/deployment/container.test.ts`],
    ["a container is not root", "USER node\n", ""],
    ["a container may write nothing", "docker run --read-only", "docker run"],
  ),
  ...mutantsOf(
    `${browser}/ui/unclobbered.ts`,
    [`${browser}/ui/unclobbered.test.ts`],
    [
      "a named element is no member of the document",
      "Reflect.get(members, name, node)",
      "Reflect.get(node, name)",
    ],
  ),
  ...mutantsOf(
    `${frame}/card/cardholder.ts`,
    [`${frame}/card/card.test.ts`],
    [
      "a name that holds a card number is refused",
      'if (holdsCardNumber(name)) return "holds_card_number";',
      "",
    ],
  ),
  ...mutantsOf(
    `${frame}/theme/load-fonts.ts`,
    [`${frame}/theme/load-fonts.test.ts`],
    ["a font is fetched by its integrity", "fetch(url, { integrity, credentials", "fetch(url, { credentials"],
    ["a font is fetched without cookies", 'credentials: "omit"', 'credentials: "include"'],
  ),
  ...mutantsOf(
    `${host}/headers.ts`,
    [`${host}/handler.test.ts`],
    ["the frame loads in isolated pages", '  "Cross-Origin-Embedder-Policy": "require-corp",\n', ""],
    ["files load in isolated pages", '  "Cross-Origin-Resource-Policy": "cross-origin",\n', ""],
    ["no address is sent as a referrer", '  "Referrer-Policy": "no-referrer",\n', ""],
    [
      "a frame of the parent's site requests a process of its own",
      '{ "Origin-Agent-Cluster": "?1" } as const',
      "{} as const",
    ],
    ["the frame has no access to the device", '"camera=(), ', '"'],
    ["the base of the frame's addresses stays", "\"base-uri 'none'\",\n", ""],
  ),
  ...mutantsOf(
    `${node}/call/retry.ts`,
    [`${node}/call/retry.test.ts`, `${node}/call/retries.test.ts`],
    [
      "a request that may have paid is not sent again",
      'if (attempt.outcome === "unknown" && budget.onUnknown !== "repeat-same-id") return undefined;',
      "",
    ],
    [
      "the worst outcome of all attempts stays",
      "Math.max(order.indexOf(a), order.indexOf(b))",
      "order.indexOf(b)",
    ],
  ),
  ...mutantsOf(
    `${node}/call/send.ts`,
    [`${node}/call/failures.test.ts`, `${node}/call/response.test.ts`, `${node}/call/network.test.ts`],
    ["the client follows no redirect", 'redirect: "manual" as const', 'redirect: "follow" as const'],
  ),
  ...mutantsOf(
    `${sandbox}/notifications/send.ts`,
    [`${sandbox}/notifications/send.test.ts`],
    ["a notification follows no redirect", 'redirect: "manual"', 'redirect: "follow"'],
  ),
  ...mutantsOf(
    `${sandbox}/http/pane-script.ts`,
    [`${sandbox}/http/pane-script.test.ts`],
    ["the manifest names a path and nothing else", "|| !/^(\\/[\\w.-]+)+$/.test(script)", ""],
  ),
  ...mutantsOf(
    `${sandbox}/http/request-log.ts`,
    [`${sandbox}/app.test.ts`],
    [
      "a request id that may be a card number is not logged",
      'id === callerRequestId(c) && mayHoldNumber(id) ? "(not logged)" : id',
      "id",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/scheduling/scheduled-job.ts`,
    [`${sandbox}/scheduling/failed-jobs.test.ts`],
    ["a row that fails again and again is set aside", "if (isSetAside)", "if (tries < 0)"],
    ["a failure of background work is logged", "logFailure({ work: name", "void ({ work: name"],
  ),
  ...mutantsOf(
    `${demo}/http/session.ts`,
    [`${demo}/http/session.test.ts`],
    ["the cookie goes by https alone", "secure: isHttps", "secure: false"],
  ),
  ...mutantsOf(
    `${node}/call/redact.ts`,
    [`${node}/call/redact.test.ts`],
    [
      "a gateway's message repeats no secret",
      "for (const secret of wanted) clean = clean.replaceAll(secret, removed);",
      "",
    ],
    ["a gateway's message repeats no card number", "clean.replace(longNumber, removed)", "clean"],
    ["a gateway's message has an end", "clean.length > maxText", "false"],
    [
      "a secret inside of another one is found",
      'typeof value === "object") return secretsOf(value)',
      "false) return []",
    ],
  ),
  ...mutantsOf(
    `${node}/payments/interpret-result.ts`,
    [`${node}/payments/interpret-result.test.ts`, `${node}/payments/field-shapes.test.ts`],
    [
      "a test is not paid",
      'kind === "charge" || (kind === "test" && test === "accept")',
      'kind === "charge" || kind === "test"',
    ],
    [
      "an authorization is not paid",
      'if (mode === "auth") return "authorization";',
      'if (mode === "auth") return "charge";',
    ],
    ["a mode that is unknown is not paid", 'chargingModes.has(mode) ? "charge" : "unknown"', '"charge"'],
    [
      "a chargeback is not paid",
      'if (mode === "test") return "test";\n  if (action === "chargeback" ||',
      'if (mode === "test") return "test";\n  if (false &&',
    ],
  ),
  ...mutantsOf(
    `${host}/access-log.ts`,
    [`${host}/serve.test.ts`],
    ["the access log has no stranger's path", "path: isServed ? url.pathname : null", "path: url.pathname"],
    [
      "the access log has no stranger's environment",
      "const environment = isServed && ",
      "const environment = ",
    ],
  ),
  ...mutantsOf(
    `${sandbox}/db/tokens.ts`,
    [`${sandbox}/tokens/tokens.test.ts`],
    ["a used token holds no card", "usedAt: now, sealed: null", "usedAt: now"],
    [
      "an expired token holds no card",
      "isNotNull(tokens.sealed)))",
      'isNotNull(tokens.sealed), eq(tokens.id, "")))',
    ],
  ),
  ...mutantsOf(
    `${sandbox}/start.ts`,
    [`${sandbox}/start.test.ts`],
    [
      "the sandbox listens on this machine alone",
      'const defaultHost = "127.0.0.1";',
      'const defaultHost = "0.0.0.0";',
    ],
  ),
  ...mutantsOf(
    `${sandbox}/operation-handlers.ts`,
    [`${sandbox}/wallet/calling.test.ts`],
    ["a customer makes no money", "if (makesMoney && caller", "if (false && caller"],
  ),
  ...mutantsOf(
    "packages/gateway/src/text.ts",
    ["packages/gateway/src/wallet/users.test.ts", "packages/gateway/src/payment.test.ts"],
    ["an address has no control characters", "!/\\p{Cc}|^\\s|\\s$/u.test(address)", "true"],
    ["an address has no user", "!/^https?:[/\\\\]*[^/\\\\?#]*@/i.test(address)", "true"],
  ),
  ...mutantsOf(
    `${demo}/http/page.ts`,
    [`${demo}/http/hostile-ids.test.ts`],
    ["a form comes back to the shop", "/^\\/(?![/\\\\])[", "/^\\/["],
  ),
  ...mutantsOf(
    `${browser}/next-action/read-input.ts`,
    [`${browser}/next-action/read-input.test.ts`, `${browser}/next-action/run.test.ts`],
    ["the address of a next step must be secure", "if (isSecureOrigin(url)) return url;", "return url;"],
  ),
  ...mutantsOf(
    `${frame}/card/digits.ts`,
    [`${frame}/formatting/format.test.ts`, `${frame}/card/card.test.ts`],
    [
      "digits of other scripts are read as ASCII digits",
      "return asciiDigits(text).replace(/[^0-9]/g",
      "return text.replace(/[^0-9]/g",
    ],
  ),
  ...mutantsOf(
    "packages/tools/src/run/services.ts",
    ["packages/tools/src/run/services.test.ts"],
    [
      "lines without a reader are dropped",
      "to.destroyed || to.writableLength > maxUnreadBytes",
      "to.destroyed",
    ],
  ),
];

export const mutants: readonly Mutant[] = [
  ...guards,
  ...optionGuards,
  ...look,
  ...frameHandshake,
  ...pageHandshake,
  ...pairing,
  ...form,
  ...tokenize,
  ...notifications,
  ...shopper,
  ...nodeSecrets,
  ...gatewayTokens,
  ...gatewayHttp,
  ...shop,
  ...frameHost,
  ...coolDowns,
  ...tickets,
  ...others,
];
