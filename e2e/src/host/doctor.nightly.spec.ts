/** `cardpane doctor`, the built command, on pages that a merchant may have written. */
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { DeploymentManifest } from "../../../packages/host/src/deployment/deployment.ts";
import { expect, type Stack, stackTest as test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";

const cli = fileURLToPath(new URL("../../../packages/host/dist/cli.js", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly ok: boolean;
  readonly findings: readonly { readonly level: string; readonly code: string; readonly message: string }[];
}

/** Runs the doctor on a page and returns its outcome. */
function examine(url: string, ...more: readonly string[]): Promise<Outcome> {
  const browser = process.env["HEADLESS_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"];
  const args = [cli, "doctor", url, "--json", ...more, ...(browser ? ["--browser", browser] : [])];
  const env = { ...process.env, NODE_OPTIONS: "" };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (_, out, err) => {
      if (out) resolve({ code: child.exitCode ?? -1, ...(JSON.parse(out) as Omit<Outcome, "code">) });
      else reject(new Error(err));
    });
  });
}

test("the doctor finds nothing wrong with a page that follows the recipe", async ({ stack }) => {
  expect(await examine(stack.site.serve(merchantPage(stack, paneTag())))).toEqual({
    code: 0,
    ok: true,
    findings: [],
  });
});

/** What stops a pane: the address of such a page, made of a good one, and the codes that the doctor names. */
const stopped: readonly (readonly [
  what: string,
  urlOf: (stack: Stack, page: string) => string,
  codes: readonly string[],
])[] = [
  [
    "another environment",
    ({ site }, page) => site.serve(page.replace('"sandbox"', '"live"')),
    ["load_environment"],
  ],
  [
    "a script of other bytes",
    ({ site }, page) => site.serve(page.replace(/sha384-.{4}/, "sha384-AAAA")),
    ["script_failed"],
  ],
  ["a policy without the frame", strict, ["load_blocked", "policy"]],
  ["no page", ({ site }) => `${site.url}/none`, ["page_unreachable"]],
];

for (const [what, urlOf, codes] of stopped) {
  test(`the doctor names what stops the pane: ${what}`, async ({ stack }) => {
    const { code, findings } = await examine(urlOf(stack, merchantPage(stack, paneTag())));
    expect({ code, codes: findings.map((finding) => finding.code) }).toEqual({ code: 1, codes });
  });
}

test("the doctor warns of a gateway that does not answer", async ({ stack }) => {
  const { ok, findings } = await examine(
    stack.site.serve(merchantPage(stack, paneTag().replace('"sandbox"', '"down"'))),
  );
  expect(ok).toBe(true);
  expect(findings).toEqual([expect.objectContaining({ level: "warning", code: "gateway_unreachable" })]);
});

test("the doctor warns of a script without integrity even if the pane works", async ({ stack }) => {
  const page = merchantPage(stack, paneTag()).replace(/ integrity="[^"]*"/, "");
  const { ok, findings } = await examine(stack.site.serve(page));
  expect(ok).toBe(true);
  expect(findings).toEqual([expect.objectContaining({ level: "warning", code: "no_integrity" })]);
});

/** Panes that a script mounts, and what the doctor says of them. */
const mounted: readonly (readonly [what: string, options: string, code: number, codes: readonly string[]])[] =
  [
    ["that becomes ready", '{ environment: "sandbox" }', 0, []],
    ["of another environment", '{ environment: "live" }', 1, ["no_element"]],
  ];

for (const [what, options, code, codes] of mounted) {
  test(`the doctor examines a pane that a script mounts, ${what}`, async ({ stack }) => {
    const page = merchantPage(
      stack,
      `<div id="card"></div><script>Cardpane.createCardPane(${options}).mount("#card")</script>`,
    );
    const outcome = await examine(stack.site.serve(page), "--timeout", "6");
    expect({ code: outcome.code, codes: outcome.findings.map((finding) => finding.code) }).toEqual({
      code,
      codes,
    });
  });
}

/** Pages that say what they like about their pane. */
const hostile: readonly (readonly [what: string, script: string])[] = [
  [
    "a code with control characters",
    'error = { code: "x\\x1b]0;pwned\\x07\\nThe pane is ready.", message: "\\x1b[31m\\u202e" }',
  ],
  ["an error of other types", "error = { code: { a: 1 }, message: [7] }"],
  ["an endless message", 'error = { code: "x", message: "y".repeat(5e6) }'],
  ["a status that is no text", "status = { toString: 1 }"],
  [
    "a thousand violations, some no text",
    'for (let i = 0; i < 1000; i++) cardpaneViolation(i % 2 ? "v" + i : { i })',
  ],
  ["scripts by the thousand", 'for (let i = 0; i < 1000; i++) cardpaneScriptError(i + "/cardpane.js")'],
  ["a page that leaves", 'setTimeout(() => location.replace("about:blank"), 300)'],
];

