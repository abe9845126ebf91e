/** Examines a page in a browser: lists the problems that prevent its pane from becoming ready, and those that weaken it. */
import { developerMessage, type PaneErrorCode } from "@cardpane/contract/errors";
import type { Page } from "playwright-core";
import { messageOf } from "../error.ts";
import { isSameSite } from "../same-site.ts";
import { printable } from "./printable.ts";

/** One problem of a page. */
export interface DoctorFinding {
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
}

export interface Diagnosis {
  /** Whether the pane became ready; there may be warnings all the same. */
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
}

/** The state of a page's pane and its scripts. */
interface PaneReport {
  readonly isDefined: boolean;
  readonly status: string;
  readonly error: { readonly code: string; readonly message: string } | null;
  readonly frame: string | null;
  readonly scripts: readonly {
    readonly src: string;
    readonly integrity: string;
  }[];
}

/** The failures that a page has reported since its load began; the sets and the map grow while the page runs. */
interface PageFailures {
  readonly violations: ReadonlySet<string>;
  /** Addresses of scripts of the pane that did not load. */
  readonly scripts: ReadonlySet<string>;
  /** Reasons of failed requests by address. */
  readonly requests: ReadonlyMap<string, string>;
}

const pageScript = /\/cardpane\.js(\?|$)/;

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

const readPane = (pane: PaneElement): PaneReport => ({
  isDefined: customElements.get("card-pane") !== undefined,
  status: pane.status ?? "",
  error: pane.error ? { code: pane.error.code, message: pane.error.message } : null,
  frame: pane.querySelector("iframe")?.src ?? null,
  scripts: Array.from(document.querySelectorAll("script[src]"))
    .filter(({ src }) => src.split("?")[0]?.endsWith("/cardpane.js"))
    .map(({ src, integrity }) => ({ src, integrity })),
});

/** The maximum length of a text from the page in a finding. */
const maxShown = 500;
/** The maximum number of policy violations that are listed. */
const maxViolations = 10;

/** Opens a page, waits for its pane, and lists the problems. */
export async function examinePage(page: Page, url: string, timeoutMs: number): Promise<Diagnosis> {
  const failures = await watchFailures(page);
  const problem = await openPage(page, url, timeoutMs);
  if (problem !== null)
    return { ok: false, findings: [error("page_unreachable", `The page did not load: ${problem}.`)] };
  const pane = page.locator("card-pane").first();
  const isAttached = await succeeds(pane.waitFor({ state: "attached", timeout: timeoutMs }));
  const scripts = scriptFindings(failures);
  if (!isAttached) {
    const message =
      "The page has no <card-pane>. Add one where the card is entered. A pane that createCardPane() mounts in another element is not examined.";
    return { ok: false, findings: [...scripts, error("no_element", message), ...policyFindings(failures)] };
  }
  // Without its script the pane cannot settle.
  const timeout = scripts.length > 0 ? 1 : timeoutMs;
  const hasSettled = await succeeds(page.waitForFunction(isSettled, await pane.elementHandle(), { timeout }));
  const report = await pane.evaluate(readPane);
  const isReady = report.status === "ready";
  return {
    ok: isReady,
    findings: [
      ...scripts,
      ...(report.isDefined
        ? stateFindings(report, hasSettled, timeoutMs)
        : // The finding about the script explains it.
          scripts.length === 0
          ? [undefinedElement]
          : []),
      ...integrityFindings(report),
      ...siteFindings(report, page.url()),
      ...(isReady ? [] : policyFindings(failures)),
    ],
  };
}

const undefinedElement = error(
  "not_defined",
  "<card-pane> is not defined: load cardpane.js, or import @cardpane/browser/define.",
);

/** Collects the failures of a page from now on. */
async function watchFailures(page: Page): Promise<PageFailures> {
  const violations = new Set<string>();
  const scripts = new Set<string>();
  const requests = new Map<string, string>();
  await page.exposeFunction("cardpaneViolation", (text: string) => violations.add(clean(text)));
  await page.exposeFunction("cardpaneScriptError", (src: string) => {
    if (pageScript.test(src)) scripts.add(src);
  });
  page.on("requestfailed", (request) =>
    requests.set(request.url(), request.failure()?.errorText ?? "no response"),
  );
  page.on("response", (response) => {
    if (!response.ok()) requests.set(response.url(), `status ${response.status()}`);
  });
  await page.addInitScript({ content: failureReporter });
  return { violations, scripts, requests };
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

function scriptFindings({ scripts, requests }: PageFailures): readonly DoctorFinding[] {
  return [...scripts].map((src) => {
    const reason = requests.get(src) ?? "its bytes do not match its integrity attribute";
    return error(
      "script_failed",
      `The page's script did not load: ${clean(src)}: ${clean(reason)}. Check its address, its integrity attribute and the script-src of the page's policy.`,
    );
  });
}

function stateFindings(report: PaneReport, hasSettled: boolean, timeoutMs: number): readonly DoctorFinding[] {
  // The script of a release has no sentences for developers.
  if (report.error)
    return [
      error(
        report.error.code,
        `${developerMessage(report.error.code as PaneErrorCode)} ${clean(report.error.message)}`,
      ),
    ];
  if (hasSettled) return [];
  return [error("not_ready", `The pane did not become ready within ${timeoutMs / 1_000} s.`)];
}

function integrityFindings({ scripts }: PaneReport): readonly DoctorFinding[] {
  return scripts
    .filter(({ integrity }) => !integrity)
    .map(({ src }) =>
      warning("no_integrity", `${clean(src)} has no integrity attribute. Use the script tag of recipe.html.`),
    );
}

function siteFindings({ frame }: PaneReport, pageUrl: string): readonly DoctorFinding[] {
  if (frame === null) return [];
  const { hostname } = new URL(frame);
  if (!isSameSite(hostname, new URL(pageUrl).hostname)) return [];
  const message = `The pane (${hostname}) has the site of the page: browsers may run both in one process. Serve it from another registrable domain.`;
  return [warning("same_site", message)];
}

function policyFindings({ violations }: PageFailures): readonly DoctorFinding[] {
  return [...violations]
    .slice(0, maxViolations)
    .map((text) =>
      error("policy", `The page's Content-Security-Policy: ${text}. Add the source that recipe.html names.`),
    );
}

function error(code: string, message: string): DoctorFinding {
  return { level: "error", code, message };
}

function warning(code: string, message: string): DoctorFinding {
  return { level: "warning", code, message };
}

async function succeeds(promise: Promise<unknown>): Promise<boolean> {
  return promise.then(
    () => true,
    () => false,
  );
}

function clean(text: string): string {
  return printable(text, maxShown);
}
