/** Several releases on one host, as browsers meet them: cached pages, a rollout, a rollback. */
import { type HostOptions, readAssets, startHost } from "@cardpane/host";
import { freePort } from "@cardpane/tools/process/ports";
import type { Page } from "@playwright/test";
import { expect, type Stack, test } from "../support/fixtures.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane } from "../support/pane-object.ts";

const current = readAssets();
const older = { ...current, version: "0.0.9" };

/** A host for the test, at one address from which each release is served in turn. */
async function serveReleases(stack: Stack, watch: { known: string[] }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  watch.known.push(url);
  const start = (assets: NonNullable<HostOptions["assets"]>) =>
    startHost({ port, environments: { sandbox: stack.gateway }, parents: [stack.site.url], assets });
  /** The stack for a page that was built for a release. */
  const of = (version: string): Stack => ({ ...stack, pane: url, release: `${url}/${version}/` });
  return { start, of };
}

const failureOf = (page: Page) =>
  page.evaluate(
    () => document.querySelector<Element & { error: { code: string } | null }>("card-pane")?.error?.code,
  );

test("a page of an older release works through a rollout and a rollback, and names a release that is gone [T-D14]", {
  tag: "@nightly",
}, async ({ page, stack, watch }) => {
  const { start, of } = await serveReleases(stack, watch);
  const pageOf = (version: string) => merchantPage(of(version), paneTag());
  const pays = async (version: string) => {
    const pane = await openPane(page, stack, pageOf(version));
    await pane.type(goodCard);
    expect((await pane.tokenize()).error).toBeUndefined();
    expect(page.frames().at(-1)?.url()).toContain(`/${version}/frame?`);
    return pane;
  };
  let host = await start([older]);
  try {
    const open = await pays("0.0.9");
    await test.step("an open page keeps working when a new release is added", async () => {
      await host.close();
      host = await start([current, older]);
      await open.type(goodCard);
      expect((await open.tokenize()).error).toBeUndefined();
    });
    await test.step("both work beside one another, in either order", async () => {
      await pays("0.0.9");
      await pays(current.version);
      await host.close();
      host = await start([older, current]);
      await pays(current.version);
      await pays("0.0.9");
    });
    await test.step("an unknown environment is named", async () => {
      watch.expectedErrors.push(/load_environment|load_version|status of 40[04]|frame-ancestors/);
      await page.goto(stack.site.serve(pageOf("0.0.9").replace('"sandbox"', '"prod"')));
      await expect.poll(() => failureOf(page)).toBe("load_environment");
    });
    await test.step("a cached script reports that its release was removed too early", async () => {
      await host.close();
      host = await start([current]);
      // The document of another language, because the browser caches the earlier one for five minutes.
      const french = merchantPage(of("0.0.9"), paneTag('locale="fr"'));
      await page.goto(stack.site.serve(french));
      await expect.poll(() => failureOf(page)).toBe("load_version");
    });
  } finally {
    await host.close();
  }
});
