import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { authenticator, NotSentError, Secret } from "../index.ts";

const secret = "JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP";
const url = `otpauth://totp/Example%20Shop:ada%40example.com?secret=${secret}&issuer=Example%20Shop&algorithm=SHA1&digits=6&period=30`;
const without = (name: string) => url.replace(new RegExp(`&?${name}=[^&]*`), "").replace("?&", "?");

describe("a provisioning URL", () => {
  it("has issuer, account and secret, which is not printed", () => {
    const details = authenticator.parse(new Secret(url));
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
    expect(authenticator.parse(without(name)).secret.reveal()).toBe(secret);
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
  ])("is refused if it is or has %s, and is not quoted", (_, given) => {
    const read = () => authenticator.parse(given as string);
    expect(read).toThrow(NotSentError);
    try {
      read();
    } catch (error) {
      expect(inspect(error)).not.toContain(secret.slice(0, 10));
      expect(inspect(error)).not.toContain("ada%40");
      expect(inspect(error)).not.toContain("ada@");
    }
  });
});
