/**
 * Requests with the headers of current browsers: a tampered host may recognise any other client and show it the true files. Not
 * by `fetch`: Node's sets `Sec-Fetch-Mode` itself.
 */
import * as http from "node:http";
import * as https from "node:https";
import { pipeline, Readable } from "node:stream";
import * as zlib from "node:zlib";

/** What the browser would do with the response. `server` is a shop's server, which reads the host's manifest. */
export type Destination = "iframe" | "script" | "data" | "report" | "server";

/** The circumstances of a request. */
export interface Visit {
  /** The origin of the page that embeds the pane. */
  readonly parent: string;
  /** The origin of the pane. */
  readonly origin: string;
  /** The shopper's languages, the best first. */
  readonly languages: readonly string[];
  /** 0 to 1: selects the browser. */
  readonly choice: number;
}

type HeaderList = Readonly<Record<string, string>>;

const chromium = (version: number, platform: string, mobile: boolean): HeaderList => ({
  "sec-ch-ua": `"Chromium";v="${version}", "Google Chrome";v="${version}", "Not/A)Brand";v="24"`,
  "sec-ch-ua-mobile": mobile ? "?1" : "?0",
  "sec-ch-ua-platform": `"${platform}"`,
});

/** Browsers that shoppers use, with what each sends in every request. */
const browsers: readonly HeaderList[] = [
  {
    ...chromium(156, "Windows", false),
    "User-Agent":
      "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36",
  },
  {
    ...chromium(156, "Android", true),
    "User-Agent":
      "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Mobile Safari/537.36",
  },
  {
    "User-Agent":
      "Mozilla/5.0 (iPhone; CPU iPhone OS 18_7 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Mobile/15E148 Safari/604.1",
  },
  { "User-Agent": "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:153.0) Gecko/20100101 Firefox/153.0" },
];

/** The headers of a browser's request. */
export function browserHeaders(destination: Destination, visit: Visit): Record<string, string> {
  if (destination === "server") return { Accept: "*/*", "Accept-Encoding": "gzip, deflate, br" };
  const { parent, origin, languages, choice } = visit;
  const accepted = languages.map((tag, index) =>
    index === 0 ? tag : `${tag};q=0.${Math.max(10 - index, 1)}`,
  );
  return {
    ...browsers[Math.min(Math.floor(choice * browsers.length), browsers.length - 1)],
    ...destinationHeaders(destination, parent, origin),
    "Accept-Encoding": decoders.has("zstd") ? "gzip, deflate, br, zstd" : "gzip, deflate, br",
    "Accept-Language": accepted.join(",") || "en-US,en;q=0.9",
  };
}

function destinationHeaders(
  destination: Exclude<Destination, "server">,
  parent: string,
  origin: string,
): HeaderList {
  const fetched = (site: string, dest: string) => ({
    Accept: "*/*",
    "Sec-Fetch-Site": site,
    "Sec-Fetch-Mode": "cors",
    "Sec-Fetch-Dest": dest,
  });
  switch (destination) {
    case "iframe":
      return {
        Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
        "Upgrade-Insecure-Requests": "1",
        "Sec-Fetch-Site": "cross-site",
        "Sec-Fetch-Mode": "navigate",
        "Sec-Fetch-Dest": "iframe",
        Referer: `${parent}/`,
      };
    case "script":
      return { ...fetched("cross-site", "script"), Origin: parent, Referer: `${parent}/` };
    case "data":
      return fetched("same-origin", "empty");
    case "report":
      return {
        ...fetched("same-origin", "report"),
        "Content-Type": "application/reports+json",
        Origin: origin,
      };
    default:
      return destination satisfies never;
  }
}

/** The decompressors, by `Content-Encoding`. Node has zstd from 22.15 on. */
const decoders = new Map<string, () => NodeJS.ReadWriteStream>([
  ["gzip", zlib.createGunzip],
  ["deflate", zlib.createInflate],
  ["br", zlib.createBrotliDecompress],
]);
const { createZstdDecompress } = zlib as { createZstdDecompress?: () => NodeJS.ReadWriteStream };
if (createZstdDecompress) decoders.set("zstd", createZstdDecompress);

/** A request of `verify`. */
export interface Sent {
  readonly method?: "GET" | "POST";
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

/**
 * Sends a request with exactly these headers, besides `Host` and those of the connection; follows no redirect.
 *
 * @throws Error if there is no response with a status from 200 to 599
 */
export function sendAsBrowser(
  url: string,
  { method = "GET", headers, body, signal }: Sent,
): Promise<Response> {
  return new Promise((resolve, reject) => {
    const { request } = url.startsWith("https:") ? https : http;
    const sent = request(url, { method, headers, signal }, (message) => {
      try {
        resolve(responseOf(message));
      } catch (error) {
        message.destroy();
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
    sent.on("error", reject).end(body);
  });
}

function responseOf(message: http.IncomingMessage): Response {
  const headers = new Headers();
  const { rawHeaders, statusCode: status = 0 } = message;
  for (let index = 0; index < rawHeaders.length; index += 2)
    headers.append(rawHeaders[index] ?? "", rawHeaders[index + 1] ?? "");
  if (status === 204 || status === 304) {
    message.resume();
    return new Response(null, { status, headers });
  }
  const decoder = decoders.get(message.headers["content-encoding"] ?? "")?.();
  // An error reaches the reader of the last stream, so the callback has nothing to do.
  const body = decoder ? pipeline(message, decoder, () => {}) : message;
  return new Response(Readable.toWeb(body as Readable) as ReadableStream, { status, headers });
}
