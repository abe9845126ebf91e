import { inspect } from "node:util";
import { encode } from "uqr";
import { describe, expect, it } from "vitest";
import { authenticator, NotSentError, Secret } from "../index.ts";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const url = `otpauth://totp/Example%20Shop:ada%40example.com?secret=${secret}&issuer=Example%20Shop&algorithm=SHA1&digits=6&period=30`;
const without = (name: string) => url.replace(new RegExp(`&?${name}=[^&]*`), "").replace("?&", "?");

/** The modules of a QR code, read back from the path of the SVG. */
function modulesOf(svg: string): boolean[][] {
  const size = Number(/viewBox="0 0 (\d+) \1"/.exec(svg)?.[1]);
  const rows = Array.from({ length: size }, () => Array.from({ length: size }, () => false));
  for (const [, x, y, run] of svg.matchAll(/M(\d+) (\d+)h(\d+)v1h-\3z/g)) {
    for (let at = Number(x); at < Number(x) + Number(run); at++) {
      const row = rows[Number(y)];
      if (row) row[at] = true;
    }
  }
  return rows;
}

describe("the QR code of an authenticator", () => {
  it("draws each module of the code, with a margin of four white modules", () => {
    const svg = authenticator.qr(url);
    expect(modulesOf(svg)).toEqual(encode(url, { ecc: "M", border: 4 }).data);
    const quiet = modulesOf(svg).slice(0, 4).flat();
    expect(quiet).not.toContain(true);
    expect(authenticator.qr(new Secret(url))).toBe(svg);
  });

  it("is one SVG element with a name, a size and nothing that a strict policy blocks", () => {
    const svg = authenticator.qr(url, { title: 'Ada & "Co" <b>', size: 64 });
    expect(svg).toMatch(
      /^<svg xmlns="http:\/\/www.w3.org\/2000\/svg" viewBox="0 0 \d+ \d+" width="64" height="64"/,
    );
    expect(svg).toContain('role="img"><title>Ada &amp; "Co" &lt;b&gt;</title>');
    expect(svg).not.toMatch(/style|script|href|on\w+=/);
    expect(authenticator.qr(url)).toContain("<title>QR code for an authenticator app</title>");
    expect(authenticator.qr(url, { size: 2_048 })).toContain('width="2048"');
  });

  it.each([63, 2_049, 100.5, Number.NaN, "240"])("has no size of %j", (size) => {
    expect(() => authenticator.qr(url, { size: size as number })).toThrow(NotSentError);
  });

  it.each(["", "  ", 7])("has no title of %j", (title) => {
    expect(() => authenticator.qr(url, { title: title as string })).toThrow(NotSentError);
  });
});

describe("a provisioning URL", () => {
  it("has issuer, account and secret, which is not printed", () => {
    const details = authenticator.parse(url);
    expect([details.issuer, details.account, details.secret.reveal()]).toEqual([
      "Example Shop",
      "ada@example.com",
      secret,
    ]);
    expect(inspect(details, { showHidden: true }) + JSON.stringify(details)).not.toContain(secret);
  });

  it.each([
    ["issuer in the label only", without("issuer"), "Example Shop"],
    ["no issuer at all", `otpauth://totp/ada?secret=${secret}`, undefined],
    ["an issuer that is empty in the label", `otpauth://totp/:ada?secret=${secret}`, ""],
  ])("is read with %s", (_, given, issuer) => {
    expect(authenticator.parse(given).issuer).toBe(issuer);
  });

  it.each(["algorithm", "digits", "period", "issuer"])("may omit %s: apps assume the same value", (name) => {
    expect(authenticator.qr(without(name))).toMatch(/^<svg/);
  });

  it.each([
    ["nothing", undefined],
    ["a number", 7],
    ["empty text", ""],
    ["another scheme", url.replace("otpauth", "https")],
    ["a counter", url.replace("totp", "hotp")],
    ["no secret", without("secret")],
    ["an empty secret", url.replace(secret, "")],
    ["a short secret", url.replace(secret, secret.slice(0, 15))],
    ["a secret that is no Base32", url.replace(secret, `${secret.slice(1)}1`)],
    ["two secrets", `${url}&secret=${secret}`],
    ["SHA256", url.replace("SHA1", "SHA256")],
    ["eight digits", url.replace("digits=6", "digits=8")],
    ["a minute", url.replace("period=30", "period=60")],
    ["two periods", `${url}&period=30`],
    ["a label that cannot be read", url.replace("ada%40", "ada%zz")],
    ["more than a code holds", url.replace("ada", "a".repeat(3_000))],
  ])("is refused if it is or has %s, and is not quoted", (_, given) => {
    const draw = () => authenticator.qr(given as string);
    expect(draw).toThrow(NotSentError);
    try {
      draw();
    } catch (error) {
      expect(inspect(error)).not.toContain(secret.slice(0, 10));
      expect(inspect(error)).not.toContain("ada%40");
      expect(inspect(error)).not.toContain("ada@");
    }
  });
});
