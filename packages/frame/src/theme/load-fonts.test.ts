/** Fonts are fetched from a real server, because the platform checks the integrity; only `FontFace` is a fake. */
import { createHash } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, afterEach, beforeAll, expect, it, vi } from "vitest";
import { loadFonts } from "./load-fonts.ts";

/** Subresource integrity in the format of the host's configuration. */
const integrityOf = (content: Uint8Array) =>
  `sha384-${createHash("sha384").update(content).digest("base64")}`;
const bytes = Uint8Array.from({ length: 64 }, (_, index) => index);
const changed = bytes.with(40, 0);
const files: Readonly<Record<string, Uint8Array>> = { "/right.woff2": bytes, "/changed.woff2": changed };
let server: Server;
let url: string;
beforeAll(async () => {
  server = createServer((request, response) => response.end(files[request.url ?? ""]));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => server.close());
afterEach(() => vi.unstubAllGlobals());

/** The fonts that were added to the document. */
async function loadedFrom(path: string): Promise<readonly (readonly number[])[]> {
  class PlayedFontFace {
    readonly bytes: Uint8Array;
    constructor(_family: string, buffer: ArrayBuffer) {
      this.bytes = new Uint8Array(buffer);
    }
    load = () => Promise.resolve(this);
  }
  vi.stubGlobal("FontFace", PlayedFontFace);
  const added: PlayedFontFace[] = [];
  const into = { add: (face: PlayedFontFace) => added.push(face) } as unknown as FontFaceSet;
  const integrity = integrityOf(bytes);
  const font = { family: "Inter", weight: "400", style: "normal", url: url + path, integrity } as const;
  await loadFonts("Inter, sans-serif", [font], into);
  return added.map((face) => [...face.bytes]);
}

it("a font whose bytes match the integrity is loaded", async () => {
  expect(await loadedFrom("/right.woff2")).toEqual([[...bytes]]);
});

it("a font with one changed byte is not loaded [T-D5]", async () => {
  expect(await loadedFrom("/changed.woff2")).toEqual([]);
});

it("a font is fetched by its integrity, without cookies and without a referrer", async () => {
  const send = vi.spyOn(globalThis, "fetch");
  await loadedFrom("/right.woff2");
  const policy = { integrity: integrityOf(bytes), credentials: "omit", referrerPolicy: "no-referrer" };
  expect(send.mock.calls).toEqual([[`${url}/right.woff2`, policy]]);
  send.mockRestore();
});
