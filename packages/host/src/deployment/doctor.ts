/**
 * Examines a page in a browser: lists the problems that prevent its pane from becoming ready, and those that weaken it; with a
 * manifest also the bytes and headers of the pane that differ from the build.
 *
 * The page may be hostile. What it says is checked, bounded and cleaned of control characters before it is kept, and no answer of
 * it is awaited without a deadline.
 */
import { developerMessage, type PaneErrorCode } from "@cardpane/contract/errors";
import { array, boolean, exact, nullable, text } from "@cardpane/contract/messages";
import type { Frame, Page, Response as PageResponse } from "playwright-core";
import { messageOf } from "../error.ts";
import { integrityOf } from "../read-assets.ts";
import { isSameSite } from "../same-site.ts";
import { compareHeaders, filesAt } from "./compare.ts";
import type { DeploymentManifest } from "./deployment.ts";
import { clean, type DoctorFinding, error, warning } from "./doctor-finding.ts";
import { checkGateway } from "./gateway-check.ts";

export interface Diagnosis {
  /** Whether the pane became ready and there is no error; there may be warnings all the same. */
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
}

export interface ExamineOptions {
  /** Milliseconds within which the page must load, and then its pane become ready. */
  readonly timeoutMs: number;
  /** The build that the page's pane is compared with. @default nothing is compared */
  readonly manifest?: DeploymentManifest | undefined;
  /** Lower-case names of headers that a proxy may add. @default [] */
  readonly acceptedHeaders?: readonly string[];
}

/** What has been seen of a page since its load began; it grows while the page runs, each part up to {@link maxKept}. */
interface PageEvents {
  readonly violations: Set<string>;
  /** Addresses of scripts of the pane that did not load. */
  readonly scripts: Set<string>;
  /** Reasons of failed requests for a script of the pane, by address. */
  readonly requests: Map<string, string>;
  /** Responses with the documents of iframes, and those from the manifest's origin. */
  readonly responses: PageResponse[];
}