for (const [what, script] of hostile) {
  test(`the doctor is safe against ${what} [T-D29]`, async ({ stack }) => {
    const page = `<!doctype html><card-pane></card-pane><script>{
      customElements.define("card-pane", class extends HTMLElement {});
      const pane = document.querySelector("card-pane");
      with (pane) { ${script.replace(/^(error|status) =/, "pane.$1 =")} }
    }</script>`;
    const { code, ok, findings } = await examine(stack.site.serve(page), "--timeout", "3");
    expect([code, ok]).toEqual([1, false]);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.length).toBeLessThanOrEqual(21);
    for (const finding of findings) {
      expect(finding.code).toMatch(/^[a-z_]{1,64}$/);
      expect(finding.message.length).toBeLessThan(2_000);
      // biome-ignore lint/suspicious/noControlCharactersInRegex: none may reach the terminal
      expect(finding.message).not.toMatch(/[\u0000-\u001f\u007f-\u009f\u202e]/);
    }
  });
}

for (const src of ["javascript:0", "about:blank", "https://a b/", "http://[", "data:text/html,x"]) {
  test(`the doctor is safe against a frame at ${src} [T-D30]`, async ({ stack }) => {
    const page = `<!doctype html><card-pane></card-pane><script>
      customElements.define("card-pane", class extends HTMLElement {
        status = "ready";
        querySelector() { return { src: ${JSON.stringify(src)} }; }
      });
    </script>`;
    const { code, findings } = await examine(stack.site.serve(page), "--timeout", "3");
    expect([code, findings.map((finding) => finding.code)]).toEqual([1, ["frame_address"]]);
  });
}

test("the doctor compares script and frame with the build, as the browser received them [T-D26]", async ({
  stack,
}) => {
  const page = stack.site.serve(merchantPage(stack, paneTag()));
  const manifest = await manifestOf(stack);
  const codes = async (changed: Partial<DeploymentManifest>) => {
    const path = test.info().outputPath("manifest.json");
    writeFileSync(path, JSON.stringify({ ...manifest, ...changed }));
    const { code, findings } = await examine(page, "--manifest", path);
    return { code, codes: [...new Set(findings.map((finding) => finding.code))] };
  };
  expect(await codes({})).toEqual({ code: 0, codes: [] });
  for (const name of ["frame", "cardpane.js"]) {
    const files = manifest.files.map((file) =>
      file.url.includes(name) ? { ...file, integrity: "x" } : file,
    );
    expect.soft(await codes({ files }), name).toEqual({ code: 1, codes: ["bytes_changed"] });
  }
  const headers = Object.fromEntries(
    Object.entries(manifest.headers).map(([kind, { vary, ...rest }]) => [
      kind,
      { ...rest, "x-new": vary ?? "" },
    ]),
  );
  expect.soft(await codes({ headers }), "headers").toEqual({ code: 1, codes: ["header_changed"] });
  expect
    .soft(await codes({ origin: "https://pane.invalid" }), "origin")
    .toEqual({ code: 1, codes: ["not_of_build"] });
});

/** The manifest of what the stack's host serves to such a page. */
async function manifestOf({ pane, release }: Stack): Promise<DeploymentManifest> {
  const base = release.slice(pane.length + 1);
  const urls = ["cardpane.js", "deferred.js", "frame?environment=sandbox&locale=en"].map(
    (name) => base + name,
  );
  const files = await Promise.all(
    urls.map(async (url) => {
      const response = await fetch(`${pane}/${url}`);
      const bytes = Buffer.from(await response.arrayBuffer());
      const own = [...response.headers].filter(
        ([name]) =>
          !/^(connection|content-encoding|content-length|date|etag|keep-alive|transfer-encoding)$/.test(name),
      );
      const integrity = `sha384-${createHash("sha384").update(bytes).digest("base64")}`;
      return {
        file: { url, file: url, integrity, headers: url },
        headers: Object.fromEntries(own),
      };
    }),
  );
  return {
    format: 1,
    origin: pane,
    prefix: "",
    releases: [base.slice(0, -1)],
    environments: {},
    headers: Object.fromEntries(files.map(({ file, headers }) => [file.url, headers])),
    files: files.map(({ file }) => file),
    refusals: [],
  };
}

function strict(stack: Stack, page: string): string {
  return stack.site.serve(page, {
    "Content-Security-Policy": `script-src ${stack.pane}; frame-src 'none'; connect-src ${stack.pane}`,
  });
}
