/**
 * `npm run observatory`: grades the pane's document and the shop with Mozilla's HTTP Observatory, without a network: the
 * responses come from the handlers. npx fetches the scanner, in an exact version and without install scripts, so that it is not
 * a dependency.
 */
import { execFileSync } from "node:child_process";
import { existsSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { pathToFileURL } from "node:url";
import { openShop } from "../../../../apps/demo/server/testing/shop.ts";
import { createHost } from "../../../host/src/index.ts";
import { testAssets } from "../../../host/src/testing.ts";

const scanner = "@mdn/mdn-http-observatory@1.4.8";

interface Output {
  readonly constructor: { readonly name: string };
  readonly pass: boolean;
  readonly result: string;
}

type Test = (requests: object) => Output;

const folder = findScanner();
const load = (path: string): Promise<unknown> => import(pathToFileURL(`${folder}/${path}`).href);
// In place of the list of preloaded domains that the install script would fetch. It does not contain our domains.
if (!existsSync(`${folder}/conf/hsts-preload.json`)) writeFileSync(`${folder}/conf/hsts-preload.json`, "{}");
const { ALL_TESTS } = (await load("src/constants.js")) as { readonly ALL_TESTS: readonly Test[] };
const { getGradeForScore, getScoreModifier } = (await load("src/grader/grader.js")) as {
  getGradeForScore(score: number): { readonly grade: string };
  getScoreModifier(result: string): number;
};
const { Requests } = (await load("src/types.js")) as { readonly Requests: new (host: string) => object };

const pane = createHost(
  { environments: { live: "https://gateway.example" }, parents: ["https://shop.example"] },
  testAssets,
);
const shop = openShop({
  config: {
    publicUrl: "https://shop.example",
    paneUrl: "https://pane.example",
    gatewayUrl: "https://gateway.example",
  },
});
const grades = [
  await grade(
    "the pane's document",
    await pane(new Request("https://pane.example/1.2.3/frame?environment=live")),
  ),
  await grade("the shop", await shop.get("/")),
];
process.exitCode = grades.every((one) => one === "A+") ? 0 : 1;

/** Grades a response as if it came over https. The server that terminates TLS redirects http to https. */
async function grade(what: string, response: Response): Promise<string> {
  const text = await response.text();
  const answer = {
    ...{ status: response.status, headers: Object.fromEntries(response.headers), data: text },
    ...{ verified: true, httpEquiv: new Map() },
    request: { responseURL: response.url },
  };
  const requests = Object.assign(new Requests("pane.example"), {
    responses: {
      auto: answer,
      https: answer,
      http: null,
      cors: answer,
      httpRedirects: [],
      httpsRedirects: [],
    },
    resources: { path: text },
    session: {
      url: new URL("https://pane.example/"),
      jar: { serializeSync: () => ({ cookies: [] }) },
    },
  });
  const outputs = ALL_TESTS.map((test) => test(requests));
  const modifiers = outputs.map(({ result }) => getScoreModifier(result));
  const lost = modifiers.filter((points) => points < 0).reduce((sum, points) => sum + points, 0);
  // Extra points count only from a score of 90 on, as in the scanner.
  const extra = 100 + lost >= 90 ? modifiers.filter((points) => points > 0) : [];
  const score = 100 + lost + extra.reduce((sum, points) => sum + points, 0);
  const { grade: letter } = getGradeForScore(score);
  console.log(`${letter.padEnd(3)} ${score}  ${what}`);
  for (const output of outputs)
    if (!output.pass) console.log(`          ${output.constructor.name}: ${output.result}`);
  return letter;
}

/** The folder of the scanner in npx's cache: next to the folder of programs that npx puts first on the path. */
function findScanner(): string {
  const given = ["-y", "--ignore-scripts", `--package=${scanner}`, "-c", "echo $PATH"];
  const [programs = ""] = execFileSync("npx", given, {
    // Outside the repository, which refuses packages for other versions of Node: a part of the scanner requires Node 22.
    cwd: tmpdir(),
    encoding: "utf8",
    stdio: ["ignore", "pipe", "ignore"],
  }).split(":");
  return realpathSync(`${programs}/../@mdn/mdn-http-observatory`);
}
