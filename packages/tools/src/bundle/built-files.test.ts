/**
 * The second check that packages are separate: the built files contain no code of the other side. (The first: pnpm links only
 * the dependencies that a package declares.)
 */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { buildRelease } from "./build-release.ts";

const release = `${root}packages/host/dist/release/`;

describe("the built files", () => {
  let page = "";
  let frame = "";
  beforeAll(async () => {
    if (!existsSync(`${release}licences.txt`)) await buildRelease();
    page = readFileSync(`${release}cardpane.js`, "utf8");
    frame = readFileSync(`${release}frame.js`, "utf8");
  });

  it.each([
    "cc-number",
    "cc-csc",
    "UnionPay",
    "Hipercard",
    "litElementVersions",
    "lit-html",
    "/tokenize",
    "cardHolder",
    "expirationYear",
    "ZodError",
  ])("the page's script knows nothing of cards: no %s", (word) => {
    expect(page).not.toContain(word);
  });

  it("the frame's script does hold those words, so that their absence means something", () => {
    for (const word of [
      "cc-number",
      "cc-csc",
      "UnionPay",
      "Hipercard",
      "litElementVersions",
      "/tokenize",
      "cardHolder",
    ])
      expect(frame).toContain(word);
  });

  it.each([
    "Authorization",
    "apiKey",
    "Bearer",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "document.cookie",
    "sendBeacon",
    "serviceWorker",
    "eval(",
    "new Function",
  ])("nothing that a browser loads holds %s", (word) => {
    expect(page).not.toContain(word);
    expect(frame).not.toContain(word);
  });

  it("nothing is posted to just anyone [T-M9]", () => {
    for (const text of [page, frame]) expect(text).not.toMatch(/postMessage\([^)]*["'`]\*["'`]/);
    const folders = ["packages/browser/src", "packages/frame/src", "packages/contract/src"];
    const sources = folders.flatMap((folder) =>
      readdirSync(`${root}${folder}`, { recursive: true, encoding: "utf8" })
        .filter((name) => name.endsWith(".ts") && !name.endsWith(".test.ts"))
        .map((name) => readFileSync(`${root}${folder}/${name}`, "utf8")),
    );
    expect(sources.length).toBeGreaterThan(50);
    for (const source of sources) expect(source).not.toMatch(/postMessage\([^;]*["'`]\*["'`]/);
  });

  it("the frame's script carries one language, its style sheet without comments, and no line end", () => {
    for (const rest of ["es-419", "Digits run from left", "\n"]) expect(frame).not.toContain(rest);
    expect(frame).toContain("-webkit-text-size-adjust");
  });

  it.each(["cardpane.js", "deferred.js", "next-action.js", "qr.js"])(
    "%s reads the page's document in one place, which no element's name can mislead",
    (name) => {
      const code = readFileSync(release + name, "utf8");
      expect(code.match(/\bdocument\b./g)).toEqual(["document)"]);
    },
  );

  it("the frame's script has card-validator with one copy of credit-card-type, and their licences go along", () => {
    // A text of the one, which no minifier touches, and the check digit of the other.
    expect(frame.split('"UnionPay"')).toHaveLength(2);
    expect(frame).toMatch(/\(t\*=2\)>9&&\(t=t%10\+1\)/);
    const licences = readFileSync(`${release}licences.txt`, "utf8");
    for (const text of ["card-validator 10.0.4", "credit-card-type 10.3.0", "Nicholas C. Zakas"])
      expect(licences).toContain(text);
  });

  it("the frame's script has Lit's production build, and Lit's licences go along", () => {
    expect(frame).toContain("litElementVersions");
    expect(frame).not.toMatch(/dev mode|litIssuedWarnings/i);
    const licences = readFileSync(`${release}licences.txt`, "utf8");
    for (const name of ["lit", "lit-html", "lit-element", "@lit/reactive-element"])
      expect(licences).toMatch(RegExp(`^${name} [0-9.]+$`, "m"));
  });

  it.each(["cardpane.js", "deferred.js", "next-action.js", "page-texts.js", "qr.js", "start.js"])(
    "%s sets no style attribute and no markup text in the merchant's page",
    (name) => {
      expect(readFileSync(release + name, "utf8")).not.toMatch(
        /innerHTML|outerHTML|insertAdjacentHTML|document\.write|setAttribute\(["'`]style/,
      );
    },
  );
});
