/**
 * Violation reports, which browsers send when a policy of the frame blocked something (CSP 3, Reporting API, Integrity-Policy).
 *
 * Anyone can send a report, and the address of a blocked request may contain card data. So the host keeps only names from closed
 * lists, whole numbers, the path of a document that it serves, and the site of the blocked request. It never reads queries,
 * paths, samples of scripts, referrers and user agents.
 */
import { readOwn } from "@cardpane/contract/record";
import { registeredDomain } from "./same-site.ts";

/** One violation, without anything that could be secret. */
export interface PolicyReport {
  /** ISO 8601, UTC: when the host received it. */
  readonly time: string;
  readonly kind: "csp" | "integrity";
  /** Path of the frame's document. */
  readonly document: string;
  /** Version of the release that the document belongs to. */
  readonly release: string;
  /** For example `connect-src`; `other` if the name is unknown. */
  readonly directive: string;
  /** `inline`, `eval`, `self` and the like, or scheme and registered domain, for example `https://evil.example`. */
  readonly blocked: string;
  readonly disposition: "enforce" | "report";
  readonly line?: number;
  readonly column?: number;
}

/** Why a report was not kept: `unknown` has no known format or names no document of this host, `rate` exceeds a maximum number. */
export type DroppedReason = "unknown" | "rate";

/** The callbacks for the reports of browsers. */
export interface ReportObserver {
  /** Called once for each violation. @default logs it to the console as one line of JSON */
  readonly onReport?: ((report: PolicyReport) => void) | undefined;
  /**
   * Called once for each report that is dropped, once for a body that is not read, and once for all reports after the 20th of a
   * body.
   */
  readonly onDroppedReport?: ((reason: DroppedReason) => void) | undefined;
}

/** The maximum size of a body in bytes. Browsers send several reports in one body. */
export const maxReportBytes = 65_536;
/** The maximum number of reports that are kept of one body. */
const maxReportsOfBody = 20;
/**
 * Of each directive: enough to show a pattern. More reports would repeat it and fill the log. Each has its own number, so that
 * many reports of one directive, which anyone can send, do not hide those of another.
 */
const maxReportsPerMinute = 50;

/** The keywords that `blocked-uri` may contain instead of an address. */
const keywords: readonly string[] =
  "inline eval wasm-eval self data blob trusted-types-policy trusted-types-sink".split(" ");

/** The directives of CSP Level 3 and Trusted Types. */
const directives: readonly string[] = [
  ...["default-src", "script-src", "script-src-elem", "script-src-attr", "style-src", "style-src-elem"],
  ...["style-src-attr", "img-src", "font-src", "connect-src", "media-src", "object-src", "child-src"],
  ...["frame-src", "worker-src", "manifest-src", "base-uri", "form-action", "frame-ancestors", "sandbox"],
  ...["require-trusted-types-for", "trusted-types"],
];

/** The maximum length of an address or a directive. */
const maxText = 4_096;

/** The names of a violation's parts in an entry of `application/reports+json`, to `report-to`. */
const entryNames = {
  document: "documentURL",
  directive: "effectiveDirective",
  blocked: "blockedURL",
  line: "lineNumber",
  column: "columnNumber",
};
/** Their names in `application/csp-report`, to `report-uri`. */
const legacyNames: typeof entryNames = {
  document: "document-uri",
  directive: "effective-directive",
  blocked: "blocked-uri",
  line: "line-number",
  column: "column-number",
};

/** A violation as a browser reported it. */
interface Violation extends Omit<PolicyReport, "time" | "release" | "line" | "column"> {
  readonly line: number | undefined;
  readonly column: number | undefined;
}

interface ReportConfig {
  /** The host's own origin, if its configuration names it. */
  readonly origin: string | undefined;
  readonly prefix: string;
  readonly versions: readonly string[];
}

/** Receives reports, and passes the parts that are safe to keep to the observer. */
export class PolicyReports {
  readonly #config: ReportConfig;
  readonly #onReport: (report: PolicyReport) => void;
  readonly #onDropped: (reason: DroppedReason) => void;
  #minute = 0;
  /** Kept reports of this minute, by directive. */
  readonly #kept = new Map<string, number>();

  constructor(config: ReportConfig, { onReport, onDroppedReport }: ReportObserver = {}) {
    this.#config = config;
    this.#onReport = onReport ?? ((report) => console.info(JSON.stringify(report)));
    this.#onDropped = onDroppedReport ?? (() => {});
  }

  /** Reads the body of a request. The result is `too_large` or `received`, whatever the body contains. */
  async receive(request: Request): Promise<"received" | "too_large"> {
    // A client that disconnects before the end of the body has sent no report.
    const body = await readText(request, maxReportBytes).catch(() => "");
    if (body === "too_large") return body;
    const violations = parseReports(request.headers.get("Content-Type"), body);
    for (const violation of violations.slice(0, maxReportsOfBody)) this.#keep(violation);
    if (violations.length > maxReportsOfBody) this.#onDropped("rate");
    return "received";
  }

