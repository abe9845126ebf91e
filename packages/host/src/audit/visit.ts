/**
 * Visits a page as a shopper does, and lists every script that the browser compiled, every frame, and the security headers.
 *
 * The scripts come from the debugger, so that one which removes its element is listed, too. Attributes of their elements come from
 * an observer in a world of its own, which the page can neither see nor change. The page may be hostile: everything is bounded.
 */
import { createHash } from "node:crypto";
import type { BrowserContext, CDPSession, Page, Response as PageResponse, Request } from "playwright-core";
import { printable } from "../deployment/printable.ts";
import { messageOf } from "../error.ts";
import { type Authorization, authorize, restrictsFrames } from "./authorization.ts";

export interface SeenScript {
  /** The address; `inline: ` and the beginning of its text for a script without an address. */
  readonly source: string;
  /** SHA-384 of the bytes, as in an `integrity` attribute; for an inline script of the text. */
  readonly hash: string;
  /** Whether its element has an `integrity` attribute. */
  readonly integrity: boolean;
  readonly allowed: Authorization;
}

export interface SeenFrame {
  /** Origin and path. */
  readonly source: string;
  readonly allowed: "host" | "nothing";
}

export interface Visit {
  readonly scripts: readonly SeenScript[];
  readonly frames: readonly SeenFrame[];
  /** Values by lower-case name; nonces of policies are replaced by `*`. */
  readonly headers: Readonly<Record<string, string>>;
  /** Whether there were more scripts than are listed. */
  readonly isCut: boolean;
}

interface VisitOptions {
  /** Milliseconds within which the page must load. */
  readonly timeoutMs: number;
  /** Milliseconds to stay after the load, at least. */
  readonly stayMs: number;
}

/** The headers that decide what a page may load, who may embed it, and how it is transported. */
const securityHeaders =
  /^(content-security-policy(-report-only)?|strict-transport-security|x-content-type-options|x-frame-options|referrer-policy|(permissions|feature|document|integrity)-policy(-report-only)?|cross-origin-(opener|embedder|resource)-policy|origin-agent-cluster|access-control-allow-(origin|credentials)|x-xss-protection|x-permitted-cross-domain-policies)$/;

const maxScripts = 2_000;
const maxText = 2_000_000;
const maxAddress = 2_000;
const maxHeader = 8_000;
const world = "cardpane-audit";

interface Parsed {
  readonly id: string;
  readonly url: string;
  readonly frame: string;
}

/** An element or a handler attribute with a script. */
interface Markup {
  readonly src: string;
  readonly text: string;
  readonly integrity: string;
  readonly nonce: string;
}

/** Runs in the page's other world. Elements are read at the end, since a script may set attributes after it inserted one. */
const observer = `{
  const kept = new Set();
  const handlers = [];
  const note = (node) => {
    if (node.nodeType !== 1 || kept.size + handlers.length > ${maxScripts}) return;
    if (node.localName === "script") kept.add(node);
    for (const { name, value } of node.attributes)
      if (name.startsWith("on")) handlers.push({ src: "", text: value, integrity: "", nonce: "" });
    for (const child of node.children) note(child);
  };
  new MutationObserver((records) => {
    for (const { addedNodes } of records) for (const node of addedNodes) note(node);
  }).observe(document, { childList: true, subtree: true });
  globalThis.cardpaneMarkup = () => ({
    markup: [...[...kept].map(({ src, textContent, integrity, nonce }) =>
      ({ src: src?.baseVal ?? src ?? "", text: src ? "" : textContent, integrity: integrity ?? "", nonce })), ...handlers],
    policies: [...document.querySelectorAll("meta[http-equiv=content-security-policy i]")].map(({ content }) => content),
  });
}`;

