/** Compares the responses of a host with the manifest of its build, as browsers request them. */
import { integrityOf } from "../read-assets.ts";
import { browserHeaders, type Destination, sendAsBrowser, type Visit } from "./browser-request.ts";
import { compareHeaders, type Finding, filesAt, maxShown } from "./compare.ts";
import type { DeploymentManifest } from "./deployment.ts";
import { printable } from "./printable.ts";
import { pagesOf, type ShopperAddress, shopperAddresses } from "./shopper-addresses.ts";

export interface Verification {
  readonly ok: boolean;
  /** Addresses that were requested. */
  readonly checked: number;
  readonly findings: readonly Finding[];
}

interface VerifyOptions {
  /** Base address of the deployment. @default origin and prefix of the manifest */
  readonly base?: string;
  /** Lower-case names of headers that a proxy may add. @default [] */
  readonly acceptedHeaders?: readonly string[];
  /** @default a request with the headers of a browser */
  readonly send?: typeof sendAsBrowser;
  /** From 0 to 1, 1 excluded. @default Math.random */
  readonly random?: () => number;
  /** Milliseconds until a request fails. @default 15000 */
  readonly timeoutMs?: number;
}

/** The number of parallel requests: fast for a few hundred files, without load for the server. */
const concurrency = 8;
/** The maximum size of a file of a deployment; reading stops there. */
const maxBytes = 4_000_000;

/** Requests every address of a deployment, and random ones as browsers do, and lists the differences. */
export async function verifyDeployment(
  manifest: DeploymentManifest,
  {
    base = `${manifest.origin}${manifest.prefix}`,
    acceptedHeaders = [],
    send = sendAsBrowser,
    random = Math.random,
    timeoutMs = 15_000,
  }: VerifyOptions = {},
): Promise<Verification> {
  const root = base.replace(/\/$/, "");
  const [firstEnvironment = ""] = Object.keys(manifest.environments);
  const request = (
    url: string,
    destination: Destination,
    { environment, languages }: Partial<ShopperAddress>,
  ) => {
    const parents = pagesOf(manifest, environment ?? firstEnvironment);
    const visit: Visit = {
      parent: parents[Math.floor(random() * parents.length)] ?? "",
      origin: manifest.origin,
      languages: languages ?? [],
      choice: random(),
    };
    const report = destination === "report" ? ({ method: "POST", body: "[]" } as const) : {};
    const headers = browserHeaders(destination, visit);
    return send(url, { ...report, headers, signal: AbortSignal.timeout(timeoutMs) });
  };
  const compared = (url: string, kind: string, { headers }: Response) =>
    compareHeaders(url, manifest.headers[kind] ?? {}, headers, acceptedHeaders);
  const checkFile = async (url: string, { path, destination, ...address }: ShopperAddress) => {
    const response = await request(url, destination, address);
    if (response.status !== 200) {
      await response.body?.cancel();
      return [statusFinding(url, 200, response)];
    }
    const files = filesAt(manifest, path);
    const actual = await readIntegrity(response);
    const headers = compared(url, files[0]?.headers ?? "", response);
    if (files.some(({ integrity }) => integrity === actual)) return headers;
    const expected =
      files.length === 1 ? (files[0]?.integrity ?? "") : `one of ${files.length} files of the manifest`;
    return [{ url, kind: "bytes", expected, actual } as const, ...headers];
  };
  const checkStatus = async (url: string, status: number, destination: Destination) => {
    const response = await request(url, destination, {});
    await response.body?.cancel();
    if (response.status !== status) return [statusFinding(url, status, response)];
    return status === 204 ? [] : compared(url, "refusal", response);
  };

  const { files, refusals, reports } = manifest;
  const listed = files.map(({ url: path, headers }): ShopperAddress => {
    const { searchParams } = new URL(path, "https://path.invalid");
    const environment = searchParams.get("environment") ?? firstEnvironment;
    const locale = searchParams.get("locale");
    return {
      path,
      destination: destinationOf(headers),
      environment,
      languages: locale === null ? [] : [locale],
    };
  });
  const checks: readonly Check[] = [
    ...[...listed, ...shopperAddresses(manifest, random)].map(
      (address): Check => [address.path, (url) => checkFile(url, address)],
    ),
    ...refusals.map(({ url: path, status }): Check => [path, (url) => checkStatus(url, status, "iframe")]),
    ...(reports === undefined ? [] : [[reports, (url) => checkStatus(url, 204, "report")] satisfies Check]),
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

function destinationOf(kind: string): Destination {
  if (kind.startsWith("document ")) return "iframe";
  if (kind === "script") return "script";
  return kind === "texts" || kind === "font" ? "data" : "server";
}

function unreachable(url: string, error: unknown): Finding {
  return { url, kind: "unreachable", expected: "an answer", actual: printable(causeOf(error), maxShown) };
}

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

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? `${error.message}: ${cause.message}` : error.message;
}
