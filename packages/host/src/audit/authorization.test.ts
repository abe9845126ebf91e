import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { type Authorization, authorize, type RunScript } from "./authorization.ts";

const text = "pay()";
const hash = `sha256-${createHash("sha256").update(text).digest("base64")}`;
const none = { isExternal: false, text, integrity: "", nonce: "", isInPage: true } as const;
const external: RunScript = { ...none, isExternal: true };

it.each<[Authorization, string, readonly string[], RunScript]>([
  ["nothing", "no policy", [], none],
  ["nothing", "a policy about images", ["img-src 'self'"], external],
  ["host", "its host", ["script-src 'self' https://pane.example"], external],
  ["host", "the default", ["default-src 'self'; img-src *"], external],
  [
    "host",
    "elements before scripts",
    ["script-src 'nonce-a'; script-src-elem 'self'"],
    { ...external, nonce: "a" },
  ],
  [
    "hash",
    "its integrity",
    ["script-src 'sha384-a+/='"],
    { ...external, integrity: "sha256-b sha384-a+/=?x" },
  ],
  ["hash", "the hash of its text", [`script-src '${hash}' 'unsafe-inline'`], none],
  [
    "host",
    "a hash of its text, which decides only for inline scripts",
    [`script-src 'self' '${hash}'`],
    external,
  ],
  ["nonce", "its nonce", ["script-src 'nonce-abc' 'strict-dynamic'"], { ...external, nonce: "abc" }],
  ["strict-dynamic", "who inserted it", ["script-src 'nonce-abc' 'Strict-Dynamic'"], external],
  ["unsafe-inline", "an inline script", ["script-src 'unsafe-inline' 'unsafe-eval'"], none],
  [
    "unsafe-eval",
    "text that no element has",
    ["script-src 'unsafe-inline' 'unsafe-eval'"],
    { ...none, isInPage: false },
  ],
  [
    "hash",
    "the strictest of two policies",
    ["script-src 'self', script-src 'sha384-a'"],
    { ...external, integrity: "sha384-a" },
  ],
])("allowed by %s: %s", (expected, _, policies, script) => {
  expect(authorize(policies, script)).toBe(expected);
});
