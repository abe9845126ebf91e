/** Compares the responses of a host with the manifest of its build: every byte, every header. */
import { integrityOf } from "../read-assets.ts";
import type { DeployedFile, DeploymentManifest } from "./deployment.ts";
import { printable } from "./printable.ts";

/** One difference. */
export interface Finding {
  /** The address, as it was fetched. */
  readonly url: string;
  readonly kind: "unreachable" | "status" | "bytes" | "header";
  /** The header's name. */
  readonly header?: string;
  readonly expected: string;
  /** Cut to 300 characters, without control characters. */
  readonly actual: string;
}

export interface Verification {
  readonly ok: boolean;
  /** Addresses that were fetched. */
  readonly checked: number;
  readonly findings: readonly Finding[];
}

interface VerifyOptions {
  /** Base address of the deployment. @default origin and prefix of the manifest */
  readonly base?: string;
  readonly fetch?: typeof globalThis.fetch;
  /** Milliseconds until a request fails. @default 15000 */
  readonly timeoutMs?: number;
}

/** The number of parallel requests: fast for a few hundred files, without load for the server. */
const concurrency = 8;
/** The maximum size of a file of a deployment; reading stops there. */
const maxBytes = 4_000_000;

/** The maximum length of an actual value in a finding. */
const maxShown = 300;

/** Headers that a host never sends, because each of them would weaken it. */
const unwanted = [
  "set-cookie",
  "access-control-allow-credentials",
  "service-worker-allowed",
  "link",
  "refresh",
  "clear-site-data",
  "sourcemap",
  // Each makes browsers send addresses and network errors to the server that it names.
  "report-to",
  "nel",
];

/** Fetches a deployment and lists its differences. */
export async function verifyDeployment(
  manifest: DeploymentManifest,
  {
    base = `${manifest.origin}${manifest.prefix}`,
    fetch = globalThis.fetch,
    timeoutMs = 15_000,
  }: VerifyOptions = {},
): Promise<Verification> {
  const root = base.replace(/\/$/, "");
  const get = (url: string, init: RequestInit = {}) =>
    fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
  const checkStatus = async (
    url: string,
    status: number,
    init?: RequestInit,
  ): Promise<readonly Finding[]> => {
    const response = await get(url, init);
    await response.body?.cancel();
    return response.status === status ? [] : [statusFinding(url, status, response)];
  };
  const checkFile = async (url: string, file: DeployedFile): Promise<readonly Finding[]> => {
    const response = await get(url);
    if (response.status !== 200) return [statusFinding(url, 200, response)];
    const actual = await readIntegrity(response);
    const headers = compareHeaders(url, manifest.headers[file.headers] ?? {}, response.headers);
    if (actual === file.integrity) return headers;
    return [{ url, kind: "bytes", expected: file.integrity, actual }, ...headers];
  };
  const { files, refusals, reports } = manifest;
  const checks: readonly Check[] = [
    ...files.map((file): Check => [file.url, (url) => checkFile(url, file)]),
    ...refusals.map(({ url: path, status }): Check => [path, (url) => checkStatus(url, status)]),
    ...(reports === undefined ? [] : [[reports, (url) => checkStatus(url, 204, noReports)] satisfies Check]),
  ];

  const findings: (readonly Finding[])[] = checks.map(() => []);
  const queue = checks.entries();
  const worker = async () => {
    for (const [index, [path, check]] of queue) {
      const url = `${root}/${path}`;
      findings[index] = await check(url).catch((error: unknown) => [unreachable(url, error)]);
    }
  };
  await Promise.all(Array.from({ length: concurrency }, worker));
  const all = findings.flat();
  return { ok: all.length === 0, checked: checks.length, findings: all };
}

/** A path below the base address, and the check of its address. */
type Check = readonly [path: string, check: (url: string) => Promise<readonly Finding[]>];

function unreachable(url: string, error: unknown): Finding {
  const actual = printable(causeOf(error), maxShown);
  return { url, kind: "unreachable", expected: "an answer", actual };
}

/** A request with an empty list of reports: every host accepts it and keeps nothing. */
const noReports: RequestInit = {
  method: "POST",
  headers: { "Content-Type": "application/reports+json" },
  body: "[]",
};

function statusFinding(url: string, expected: number, { status }: Response): Finding {
  return { url, kind: "status", expected: String(expected), actual: String(status) };
}

async function readIntegrity(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxBytes) return `more than ${maxBytes} bytes`;
    chunks.push(chunk);
  }
  return integrityOf(Buffer.concat(chunks));
}

function compareHeaders(
  url: string,
  expected: Readonly<Record<string, string>>,
  actual: Headers,
): readonly Finding[] {
  const finding = (header: string, wanted: string, found: string): Finding => ({
    url,
    kind: "header",
    header,
    expected: wanted,
    actual: found,
  });
  const wrong = Object.entries(expected).flatMap(([name, value]) => {
    const found = actual.get(name);
    const isSame = name === "vary" ? lists(found, value) : found === value;
    return isSame ? [] : [finding(name, value, found === null ? "(absent)" : printable(found, maxShown))];
  });
  // Some documents have these headers; in those without them, their absence must be checked.
  const added = ["origin-agent-cluster", "reporting-endpoints", ...unwanted].flatMap((name) => {
    const found = actual.get(name);
    return found === null || name in expected ? [] : [finding(name, "(absent)", printable(found, maxShown))];
  });
  return [...wrong, ...added];
}

/** Whether a `Vary` header contains a name; a proxy may have added others. */
function lists(found: string | null, name: string): boolean {
  const names = (found ?? "").toLowerCase().split(",");
  return names.some((part) => part.trim() === name.toLowerCase());
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
