import { execFileSync } from "node:child_process";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { codeAt, endOfStep, provisioningUrl, secretBytes, stepAt, stepOfCode } from "./authenticator.ts";

/** RFC 6238, appendix B: the SHA-1 vectors. Its codes have eight digits; the six-digit code is their last six. */
const secret = new TextEncoder().encode("12345678901234567890");
const vectors = [
  [59, "94287082"],
  [1111111109, "07081804"],
  [1111111111, "14050471"],
  [1234567890, "89005924"],
  [2000000000, "69279037"],
  [20000000000, "65353130"],
] as const;

const at = (seconds: number) => new Date(seconds * 1000);

describe("an authenticator's code", () => {
  it.each(vectors)("at %d s is RFC 6238's %s", (seconds, code) => {
    const six = code.slice(2);
    expect(codeAt(secret, at(seconds))).toBe(six);
    expect(stepOfCode(secret, six, at(seconds))).toBe(Math.floor(seconds / 30));
    expect(endOfStep(stepAt(at(seconds))).getTime()).toBe((Math.floor(seconds / 30) + 1) * 30_000);
  });

  it("is accepted one step early and one step late, and no more", () => {
    const now = 1_800_000_015;
    const code = codeAt(secret, at(now));
    const step = Math.floor(now / 30);
    const taken = [-61, -46, -45, -31, -15, 0, 14, 15, 44, 45, 60].map((shift) => [
      shift,
      stepOfCode(secret, code, at(now + shift)),
    ]);
    // The step began 15 s before, so a clock may be 45 s slow and less than 45 s fast.
    expect(taken).toEqual([
      [-61, undefined],
      [-46, undefined],
      [-45, step],
      [-31, step],
      [-15, step],
      [0, step],
      [14, step],
      [15, step],
      [44, step],
      [45, undefined],
      [60, undefined],
    ]);
  });

  it.each(["", "12345", "1234567", "abcdef", "١٢٣٤٥٦", "12 345", "-12345", "1e5000"])("is not %j", (code) => {
    expect(stepOfCode(secret, code, at(59))).toBeUndefined();
  });

  it("is recognized, whatever the secret and the time", () => {
    fc.assert(
      fc.property(
        fc.uint8Array({ minLength: secretBytes, maxLength: secretBytes }),
        fc.integer({ min: 0, max: 4_000_000_000 }),
        (bytes, seconds) => {
          expect(stepOfCode(bytes, codeAt(bytes, at(seconds)), at(seconds))).toBe(Math.floor(seconds / 30));
        },
      ),
    );
  });
});

describe("the provisioning URL", () => {
  it("contains the parts of section 2.8 that apps read", () => {
    const url = provisioningUrl(secret, "ada+shop@example.test");
    expect(url).toMatch(/^otpauth:\/\/totp\/Cardpane%20sandbox:ada%2Bshop%40example\.test\?/);
    expect(Object.fromEntries(new URL(url).searchParams)).toEqual({
      secret: "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ",
      issuer: "Cardpane sandbox",
      algorithm: "SHA1",
      digits: "6",
      period: "30",
    });
  });
});

const oathtool = hasOathtool();

// An independent authenticator. If it is not installed, the test is reported as skipped: apt-get install oathtool.
describe.skipIf(!oathtool)("oathtool", () => {
  it.each([0, 59, 1111111109, 1_790_000_000, 4_102_444_800])("shows the same code at %d s", (seconds) => {
    const base32 = new URL(provisioningUrl(secret, "ada@example.test")).searchParams.get("secret") ?? "";
    const shown = execFileSync("oathtool", ["--totp", "--base32", "--now", `@${seconds}`, "-"], {
      input: base32,
      encoding: "utf8",
    });
    expect(codeAt(secret, at(seconds))).toBe(shown.trim());
  });
});

function hasOathtool(): boolean {
  try {
    execFileSync("oathtool", ["--version"], { stdio: "ignore" });
    return true;
  } catch {
    return false;
  }
}
