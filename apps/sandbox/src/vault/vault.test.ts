import { chmod, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { keyOfFolder, parseKey, randomKey } from "./key.ts";
import { openVault } from "./vault.ts";

const number = "4242424242424242";

describe("a vault", () => {
  const vault = openVault(randomKey());

  it("opens what it sealed, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(vault.open("tokens/1", vault.seal("tokens/1", text))).toBe(text);
      }),
    );
  });

  it("never seals the same text in the same way", () => {
    expect(vault.seal("tokens/1", number)).not.toBe(vault.seal("tokens/1", number));
  });

  it("opens nothing in another row, in another table, or under another key", () => {
    const sealed = vault.seal("tokens/1", number);
    expect(() => vault.open("tokens/2", sealed)).toThrow();
    expect(() => vault.open("payment_accounts/1", sealed)).toThrow();
    expect(() => openVault(randomKey()).open("tokens/1", sealed)).toThrow();
  });

  it("opens no text that was changed, whatever the position [T-S2]", () => {
    const sealed = vault.seal("tokens/1", number);
    const bytes = Buffer.from(sealed.slice(3), "base64url");
    for (let index = 0; index < bytes.length; index++) {
      const changed = Buffer.from(bytes);
      changed[index] = (changed[index] ?? 0) ^ 1;
      expect(() => vault.open("tokens/1", `v1.${changed.toString("base64url")}`)).toThrow();
    }
    for (const text of ["", "v1.", sealed.slice(0, 20), sealed.slice(3)]) {
      expect(() => vault.open("tokens/1", text)).toThrow("This is no sealed text.");
    }
  });

  it("recognizes a card again, but another vault does not", () => {
    expect(vault.fingerprint(number)).toBe(vault.fingerprint(number));
    expect(vault.fingerprint(number)).not.toBe(vault.fingerprint("4111111111111111"));
    expect(vault.fingerprint(number)).not.toBe(openVault(randomKey()).fingerprint(number));
    expect(vault.fingerprint(number)).not.toBe(vault.hashBody(number));
  });
});

describe("the hash of an e-mail address", () => {
  const vault = openVault(randomKey());

  it("is the same for all spellings, and differs with another key or purpose", () => {
    expect(vault.hashAddress("Ada@Shop.test")).toBe(vault.hashAddress("ada@shop.test"));
    const others = [
      vault.hashAddress("ada@shop.example"),
      openVault(randomKey()).hashAddress("ada@shop.test"),
      vault.hashBody("ada@shop.test"),
      vault.fingerprint("ada@shop.test"),
    ];
    expect(others).not.toContain(vault.hashAddress("ada@shop.test"));
  });
});

describe("a key", () => {
  it.each(["00".repeat(32), `${"A".repeat(43)}=`, "A".repeat(43)])("is read from %s", (text) => {
    expect(parseKey(` ${text}\n`)).toEqual(Buffer.alloc(32));
  });

  it.each(["", "secret-secret", "00".repeat(31), "zz".repeat(32), `${"A".repeat(44)}`])(
    "is not read from %j, and the error does not repeat the text",
    (text) => {
      expect(() => parseKey(text)).toThrow(/^The encryption key must be 32 bytes/);
    },
  );
});

describe("the key of a data folder", () => {
  let folder: string;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), "cardpane-key-"));
  });
  afterEach(() => rm(folder, { recursive: true }));

  it("is created once, readable by its owner only", async () => {
    const keys = await Promise.all(Array.from({ length: 8 }, () => keyOfFolder(folder)));
    expect(new Set(keys.map((key) => Buffer.from(key).toString("hex"))).size).toBe(1);
    expect(await readdir(folder)).toEqual(["encryption.key"]);
    expect((await stat(join(folder, "encryption.key"))).mode & 0o777).toBe(0o600);
    expect(await keyOfFolder(folder)).toEqual(keys[0]);
  });

  it("is refused if others can read it, or if it is not a key", async () => {
    const path = join(folder, "encryption.key");
    await writeFile(path, "no key at all", { mode: 0o600 });
    await expect(keyOfFolder(folder)).rejects.toMatchObject({ code: "bad-key" });
    await chmod(path, 0o644);
    await expect(keyOfFolder(folder)).rejects.toMatchObject({ code: "key-readable" });
    expect(await readFile(path, "utf8")).toBe("no key at all");
  });
});
