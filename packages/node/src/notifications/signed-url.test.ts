/** A notification's address: only the holder of the secret can make one, for one receiver, environment, order and attempt. */
import { expect, it } from "vitest";
import { createSignedUrl, type UrlSettings, verifySignedUrl } from "./signed-url.ts";
import { verifyNotification } from "./verify-notification.ts";

const secret = "pTq8ZlW3vKx0sYb7mJc2NfRg9HdEa5Uo";
const start = Date.UTC(2030, 0, 1);
const settings: UrlSettings = {
  audience: "payment",
  environment: "live",
  secrets: [secret],
  now: () => start,
};
const address = "https://shop.example/ipn";
const attempt = "8f14e45f-ceea-467f-a9f6-1d1b2c3d4e5f";
const href = await createSignedUrl({ ...settings, address }, { reference: "order-1", attempt });

const verify = (url: string, more: Partial<UrlSettings> = {}) =>
  verifySignedUrl(new URL(url).searchParams, { ...settings, ...more });

it("is accepted with its reference and attempt, after a rotation too", async () => {
  const secrets = ["another secret of thirty-two letters", secret] as const;
  expect(await verify(href)).toEqual({ ok: true, reference: "order-1", attempt });
  expect(await verify(href, { secrets })).toMatchObject({ ok: true });
});

it.each<[string, Partial<UrlSettings>, string]>([
  ["another environment", { environment: "staging" }, "signed_url_forged"],
  ["another receiver", { audience: "wallet" }, "signed_url_forged"],
  ["another secret", { secrets: ["another secret of thirty-two letters"] }, "signed_url_forged"],
  ["a time eleven years later", { now: () => start + 11 * 366 * 86_400_000 }, "signed_url_expired"],
])("is refused at %s", async (_, more, code) => {
  expect(await verify(href, more)).toMatchObject({ ok: false, code });
});

it.each(["cp_ref", "cp_att", "cp_exp", "cp_mac"])("is refused where %s stands twice", async (name) => {
  const url = new URL(href);
  url.searchParams.append(name, url.searchParams.get(name) ?? "");
  expect(await verify(url.href)).toEqual({ ok: false, code: "signed_url_repeated" });
});

it("is refused by another method than POST", async () => {
  const body = { read: () => Promise.resolve(new TextEncoder().encode("{}")) };
  const request = { method: "GET", url: href, headers: {}, body } as Parameters<typeof verifyNotification>[0];
  await expect(verifyNotification(request, { secret, environment: "live" })).rejects.toMatchObject({
    code: "method_wrong",
  });
});
