/** Nothing on the page jumps while the pane's script and frame come late. */
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { PaneObject } from "../support/pane-object.ts";

/** The line of CSS that the documentation gives to merchants. */
const line = "card-pane:not(:defined) { display: block; min-height: 156px; }";

for (const [what, css, moves] of [
  ["with the documented line of CSS nothing moves", line, false],
  // Without the line the measurement must find a shift, which proves that the test can fail.
  ["without it the page jumps", "", true],
] as const) {
  test(`a script that comes late: ${what}`, async ({ page, stack }) => {
    const release = await holdRequests(page, "**/cardpane.js");
    await page.addInitScript(() => {
      const shifts: number[] = [];
      Object.assign(window, { shifts });
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries())
          shifts.push((entry as PerformanceEntry & { value: number }).value);
      }).observe({ type: "layout-shift", buffered: true });
    });
    await page.goto(
      stack.site.serve(`<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Merchant</title><style>${css}</style>
<script defer src="${stack.release}cardpane.js" integrity="${stack.integrity}" crossorigin="anonymous"></script></head>
<body><h1>Pay</h1><card-pane environment="sandbox"></card-pane><p>Your order</p><button>Pay</button></body></html>`),
      { waitUntil: "commit" },
    );
    await expect(page.getByRole("button", { name: "Pay" })).toBeVisible();
    // Waits for the paint: a move of elements that are not painted is no layout shift.
    await page.evaluate(
      () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
    );
    release();
    await page.waitForFunction(() => customElements.get("card-pane"));
    await new PaneObject(page).ready();
    const total = () =>
      page.evaluate(
        () =>
          new Promise<number>((done) =>
            requestAnimationFrame(() =>
              requestAnimationFrame(() =>
                done(((window as { shifts?: number[] }).shifts ?? []).reduce((sum, one) => sum + one, 0)),
              ),
            ),
          ),
      );
    if (moves) await expect.poll(total).toBeGreaterThan(0);
    else expect(await total()).toBe(0);
  });
}