/** Opens a page in a new tab, and closes the tab. @throws Error if the page does not load */
export async function visitPage(context: BrowserContext, url: string, options: VisitOptions): Promise<Visit> {
  const page = await context.newPage();
  try {
    const debug = await context.newCDPSession(page);
    const parsed: Parsed[] = [];
    const origins = new Map<string, string>();
    const responses = new Map<string, PageResponse>();
    const frames = new Set<string>();
    debug.on(
      "Debugger.scriptParsed",
      ({ scriptId: id, url: name, embedderName, executionContextAuxData }) => {
        const { isDefault, frameId = "" } = (executionContextAuxData ?? {}) as {
          readonly isDefault?: boolean;
          readonly frameId?: string;
        };
        // A script can give itself any name by a comment, but not to its embedder.
        if (isDefault && parsed.length <= maxScripts)
          parsed.push({ id, url: embedderName ?? name, frame: frameId });
      },
    );
    debug.on("Page.frameNavigated", ({ frame }) => {
      origins.set(frame.id, frame.securityOrigin);
      if (frame.url === "about:srcdoc") frames.add(frame.url);
    });
    page.on("response", (response) => {
      if (responses.size < maxScripts) responses.set(response.url(), response);
    });
    // A frame that does not load is listed, too, and so is each address that redirects.
    page.on("request", (request) => {
      if (request.isNavigationRequest() && request.frame().parentFrame() && frames.size < maxScripts)
        frames.add(request.url());
    });
    await debug.send("Page.enable");
    await debug.send("Debugger.enable");
    // A page that says "debugger" would wait for ever.
    await debug.send("Debugger.setSkipAllPauses", { skip: true });
    await debug.send("Page.addScriptToEvaluateOnNewDocument", { source: observer, worldName: world });
    const document = await open(page, url, options);
    const { markup, policies: inDocument } = await readMarkup(debug);
    const headers = await headersOf(document);
    const policies = [
      ...(headers["content-security-policy"] === undefined ? [] : [headers["content-security-policy"]]),
      ...inDocument,
    ];
    const origin = new URL(page.url()).origin;
    const isOfPage = ({ frame }: Parsed) => [undefined, "://", "null", origin].includes(origins.get(frame));
    const scripts = await Promise.all([
      ...parsed
        .slice(0, maxScripts)
        .filter(isOfPage)
        .map((script) => describe(script, debug, responses, markup, policies)),
      ...workerScripts(responses, parsed, origin).map((response) => describeWorker(response, policies)),
    ]);
    return {
      scripts: scripts.filter((script) => script !== undefined),
      frames: [...frames].map((address) => ({
        source: placeOf(address),
        allowed: restrictsFrames(policies) ? "host" : "nothing",
      })),
      headers: {
        ...Object.fromEntries(
          Object.entries(headers)
            .filter(([name]) => securityHeaders.test(name))
            .map(([name, value]) => [name, kept(value)]),
        ),
        ...(inDocument.length > 0 && {
          "content-security-policy (meta)": kept(inDocument.join(", ")),
        }),
      },
      isCut: parsed.length > maxScripts,
    };
  } finally {
    await page.close();
  }
}

/** Loads a page, and moves the mouse and the page a little: some scripts wait for the first sign of a person. */
async function open(page: Page, url: string, { timeoutMs, stayMs }: VisitOptions): Promise<PageResponse> {
  const response = await page.goto(url, { timeout: timeoutMs, waitUntil: "load" }).catch((cause: unknown) => {
    throw new Error(printable(messageOf(cause).split("\n")[0] ?? "", 300));
  });
  if (response === null || !response.ok()) throw new Error(`status ${response?.status()}`);
  await page.mouse.move(80, 80, { steps: 4 });
  await page.mouse.wheel(0, 300);
  await page.waitForTimeout(stayMs);
  await page.waitForLoadState("networkidle", { timeout: timeoutMs }).catch(() => undefined);
  return response;
}

async function readMarkup(
  debug: CDPSession,
): Promise<{ readonly markup: readonly Markup[]; readonly policies: readonly string[] }> {
  interface Tree {
    readonly frame: { readonly id: string };
    readonly childFrames?: readonly Tree[];
  }
  const ids = ({ frame, childFrames = [] }: Tree): readonly string[] => [
    frame.id,
    ...childFrames.flatMap((child) => ids(child)),
  ];
  const { frameTree } = await debug.send("Page.getFrameTree");
  const read = await Promise.all(
    ids(frameTree).map(async (frameId) => {
      try {
        const { executionContextId } = await debug.send("Page.createIsolatedWorld", {
          frameId,
          worldName: world,
        });
        const { result } = await debug.send("Runtime.evaluate", {
          contextId: executionContextId,
          expression: "globalThis.cardpaneMarkup?.()",
          returnByValue: true,
        });
        return result.value as { markup: Markup[]; policies: string[] } | undefined;
      } catch {
        // A frame of another process, or one that is gone.
        return undefined;
      }
    }),
  );
  return { markup: read.flatMap((frame) => frame?.markup ?? []), policies: read[0]?.policies ?? [] };
}

