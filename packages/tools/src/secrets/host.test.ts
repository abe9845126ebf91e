/** Nothing that @cardpane/host exports, answers or logs repeats card data of an address or a header, or a login in its configuration. */
import { describe, expect, it } from "vitest";
import * as api from "../../../host/src/index.ts";
import { testAssets } from "../../../host/src/testing.ts";
import * as worker from "../../../host/src/worker.ts";
import { captureConsole, secretsIn, walkExports } from "./testing/walk.ts";

const secrets = ["4000000000000002", "4000 0000 0000 0002", "hunter2secret", "Zebulon"];
const [number = "", grouped = "", password = "", name = ""] = secrets;
const config = { environments: { live: "https://gateway.example" }, parents: ["https://shop.example"] };

/** Configurations of which one option each has a secret in a value; an error names options and files. */
const wrong: readonly Readonly<Record<string, unknown>>[] = [
  { environments: { live: `https://user:${password}@gateway.example` } },
  { parents: [`https://user:${password}@shop.example`] },
  { origin: `https://user:${password}@pane.example` },
  { prefix: `/pane?${password}` },
  { headers: { "X-Note": `${password}\r\nSet-Cookie: a=b` } },
  { tokenizeHeaders: { Authorization: `Bearer ${password}` } },
  { tokenizeHeaders: { "X-Note": `${password}\n` } },
  { fonts: [{ family: password, file: "/nowhere.woff2" }] },
  { networkRanges: { visa: password } },
  { caching: password },
];
const argumentLists = [
  [number, password],
  ...wrong.flatMap((option) => [
    [{ ...config, ...option, port: 0 }],
    [{ ...config, ...option, port: 0, assets: testAssets }],
    [{ ...config, ...option }, testAssets],
  ]),
  [{ ...config, port: password, assets: testAssets }],
  [new Request(`https://pane.example/${number}?name=${name}`, { headers: { Cookie: password } })],
];

describe.each([
  ["@cardpane/host", api],
  ["@cardpane/host/worker", worker],
])("%s", (_, exports) => {
  it("has a secret in no export, answer, error or line of the console", async () => {
    const { found, called } = await walkExports(exports, {
      secrets,
      argumentLists,
      working: { createHost: [[config, testAssets]] },
      repeatsInput: {
        HostConfigError: "has the message that whoever makes one writes",
        readAssets: "names the folder that it was given and has not found",
      },
    });
    expect(found).toEqual([]);
    expect(called).toContain("createHost");
  });
});

it("no line, metric or refusal repeats what a request has in its address and headers [T-P13]", async () => {
  const written = captureConsole();
  const entries: unknown[] = [];
  const host = await api.startHost({
    ...config,
    port: 0,
    assets: testAssets,
    onRequest: (entry) => entries.push(entry),
  });
  const refusals: string[] = [];
  try {
    const places = ["/", "/health", "/manifest.json", "/1.2.3/frame", "/1.2.3/texts", "/1.2.3/cardpane.js"];
    for (const place of [
      ...places,
      `/${number}`,
      `/1.2.3/${name}`,
      `/${encodeURIComponent(grouped)}/frame`,
    ]) {
      for (const method of ["GET", "POST", "DELETE"]) {
        const query = new URLSearchParams({
          environment: password,
          parent: `https://${name}.example`,
          number,
        });
        const response = await fetch(`${host.url}${place}?${query}`, {
          method,
          headers: { Cookie: number, "User-Agent": password, "X-Request-ID": grouped },
          ...(method === "POST" && { body: JSON.stringify({ number, password }) }),
        });
        const text = await response.text();
        if (response.status >= 400) refusals.push(text);
      }
    }
  } finally {
    await host.close();
  }
  expect(secretsIn([entries, written.end(), host], secrets)).toEqual([]);
  expect(entries.length).toBe(27);
  expect(refusals.length).toBeGreaterThan(20);
  expect(secretsIn(refusals, [number, grouped, password])).toEqual([]);
});
