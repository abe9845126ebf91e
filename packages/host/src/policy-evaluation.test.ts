/** Google's csp_evaluator examines the policies of the host. */
import { CspEvaluator } from "csp_evaluator";
import { CspParser } from "csp_evaluator/dist/parser.js";
import { expect, it } from "vitest";
import { commonHeaders, framePolicy } from "./headers.ts";
import { integrityOf } from "./read-assets.ts";

const findingsIn = (policy: string) =>
  new CspEvaluator(new CspParser(policy).csp)
    .evaluate()
    .map(({ directive, value, description }) => `${directive} ${value ?? ""}: ${description}`);

const hashes = { scripts: [integrityOf("frame()")], styles: [integrityOf(":root{}")] };
const policy = framePolicy(hashes, "https://gateway.example", [
  "https://shop.example",
  "https://*.preview.example",
]);

it("csp_evaluator finds nothing in the frame's policy [T-D20]", () => {
  expect(findingsIn(policy)).toEqual([]);
});

it("csp_evaluator finds nothing in the frame's policy if violations are reported", () => {
  const reports = { path: "/pane/reports", isSecure: true };
  const reporting = framePolicy(hashes, "https://gateway.example", ["https://shop.example"], reports);
  expect(reporting).toContain("; report-uri /pane/reports; report-to cardpane");
  expect(findingsIn(reporting)).toEqual([]);
});

it("csp_evaluator finds nothing in the policy of the other files, where no script runs [T-D22]", () => {
  const found = findingsIn(commonHeaders["Content-Security-Policy"]);
  expect(found.filter((finding) => !finding.startsWith("require-trusted-types-for"))).toEqual([]);
});

it.each([
  ["inline scripts", policy.replace(/script-src [^;]+/, "script-src 'unsafe-inline'")],
  ["scripts of everywhere", policy.replace(/script-src [^;]+/, "script-src https:")],
  ["another base", policy.replace("default-src 'none'; ", "").replace("base-uri 'none'; ", "")],
])("csp_evaluator finds a policy that allows %s", (_, worse) => {
  expect(findingsIn(worse)).not.toEqual([]);
});
