/** Each TypeScript snippet of the README stands, word for word, in a file of this folder, which the compiler checks. */
import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";

const read = (name: string) => readFile(new URL(name, import.meta.url), "utf8");
/** Without indentation, and by the package's own name. */
const plain = (text: string) =>
  text.replaceAll(/^[ \t]+/gm, "").replaceAll('"../index.ts"', '"@cardpane/node"');

const readme = await read("../../README.md");
const files = (await Promise.all(["checkout.ts", "guide.ts"].map(read))).map(plain);
const snippets = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, code = ""]) => code);

describe("the README", () => {
  it("has snippets", () => {
    expect(snippets.length).toBeGreaterThan(8);
  });

  it.each(snippets.map((code) => [code.split("\n")[0], code]))("shows a checked snippet: %s", (_, code) => {
    expect(files.some((file) => file.includes(plain(code)))).toBe(true);
  });

  it("names every option of a client and of a receiver", async () => {
    for (const [file, names] of [
      ["../client/settings.ts", ["ClientOptions"]],
      ["../client/gateway.ts", ["GatewayOptions"]],
      ["../notifications/settings.ts", ["ProofOptions", "ReceiverOptions<Event, Tx>", "PaymentProofOptions"]],
    ] as const) {
      const source = await read(file);
      for (const name of names) {
        const start = source.indexOf(`export interface ${name}`);
        const body = source.slice(start, source.indexOf("\n}", start));
        const options = [...body.matchAll(/^ {2}readonly (\w+)\??:/gm)].map(([, option = ""]) => option);
        expect(options.length).toBeGreaterThan(0);
        // A deprecated name of another option is not repeated.
        const missing = options.filter(
          (it) => !["clientId", "createRequestId"].includes(it) && !new RegExp(`\`${it}\\b`).test(readme),
        );
        expect(missing).toEqual([]);
      }
    }
  });
});
