import { expect, it, vi } from "vitest";
import { showChallenge } from "./challenge.ts";

it("the bank's page cannot navigate the merchant's page, and gets no other permission than its forms, questions, scripts and passkeys need [T-D36]", () => {
  // happy-dom loads no frame.
  vi.spyOn(HTMLIFrameElement.prototype, "src", "set").mockImplementation(() => {});
  const body = document.createElement("div");
  const ended = new AbortController();
  const challenge = {
    url: new URL("https://bank.example/3ds/1"),
    texts: { title: "Bank", loading: "Loading" },
    settings: { loadTimeoutMs: 1_000 },
    settle: () => {},
    ended: ended.signal,
  } as unknown as Parameters<typeof showChallenge>[1];
  showChallenge({ body, announce: () => {} }, challenge);
  ended.abort();
  const iframe = body.querySelector("iframe");
  const permissions = iframe?.getAttribute("sandbox") ?? "";
  expect(permissions.split(" ").sort()).toEqual([
    ...["allow-forms", "allow-modals", "allow-popups", "allow-same-origin", "allow-scripts"],
  ]);
  // The frame goes on to the bank's origin, which the page does not know.
  expect(iframe?.allow).toBe("publickey-credentials-get *; payment *");
});
