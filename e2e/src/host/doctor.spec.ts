/** `cardpane doctor`, the built command, on pages that a merchant may have written. */
import { execFile } from "node:child_process";
import { fileURLToPath } from "node:url";
import { expect, type Stack, stackTest as test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";

const cli = fileURLToPath(new URL("../../../packages/host/dist/cli.js", import.meta.url));

interface Outcome {
  readonly code: number;
  readonly ok: boolean;
  readonly findings: readonly { readonly level: string; readonly code: string; readonly message: string }[];
}

/** Runs the doctor on a page and returns its outcome. */
function examine(url: string): Promise<Outcome> {
  const browser = process.env["HEADLESS_SHELL_PATH"] ?? process.env["CHROMIUM_PATH"];
  const args = [cli, "doctor", url, "--json", ...(browser ? ["--browser", browser] : [])];
  const env = { ...process.env, NODE_OPTIONS: "" };
  return new Promise((resolve, reject) => {
    const child = execFile(process.execPath, args, { env }, (_, out, err) => {
      if (out) resolve({ code: child.exitCode ?? -1, ...(JSON.parse(out) as Omit<Outcome, "code">) });
      else reject(new Error(err));
    });
  });
}

const codesOf = async (url: string) => {
  const { code, findings } = await examine(url);
  return { code, codes: findings.map((finding) => finding.code) };
};

test("the doctor finds nothing wrong with a page that follows the recipe", { tag: "@nightly" }, async ({
  stack,
}) => {
  expect(await examine(stack.site.serve(merchantPage(stack, paneTag())))).toEqual({
    code: 0,
    ok: true,
    findings: [],
  });
});

test("the doctor names what stops the pane", { tag: "@nightly" }, async ({ stack }) => {
  const page = merchantPage(stack, paneTag());
  const pages: readonly (readonly [string, string, readonly string[]])[] = [
    ["another environment", stack.site.serve(page.replace('"sandbox"', '"live"')), ["load_environment"]],
    [
      "a script of other bytes",
      stack.site.serve(page.replace(/sha384-.{4}/, "sha384-AAAA")),
      ["script_failed"],
    ],
    ["a policy without the frame", strict(stack, page), ["load_blocked", "policy"]],
    ["no page", `${stack.site.url}/none`, ["page_unreachable"]],
  ];
  for (const [what, url, codes] of pages) {
    expect.soft(await codesOf(url), what).toEqual({ code: 1, codes });
  }
});

test("the doctor warns of a script without integrity even if the pane works", { tag: "@nightly" }, async ({
  stack,
}) => {
  const page = merchantPage(stack, paneTag()).replace(/ integrity="[^"]*"/, "");
  const { ok, findings } = await examine(stack.site.serve(page));
  expect(ok).toBe(true);
  expect(findings).toEqual([expect.objectContaining({ level: "warning", code: "no_integrity" })]);
});

function strict(stack: Stack, page: string): string {
  return stack.site.serve(page, {
    "Content-Security-Policy": `script-src ${stack.pane}; frame-src 'none'; connect-src ${stack.pane}`,
  });
}