const pageScript = /\/cardpane\.js(\?|$)/;
/** The address of a pane's frame. */
const frameAddress = /^https?:\/\/[^?#]+\/frame\?([^#]*&)?environment=/;
/** The maximum number of kept events of a kind, and of listed scripts. */
const maxKept = 50;
/** The maximum number of findings of a kind. */
const maxFindings = 10;
/** The maximum length of an address. */
const maxAddress = 8_192;

const anyText = text(0, maxAddress);
/** Reads the state of a page's pane and its scripts, as the page says it. */
const readReport = exact({
  isDefined: boolean,
  status: anyText,
  error: nullable(exact({ code: anyText, message: anyText })),
  frame: nullable(anyText),
  scripts: array(exact({ src: anyText, integrity: anyText }), 0, maxKept),
});
type PaneReport = NonNullable<ReturnType<typeof readReport>>;

/** Reports failures that no request shows: policy violations, and scripts that do not match their `integrity`. */
const failureReporter = `document.addEventListener("securitypolicyviolation", (event) => {
  if (event.disposition === "enforce") cardpaneViolation(event.effectiveDirective + " blocks " + event.blockedURI);
});
addEventListener("error", ({ target }) => {
  if (target.localName === "script" && target.src) cardpaneScriptError(target.src);
}, true);`;

/** The parts of the DOM that the functions below use in the page; this package has no DOM types. */
interface PaneElement {
  readonly status?: string;
  readonly error?: { readonly code: string; readonly message: string } | null;
  querySelector(selector: string): { readonly src: string } | null;
}
declare const customElements: { get(name: string): unknown };
declare const document: {
  querySelectorAll(selector: string): ArrayLike<{ readonly src: string; readonly integrity: string }>;
};

const isSettled = (pane: PaneElement | null) => pane?.status === "ready" || Boolean(pane?.error);

/** Runs in the page, without the element for a pane that a script has mounted. Texts are cut, so that the report stays readable. */
const readPane = (
  pane: PaneElement | null,
  { maxKept: most, maxAddress: length }: Readonly<Record<string, number>>,
) => {
  const cut = (text: unknown) => String(text ?? "").slice(0, length);
  const frame = pane?.querySelector("iframe");
  return {
    isDefined: customElements.get("card-pane") !== undefined,
    status: cut(pane?.status),
    error: pane?.error ? { code: cut(pane.error.code), message: cut(pane.error.message) } : null,
    frame: frame ? cut(frame.src) : null,
    scripts: Array.from(document.querySelectorAll("script[src]"))
      .filter(({ src }) => src.split("?")[0]?.endsWith("/cardpane.js"))
      .slice(0, most)
      .map(({ src, integrity }) => ({ src: cut(src), integrity: cut(integrity) })),
  };
};

/** Whether the frame of a pane that a script has mounted is shown: until it is ready, it is inert. */
const isShown = (iframe: unknown) => !(iframe as { readonly inert: boolean }).inert;

/** The frame of a pane that createCardPane(), a hook or an attachment mounts in another element, which has no public state. */
async function mountedFrame(page: Page, timeout: number): Promise<Frame> {
  const isPane = (frame: Frame) => frame.parentFrame() === page.mainFrame() && frameAddress.test(frame.url());
  return (
    page.frames().find(isPane) ?? (await page.waitForEvent("framenavigated", { predicate: isPane, timeout }))
  );
}

/** Opens a page, waits for its pane, and lists the problems. */
export async function examinePage(page: Page, url: string, options: ExamineOptions): Promise<Diagnosis> {
  const { timeoutMs } = options;
  const events = await watchPage(page, options.manifest);
  const problem = await openPage(page, url, timeoutMs);
  if (problem !== null) return failed([error("page_unreachable", `The page did not load: ${problem}.`)]);
  const pane = page.locator("card-pane").first();
  const mounted = mountedFrame(page, timeoutMs);
  const isAttached = await succeeds(
    Promise.any([pane.waitFor({ state: "attached", timeout: timeoutMs }), mounted]),
    timeoutMs,
  );
  const scripts = scriptFindings(events);
  if (!isAttached) {
    const message =
      "The page has no <card-pane>, and no script has mounted a pane. Add one where the card is entered.";
    return failed([...scripts, error("no_element", message), ...policyFindings(events)]);
  }
  // Without its script the pane cannot settle.
  const timeout = scripts.length > 0 ? 1 : timeoutMs;
  const isElement = (await within(pane.count(), timeoutMs)) !== 0;
  const settled = async () =>
    isElement
      ? page.waitForFunction(isSettled, await pane.elementHandle({ timeout }), { timeout })
      : page.waitForFunction(isShown, await (await mounted).frameElement(), { timeout });
  const hasSettled = await succeeds(settled(), timeout);
  const limits = { maxKept, maxAddress };
  const told = await within(
    isElement
      ? pane.evaluate(readPane, limits, { timeout: timeoutMs })
      : page.evaluate(`(${readPane})(null, ${JSON.stringify(limits)})`),
    timeoutMs,
  );
  const report = readReport(
    isElement || !told
      ? told
      : { ...told, isDefined: true, status: hasSettled ? "ready" : "", frame: (await mounted).url() },
  );
  if (report === undefined) {
    const message =
      "The page did not say the state of its pane: it was busy, it went to another address, or its <card-pane> is another element.";
    return failed([...scripts, error("page_changed", message)]);
  }
  const isReady = report.status === "ready";
  const findings = [
    ...scripts,
    ...(report.isDefined
      ? stateFindings(report, hasSettled, timeoutMs)
      : // The finding about the script explains it.
        scripts.length === 0
        ? [undefinedElement]
        : []),
    ...integrityFindings(report),
    ...siteFindings(report, page.url()),
    ...(isReady ? [] : policyFindings(events)),
    ...(await buildFindings(report, events, options)),
    ...(await gatewayFindings(page, report, events, timeoutMs)),
  ];
  return { ok: isReady && findings.every(({ level }) => level === "warning"), findings };
}

const undefinedElement = error(
  "not_defined",
  "<card-pane> is not defined: load cardpane.js, or import @cardpane/browser/define.",
);

function failed(findings: readonly DoctorFinding[]): Diagnosis {
  return { ok: false, findings };
}

/** Collects the events of a page from now on. */
async function watchPage(page: Page, manifest: DeploymentManifest | undefined): Promise<PageEvents> {
  const events: PageEvents = {
    violations: new Set(),
    scripts: new Set(),
    requests: new Map(),
    responses: [],
  };
  const { violations, scripts, requests, responses } = events;
  const note = (url: string, reason: string) => {
    if (pageScript.test(url) && requests.size < maxKept) requests.set(url, reason);
  };
  // The page can call both functions, with anything.
  await page.exposeFunction("cardpaneViolation", (text: unknown) => {
    if (typeof text === "string" && violations.size < maxKept) violations.add(clean(text));
  });
  await page.exposeFunction("cardpaneScriptError", (src: unknown) => {
    if (typeof src === "string" && src.length <= maxAddress && pageScript.test(src) && scripts.size < maxKept)
      scripts.add(src);
  });
  page.on("requestfailed", (request) => note(request.url(), request.failure()?.errorText ?? "no response"));
  page.on("response", (response) => {
    if (!response.ok()) note(response.url(), `status ${response.status()}`);
    const isDocument = response.request().resourceType() === "document";
    const isOfBuild = manifest !== undefined && response.url().startsWith(`${manifest.origin}/`);
    if ((isDocument || isOfBuild) && responses.length < maxKept) responses.push(response);
  });
  await page.addInitScript({ content: failureReporter });
  return events;
}

/** Loads a page; returns why it could not, or `null`. */
async function openPage(page: Page, url: string, timeoutMs: number): Promise<string | null> {
  try {
    const response = await page.goto(url, { timeout: timeoutMs, waitUntil: "load" });
    return response === null || response.ok() ? null : `status ${response.status()}`;
  } catch (cause) {
    return clean(messageOf(cause).split("\n")[0] ?? "");
  }
}

function scriptFindings({ scripts, requests }: PageEvents): readonly DoctorFinding[] {
  return [...scripts].slice(0, maxFindings).map((src) => {
    const reason = requests.get(src) ?? "its bytes do not match its integrity attribute";
    return error(
      "script_failed",
      `The page's script did not load: ${clean(src)}: ${clean(reason)}. Check its address, its integrity attribute and the script-src of the page's policy.`,
    );
  });
}

function stateFindings(report: PaneReport, hasSettled: boolean, timeoutMs: number): readonly DoctorFinding[] {
  if (report.error) {
    // The codes of the pane; the page can show any text as one.
    const code = /^[a-z_]{1,64}$/.test(report.error.code) ? report.error.code : "unknown_error";
    // The script of a release has no sentences for developers.
    return [error(code, `${developerMessage(code as PaneErrorCode)} ${clean(report.error.message)}`)];
  }
  if (hasSettled && report.status === "ready") return [];
  return [error("not_ready", `The pane did not become ready within ${timeoutMs / 1_000} s.`)];
}

function integrityFindings({ scripts }: PaneReport): readonly DoctorFinding[] {
  return scripts
    .filter(({ integrity }) => !integrity)
    .slice(0, maxFindings)
    .map(({ src }) =>
      warning("no_integrity", `${clean(src)} has no integrity attribute. Use the script tag of recipe.html.`),
    );
}

function siteFindings({ frame }: PaneReport, pageUrl: string): readonly DoctorFinding[] {
  if (frame === null || frame === "") return [];
  if (!/^https?:/.test(frame) || !URL.canParse(frame))
    return [error("frame_address", `The pane's iframe has no web address: ${clean(frame)}.`)];
  const { hostname } = new URL(frame);
  if (!URL.canParse(pageUrl) || !isSameSite(hostname, new URL(pageUrl).hostname)) return [];
  const message = `The pane (${clean(hostname)}) has the site of the page: browsers may run both in one process. Serve it from another registrable domain.`;
  return [warning("same_site", message)];
}

function policyFindings({ violations }: PageEvents): readonly DoctorFinding[] {
  return [...violations]
    .slice(0, maxFindings)
    .map((text) =>
      error("policy", `The page's Content-Security-Policy: ${text}. Add the source that recipe.html names.`),
    );
}

/** Compares what the browser received from the pane's origin with the manifest. */
async function buildFindings(
  { frame, scripts }: PaneReport,
  { responses }: PageEvents,
  { manifest, acceptedHeaders, timeoutMs }: ExamineOptions,
): Promise<readonly DoctorFinding[]> {
  if (manifest === undefined) return [];
  const base = `${manifest.origin}${manifest.prefix}/`;
  const elsewhere = [...scripts.map(({ src }) => src), frame ?? "(no iframe)"]
    .filter((url) => !url.startsWith(base))
    .map((url) => error("not_of_build", `${clean(url)} is not below ${base}, the address of the manifest.`));
  const seen = responses.filter((response) => response.url().startsWith(base));
  const compared = await Promise.all(
    seen.map(async (response) => {
      const url = clean(response.url());
      const files = filesAt(manifest, response.url().slice(base.length).split("#")[0] ?? "");
      const bytes = await within(response.body(), timeoutMs);
      const headers = await within(response.headersArray(), timeoutMs);
      if (bytes === null || headers === null)
        return [error("not_compared", `The browser did not give the bytes of ${url}.`)];
      const found = integrityOf(bytes);
      if (!files.some(({ integrity }) => integrity === found))
        return [error("bytes_changed", `${url} has other bytes than the build: ${found}.`)];
      const expected = manifest.headers[files[0]?.headers ?? ""] ?? {};
      return compareHeaders(url, expected, headersOf(headers), acceptedHeaders).map((difference) => {
        const { header, expected: wanted, actual } = difference;
        return error("header_changed", `${url}: ${header} is ${actual}, in the build ${wanted}.`);
      });
    }),
  );
  const missing =
    frame?.startsWith(base) && !seen.some((response) => response.url() === frame)
      ? [error("not_compared", `The browser did not load ${clean(frame)} while it was watched.`)]
      : [];
  return [...elsewhere.slice(0, maxFindings), ...missing, ...compared.flat().slice(0, maxFindings)];
}

function headersOf(list: readonly { readonly name: string; readonly value: string }[]): Headers {
  const headers = new Headers();
  // The browser separates the values of one name by line feeds.
  for (const { name, value } of list) for (const line of value.split("\n")) headers.append(name, line);
  return headers;
}

/** Asks the gateway in the frame's document whether the pane may send it a card. */
async function gatewayFindings(
  page: Page,
  { frame }: PaneReport,
  { responses }: PageEvents,
  timeoutMs: number,
): Promise<readonly DoctorFinding[]> {
  const response = responses.find((candidate) => candidate.url() === frame);
  const document = response && (await within(response.text(), timeoutMs));
  if (!document || !frame) return [];
  const finding = await checkGateway(page.request, document, new URL(frame).origin, timeoutMs);
  return finding === null ? [] : [finding];
}

/** The result of a promise; `null` if it fails or is late: a busy page answers never. */
async function within<T>(promise: Promise<T>, timeoutMs: number): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), timeoutMs);
  });
  return Promise.race([promise.catch(() => null), late]).finally(() => clearTimeout(timer));
}

async function succeeds(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const success = promise.then(() => true);
  // Playwright's own limit comes first, unless the page is busy.
  return (await within(success, timeoutMs + 1_000)) ?? false;
}
