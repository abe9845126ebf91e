/** A phone on the developer's network: page, pane and gateway over http, at host names other than `localhost`. */
import { startHost } from "@cardpane/host";
import { expect, test, wholeChromiumWith } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

test.use(wholeChromiumWith("--host-resolver-rules=MAP *.local 127.0.0.1"));

test("over http in a private network the pane works where its host allows it, and nowhere else", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  const shop = `http://shop.local:${stack.site.port}`;
  const host = await startHost({
    port: 0,
    environments: { sandbox: stack.gateway },
    parents: [shop],
    caching: "development",
    lanOverHttp: "development",
  });
  const { port } = new URL(host.url);
  const pane = `http://pane.local:${port}`;
  watch.known.push(shop, pane);
  const onLan = (address: string) => address.replace(stack.site.url, shop);
  const served = {
    ...stack,
    release: stack.release.replace(stack.pane, pane),
    site: { serve: (html: string) => onLan(stack.site.serve(html)) },
  } as typeof stack;
  try {
    const object = await openPane(page, served, merchantPage(served, paneTag()));
    expect(new URL(page.url()).hostname).toBe("shop.local");
    expect(await page.evaluate(() => isSecureContext)).toBe(false);
    await object.type(goodCard);
    expect((await object.tokenize()).token).toMatch(/^[0-9a-f-]{36}$/);
    await test.step("a page of this machine, which is secure, refuses the same frame", async () => {
      watch.expectedErrors.push(/insecure_frame/);
      await page.goto(stack.site.serve(merchantPage(served, paneTag())));
      await expect
        .poll(() =>
          page.evaluate(
            () =>
              document.querySelector<Element & { error: { code: string } | null }>("card-pane")?.error?.code,
          ),
        )
        .toBe("insecure_frame");
    });
  } finally {
    await host.close();
  }
});