async function describe(
  { id, url }: Parsed,
  debug: CDPSession,
  responses: ReadonlyMap<string, PageResponse>,
  markup: readonly Markup[],
  policies: readonly string[],
): Promise<SeenScript | undefined> {
  const { scriptSource: text } = await debug
    .send("Debugger.getScriptSource", { scriptId: id })
    .catch(() => ({ scriptSource: "" }));
  const response = responses.get(url);
  const isExternal = response?.request().resourceType() === "script" && /^https?:/.test(url);
  if (!isExternal && text === "") return undefined;
  const addresses = isExternal ? addressesOf(response) : [];
  const element = markup.filter(({ src, text: own }) =>
    isExternal ? addresses.includes(withoutFragment(src)) : own === text,
  );
  const bytes = isExternal ? await response.body().catch(() => text) : text;
  const integrity = element.map((one) => one.integrity).join(" ");
  return {
    source: isExternal ? printable(url, maxAddress) : inlineSource(text),
    hash: hashOf(bytes),
    integrity: element.length > 0 && element.every((one) => one.integrity !== ""),
    allowed: authorize(policies, {
      isExternal,
      text: text.slice(0, maxText),
      integrity,
      nonce: element.find((one) => one.nonce !== "")?.nonce ?? "",
      isInPage: element.length > 0,
    }),
  };
}

/** Scripts of workers, and those that they import: the debugger of the page does not compile them. */
function workerScripts(
  responses: ReadonlyMap<string, PageResponse>,
  parsed: readonly Parsed[],
  origin: string,
): readonly PageResponse[] {
  const compiled = new Set(parsed.map(({ url }) => url));
  return [...responses.values()].filter((response) => {
    const kind = response.request().resourceType();
    const isScript =
      kind === "script" ||
      (kind === "other" && /(java|ecma)script/.test(response.headers()["content-type"] ?? ""));
    return (
      isScript && response.ok() && response.url().startsWith(`${origin}/`) && !compiled.has(response.url())
    );
  });
}

async function describeWorker(response: PageResponse, policies: readonly string[]): Promise<SeenScript> {
  return {
    source: printable(response.url(), maxAddress),
    hash: hashOf(await response.body().catch(() => "")),
    integrity: false,
    allowed: policies.length > 0 ? "host" : "nothing",
  };
}

async function headersOf(response: PageResponse): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { name, value } of await response.headersArray()) {
    const key = name.toLowerCase();
    const text = value.replaceAll("\n", ", ");
    headers[key] = headers[key] === undefined ? text : `${headers[key]}, ${text}`;
  }
  return headers;
}

/** The address of a response, and those that redirected to it. */
function addressesOf(response: PageResponse): readonly string[] {
  const addresses: string[] = [];
  for (let request: Request | null = response.request(); request; request = request.redirectedFrom())
    addresses.push(withoutFragment(request.url()));
  return addresses;
}

function withoutFragment(address: string): string {
  return address.split("#")[0] ?? "";
}

/** Random queries of a frame say nothing about its origin. */
function placeOf(address: string): string {
  if (!/^https?:/.test(address) || !URL.canParse(address))
    return printable(address.split(/[,?#]/)[0] ?? "", 300);
  const { origin, pathname } = new URL(address);
  return printable(origin + pathname, 300);
}

function inlineSource(text: string): string {
  return `inline: ${printable(text.trim().replaceAll(/\s+/g, " "), 60)}`;
}

/** A header's value without nonces, which differ in each response. */
function kept(value: string): string {
  return printable(value.replaceAll(/'nonce-[^']*'/g, "'nonce-*'"), maxHeader);
}

function hashOf(bytes: string | Uint8Array): string {
  return `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
}