  #keep(violation: Violation | undefined): void {
    const document = violation && this.#documentOf(violation.document);
    if (!violation || !document) {
      this.#onDropped("unknown");
      return;
    }
    if (!this.#count(violation.directive)) {
      this.#onDropped("rate");
      return;
    }
    const { kind, directive, blocked, disposition, line, column } = violation;
    this.#onReport({
      time: new Date().toISOString(),
      kind,
      document: document.url.pathname,
      release: document.release,
      directive,
      blocked: blockedName(blocked, document.url.origin),
      disposition,
      ...(line === undefined ? {} : { line }),
      ...(column === undefined ? {} : { column }),
    });
  }

  /** The frame's document, if the address is one that this host serves. */
  #documentOf(text: string): { readonly url: URL; readonly release: string } | undefined {
    const { origin, prefix, versions } = this.#config;
    if (!URL.canParse(text)) return undefined;
    const url = new URL(text);
    const release = versions.find((version) => url.pathname === `${prefix}/${version}/frame`);
    // Without a configured origin the host does not know its own: a proxy may change scheme and name.
    const isOwn = origin === undefined ? /^https?:$/.test(url.protocol) : url.origin === origin;
    return release !== undefined && isOwn ? { url, release } : undefined;
  }

  /** Counts a report; `false` if its directive has had its number in this minute. */
  #count(directive: string): boolean {
    const minute = Math.floor(Date.now() / 60_000);
    if (minute !== this.#minute) {
      this.#minute = minute;
      this.#kept.clear();
    }
    const count = (this.#kept.get(directive) ?? 0) + 1;
    if (count > maxReportsPerMinute) return false;
    this.#kept.set(directive, count);
    return true;
  }
}

/** The reports of a body; `undefined` for each invalid one. */
function parseReports(type: string | null, body: string): readonly (Violation | undefined)[] {
  const mediaType = type?.split(";")[0]?.trim().toLowerCase();
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    return [undefined];
  }
  if (mediaType === "application/csp-report")
    return [parseViolation("csp", readOwn(value, "csp-report"), legacyNames)];
  if (mediaType !== "application/reports+json" || !Array.isArray(value)) return [undefined];
  // One more than the maximum, which shows that the body has too many.
  return value.slice(0, maxReportsOfBody + 1).map((entry: unknown) => {
    const type = readOwn(entry, "type");
    if (type !== "csp-violation" && type !== "integrity-violation") return undefined;
    return parseViolation(type === "csp-violation" ? "csp" : "integrity", readOwn(entry, "body"), entryNames);
  });
}

function parseViolation(
  kind: PolicyReport["kind"],
  body: unknown,
  names: typeof entryNames,
): Violation | undefined {
  const document = readOwn(body, names.document);
  const blocked = readOwn(body, names.blocked) ?? "";
  // Older browsers send the whole text of the directive as the violated one, and no effective one.
  const directive = readOwn(body, names.directive) ?? readOwn(body, "violated-directive") ?? "";
  if (!isText(document) || !isText(blocked) || !isText(directive)) return undefined;
  const isReportOnly = readOwn(body, "disposition") === "report" || readOwn(body, "reportOnly") === true;
  return {
    kind,
    document,
    directive: kind === "integrity" ? "integrity-policy" : directiveName(directive),
    blocked,
    disposition: isReportOnly ? "report" : "enforce",
    // The frame's scripts have a few long lines. Two long numbers could carry a card's.
    line: readPosition(body, names.line, 999),
    column: readPosition(body, names.column, 99_999),
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= maxText;
}

function readPosition(body: unknown, name: string, max: number): number | undefined {
  const value = readOwn(body, name);
  return typeof value === "number" && Number.isInteger(value) && value >= 0 && value <= max
    ? value
    : undefined;
}

function directiveName(text: string): string {
  const [name = ""] = text.trim().split(/\s/);
  return directives.includes(name) ? name : "other";
}

/**
 * The keyword of a report, or scheme and registered domain. Not the whole address: an injected script could write typed card data
 * into the path, the port, a label or the IP address of a blocked request.
 */
function blockedName(text: string, ownOrigin: string): string {
  if (keywords.includes(text)) return text;
  if (!URL.canParse(text)) return "other";
  const { protocol, hostname, origin } = new URL(text);
  if (origin === ownOrigin) return "self";
  if (!/^(https?|wss?):$/.test(protocol)) return "other";
  if (hostname === "localhost" || hostname === "127.0.0.1") return `${protocol}//${hostname}`;
  const domain = registeredDomain(hostname);
  // A domain can carry digits in several parts.
  return domain === null || /(\d\D*){4}/.test(domain) ? `${protocol}//other` : `${protocol}//${domain}`;
}

/** Reads a body up to a maximum size, whatever `Content-Length` it declares. */
async function readText(request: Request, maxBytes: number): Promise<string | "too_large"> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) return "too_large";
  const decoder = new TextDecoder();
  let text = "";
  let length = 0;
  for await (const chunk of request.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return "too_large";
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
