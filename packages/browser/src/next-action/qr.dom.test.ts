import { describe, expect, it } from "vitest";
import { renderQr } from "./handle-next-action.ts";
import { outline, toSvg } from "./qr.ts";

describe("a QR code", () => {
  it("has one rectangle for each run of black modules", () => {
    expect(
      outline([
        [true, true, false, true],
        [false, false, false, false],
        [false, true, true, true],
      ]),
    ).toBe("M0 0h2v1h-2zM3 0h1v1h-1zM1 2h3v1h-3z");
  });

  it("has an accessible name, a white background and a quiet zone of four modules", () => {
    const svg = toSvg("000201", "Pay by PIX");
    // Version 1 has 21 modules.
    expect(svg.getAttribute("viewBox")).toBe("0 0 29 29");
    expect([svg.getAttribute("role"), svg.getAttribute("aria-label")]).toEqual(["img", "Pay by PIX"]);
    const [ground, code] = svg.children;
    expect([ground?.getAttribute("width"), ground?.getAttribute("fill")]).toEqual(["29", "#fff"]);
    const moves = [...(code?.getAttribute("d") ?? "").matchAll(/M(\d+) (\d+)h(\d+)/g)].map((match) =>
      match.slice(1).map(Number),
    );
    expect(Math.min(...moves.map(([x = 0]) => x))).toBe(4);
    expect(Math.min(...moves.map(([, y = 0]) => y))).toBe(4);
    expect(Math.max(...moves.map(([x = 0, , run = 0]) => x + run))).toBe(25);
  });

  it("replaces the content of its element, and keeps it if the text is too long", async () => {
    const element = document.createElement("div");
    element.append("before");
    expect(await renderQr("x".repeat(3_000), element)).toBe(false);
    expect(element.textContent).toBe("before");
    expect(await renderQr("000201", element)).toBe(true);
    expect(element.innerHTML).toMatch(/^<svg/);
    expect(element.firstElementChild?.getAttribute("aria-label")).toBe("QR code");
  });
});
