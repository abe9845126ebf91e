/** What would stop the pane on a page, as a browser finds it. */
import type { Page } from "playwright-core";
import { isSameSite } from "../same-site.ts";

/** One remark. */
export interface DoctorFinding {
  readonly level: "error" | "warning";
  readonly code: string;
  readonly message: string;
}

export interface Diagnosis {
  /** A pane became ready. Warnings may stand beside it. */
  readonly ok: boolean;
  readonly findings: readonly DoctorFinding[];
}

/** What the page knows of its pane. */
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

const pageScript = /\/cardpane\.js(\?|$)/;

/** Reports what no request shows: violations of the policy, and a script whose bytes are not those of its integrity. */
const record = `document.addEventListener("securitypolicyviolation", (event) => {
  if (event.disposition === "enforce") cardpaneViolation(event.effectiveDirective + " blocks " + event.blockedURI);
});
addEventListener("error", ({ target }) => {
  if (target.localName === "script" && target.src) cardpaneScriptError(target.src);
}, true);`;

/** What the page's functions below read: this package knows no DOM. */
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

/** The most that is told of one kind. */
const maxViolations = 10;

/** Opens a page, waits for its pane, and lists what is wrong. */
export async function examinePage(page: Page, url: string, timeoutMs: number): Promise<Diagnosis> {
  const findings: DoctorFinding[] = [];
  const error = (code: string, message: string) => findings.push({ level: "error", code, message });
  const warn = (code: string, message: string) => findings.push({ level: "warning", code, message });
  const violations = new Set<string>();
  await page.exposeFunction("cardpaneViolation", (text: string) => violations.add(clean(text)));
  const scriptErrors = new Set<string>();
  await page.exposeFunction("cardpaneScriptError", (src: string) => {
    if (pageScript.test(src)) scriptErrors.add(src);
  });
  const reasons = new Map<string, string>();
  page.on("requestfailed", (request) =>
    reasons.set(request.url(), request.failure()?.errorText ?? "no answer"),
  );
  page.on("response", (response) => {
    if (!response.ok()) reasons.set(response.url(), `status ${response.status()}`);
  });
  await page.addInitScript({ content: record });

  const isOpen = await page.goto(url, { timeout: timeoutMs, waitUntil: "load" }).then(
    (response) => response === null || response.ok() || `status ${response.status()}`,
    (cause: unknown) => clean(cause instanceof Error ? (cause.message.split("\n")[0] ?? "") : String(cause)),
  );
  if (isOpen !== true) {
    error("page_unreachable", `The page did not load: ${isOpen}.`);
    return { ok: false, findings };
  }
  const pane = page.locator("card-pane").first();
  const isThere = await pane.waitFor({ state: "attached", timeout: timeoutMs }).then(
    () => true,
    () => false,
  );
  for (const src of scriptErrors) {
    const reason = reasons.get(src) ?? "it came, and its bytes are not those of its integrity";
    error(
      "script_failed",
      `The page's script did not load: ${clean(src)}: ${clean(reason)}. Its address, its integrity or the page's script-src is wrong.`,
    );
  }
  if (!isThere) {
    error(
      "no_element",
      "The page has no <card-pane>. Put it where the card is to be entered, or mount a pane.",
    );
    return { ok: false, findings: [...findings, ...policyFindings(violations)] };
  }
  const settled = await page
    .waitForFunction(isSettled, await pane.elementHandle(), {
      timeout: scriptErrors.size > 0 ? 1 : timeoutMs,
    })
    .then(
      () => true,
      () => false,
    );
  const report = await pane.evaluate(readPane);
  if (!report.isDefined) {
    if (scriptErrors.size === 0)
      error(
        "not_defined",
        "<card-pane> is not defined: load cardpane.js, or import @cardpane/browser/define.",
      );
  } else if (report.error) error(report.error.code, clean(report.error.message));
  else if (!settled) error("not_ready", `The pane did not become ready within ${timeoutMs / 1_000} s.`);
  for (const { src, integrity } of report.scripts) {
    if (!integrity)
      warn("no_integrity", `${clean(src)} has no integrity: take the script tag of recipe.html.`);
  }
  if (report.frame !== null && isSameSite(new URL(report.frame).hostname, new URL(page.url()).hostname)) {
    warn(
      "same_site",
      `The pane is of the page's own site (${new URL(report.frame).hostname}): browsers may run both in one process. Serve it from another registrable domain.`,
    );
  }
  const isReady = report.status === "ready";
  return { ok: isReady, findings: isReady ? findings : [...findings, ...policyFindings(violations)] };
}

function policyFindings(violations: ReadonlySet<string>): readonly DoctorFinding[] {
  return [...violations].slice(0, maxViolations).map((text) => ({
    level: "error",
    code: "policy",
    message: `The page's Content-Security-Policy: ${text}. Add the source that recipe.html names.`,
  }));
}

/** What came from a page, for a terminal: cut, without control characters. */
function clean(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is taken out
  return text.replace(/[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g, "?").slice(0, 500);
}
