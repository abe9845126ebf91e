/** A merchant's site for tests: serves the pages that a test writes, with the headers it wants, on `localhost`. */
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";

interface SitePage {
  readonly html: string;
  readonly headers: Readonly<Record<string, string>>;
}

export class MerchantSite {
  readonly port: number;
  readonly url: string;
  readonly #server: Server;
  readonly #pages: Map<string, SitePage>;
  /** Bodies of the forms that were posted, newest last. */
  readonly posted: URLSearchParams[];

  constructor(server: Server, pages: Map<string, SitePage>, posted: URLSearchParams[]) {
    this.port = (server.address() as AddressInfo).port;
    this.url = `http://localhost:${this.port}`;
    this.#server = server;
    this.#pages = pages;
    this.posted = posted;
  }

  /** An address that accepts every notification. It is numeric, because Node may resolve `localhost` to IPv6 first. */
  get ipnUrl(): string {
    return `http://127.0.0.1:${this.port}/ipn`;
  }

  /** Serves a page and returns its address. */
  serve(html: string, headers: Readonly<Record<string, string>> = {}): string {
    const path = `/${this.#pages.size + 1}`;
    this.#pages.set(path, { html, headers });
    return `${this.url}${path}`;
  }

  close(): Promise<void> {
    this.#server.closeAllConnections();
    return new Promise((resolve) => this.#server.close(() => resolve()));
  }
}

/** @param port - the port to listen on; 0 takes a free one */
export function startMerchantSite(port = 0): Promise<MerchantSite> {
  const pages = new Map<string, SitePage>();
  const posted: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    if (request.url === "/ipn") return void response.writeHead(204).end();
    if (request.method === "POST") {
      const chunks: Buffer[] = [];
      request.on("data", (chunk: Buffer) => chunks.push(chunk));
      request.on("end", () => {
        posted.push(new URLSearchParams(Buffer.concat(chunks).toString()));
        response
          .writeHead(200, { "Content-Type": "text/html" })
          .end("<!doctype html><title>Thanks</title><h1>Thanks</h1>");
      });
      return;
    }
    if (request.url === "/favicon.ico") return void response.writeHead(204).end();
    const page = pages.get(new URL(request.url ?? "/", "http://localhost").pathname);
    if (!page) return void response.writeHead(404, { "Content-Type": "text/plain" }).end();
    response.writeHead(200, { "Content-Type": "text/html; charset=utf-8", ...page.headers }).end(page.html);
  });
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve(new MerchantSite(server, pages, posted)));
  });
}
