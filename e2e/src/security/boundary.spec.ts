/** Attacks on the boundary of page and frame: openers, sibling frames, hijacks, replays, policies, changed bytes. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { paneMarkup } from "@cardpane/node";
import type { Page } from "@playwright/test";
import { expect, test } from "../support/fixtures.ts";
import { holdRequests } from "../support/held-requests.ts";
import { someOf } from "../support/lanes.ts";
import { merchantPage, paneTag } from "../support/pages.ts";
import { goodCard, openPane, PaneObject } from "../support/pane-object.ts";

/**
 * Records the target origin of each message between windows, in the page and in its frames. The window of another site cannot be
 * patched, so scripts get a stand-in for it from `contentWindow`, `parent` and `event.source`.
 */
async function spyOnTargets(page: Page): Promise<() => string[]> {
  const targets: string[] = [];
  await page.exposeFunction("noteTarget", (target: string) => targets.push(target));
  await page.addInitScript(() => {
    const standIns = new Map<Window, Window>();
    const standInFor = (target: unknown) => {
      if (!target || target === window || target instanceof MessagePort) return target;
      const other = target as Window;
      const known = standIns.get(other);
      if (known) return known;
      const postMessage = (message: unknown, targetOrigin: string, transfer?: Transferable[]) => {
        window.noteTarget(targetOrigin);
        other.postMessage(message, targetOrigin, transfer);
      };
      const standIn = new Proxy(other, {
        get: (_, name) => (name === "postMessage" ? postMessage : Reflect.get(other, name)),
      });
      standIns.set(other, standIn);
      return standIn;
    };
    const wrap = (prototype: object, name: string) => {
      const { get, ...rest } = Object.getOwnPropertyDescriptor(prototype, name) ?? {};
      Object.defineProperty(prototype, name, {
        ...rest,
        get(this: unknown) {
          return standInFor(get?.call(this));
        },
      });
    };
    wrap(HTMLIFrameElement.prototype, "contentWindow");
    wrap(MessageEvent.prototype, "source");
    wrap(window, "parent");
  });
  return () => targets;
}

declare global {
  interface Window {
    noteTarget(target: string): void;
    opened: Window | null;
    /** In the frame: resolves when the test's last message has arrived. */
    last: Promise<void>;
  }
}

/** The error code of the page's pane. */
const failureOf = (page: Page) =>
  page.evaluate(
    () => document.querySelector<Element & { error: { code: string } | null }>("card-pane")?.error?.code,
  );

test("nothing is posted to just anyone [T-M8]", async ({ page, stack }) => {
  const targets = await spyOnTargets(page);
  /** Creates a token; since the page was opened, page and frame have posted only to each other's origin. */
  const tokenizes = async (pane: PaneObject, earlier = 0) => {
    await pane.type(goodCard);
    await pane.tokenize();
    expect(new Set(targets().slice(earlier))).toEqual(new Set([stack.pane, new URL(page.url()).origin]));
  };
  await tokenizes(await openPane(page, stack, merchantPage(stack, paneTag())));

  // The page's script finds an iframe that has loaded, and sends `greet` to it.
  const early = paneMarkup({ src: stack.release, environment: "sandbox", locale: "en" });
  const html = merchantPage(stack, early).replace("<script src", "<script defer src");
  const release = await holdRequests(page, /cardpane\.js/);
  const count = targets().length;
  await page.goto(stack.site.serve(html), { waitUntil: "commit" });
  await expect.poll(() => targets().length, "the frame's hello").toBeGreaterThan(count);
  release();
  await tokenizes(await new PaneObject(page).ready(), count);
});

test("messages of an opener to the frame are ignored [T-M1]", async ({ context, stack }) => {
  const opener = await context.newPage();
  await opener.goto(stack.site.serve("<!doctype html><title>Opener</title>"));
  const address = stack.site.serve(merchantPage(stack, paneTag()));
  const [merchant] = await Promise.all([
    context.waitForEvent("page"),
    opener.evaluate((url) => {
      window.opened = window.open(url);
    }, address),
  ]);
  const pane = await new PaneObject(merchant).ready();
  await merchant.evaluate(() => {
    window.recorded = [];
    const pane = document.querySelector("card-pane");
    for (const type of ["loading", "loaderror"] as const)
      pane?.addEventListener(type, () => window.recorded.push(type));
  });
  const frame = merchant.frames().find((candidate) => candidate.url().includes("/frame?"));
  if (!frame) throw new Error("The pane's frame is not there.");
  // Registered before the opener posts, so that the test can wait for the last message.
  await frame.evaluate(() => {
    window.last = new Promise<void>((resolve) =>
      addEventListener("message", ({ data }) => data === "last" && resolve()),
    );
  });
  await opener.evaluate((origin) => {
    // Through the DOM: `window.frames` lacks an iframe that was moved out of a shadow root.
    const pane = window.opened?.document.querySelector("card-pane");
    const iframe = pane?.querySelector("iframe") ?? pane?.shadowRoot?.querySelector("iframe");
    const frame = iframe?.contentWindow;
    const channel = new MessageChannel();
    for (const type of ["cardpane:open", "close", "clear", "tokenize"]) {
      frame?.postMessage(
        { type, version: 1, frameNonce: "0".repeat(32), pageNonce: "0".repeat(32), options: {} },
        origin,
        [...(type === "cardpane:open" ? [channel.port2] : [])],
      );
    }
    frame?.postMessage("last", origin);
  }, stack.pane);
  await frame.evaluate(() => window.last);
  // A frame that had closed would report it to its page, and the page would reload it.
  expect(await pane.tokenize()).toMatchObject({ error: { code: "form_invalid" } });
  expect(await merchant.evaluate(() => window.recorded)).toEqual([]);
  expect(await merchant.evaluate(() => document.querySelector("card-pane")?.status)).toBe("ready");
});

test("the frame ignores a sibling, a grandchild, an opaque frame and itself, and a flood of messages [T-M5]", async ({
  page,
  stack,
}) => {
  // The pane's iframe is in the page's HTML, which makes it `top[0]`: even an opaque frame can reach it.
  const attack = `<script>
    const nonces = { frameNonce: "0".repeat(32), pageNonce: "0".repeat(32) };
    const send = (target, message, ports = []) => target.postMessage(message, "*", ports);
    onmessage = () => {
      for (const type of ["cardpane:open", "cardpane:greet", "close", "clear", "tokenize"])
        send(top[0], { type, version: 1, ...nonces, options: {} }, type === "cardpane:open" ? [new MessageChannel().port2] : []);
      for (const type of ["cardpane:hello", "opened", "ready"]) send(top, { type, version: 1, ...nonces });
      send(top[0], "last");
    };
  </script>`;
  const grandchild = stack.site.serve(attack);
  const sibling = stack.site.serve(`${attack}<iframe name="grandchild" src="${grandchild}"></iframe>`);
  const opaque = `<iframe name="opaque" sandbox="allow-scripts" srcdoc="${attack.replaceAll('"', "&quot;")}"></iframe>`;
  const frames = `<iframe name="sibling" src="${sibling}"></iframe>${opaque}`;
  const markup = paneMarkup({ src: stack.release, environment: "sandbox", locale: "en" });
  const pane = await openPane(page, stack, merchantPage(stack, markup + frames));
  await pane.type(goodCard);
  await page.evaluate(() => {
    window.recorded = [];
    const element = document.querySelector("card-pane");
    for (const type of ["loading", "loaderror", "change"] as const)
      element?.addEventListener(type, () => window.recorded.push(type));
  });
  const frame = pane.frame();
  await frame.evaluate(() => {
    let left = 5;
    window.last = new Promise<void>((resolve) =>
      addEventListener("message", ({ data }) => {
        if (data === "last" && --left === 0) resolve();
      }),
    );
  });
  await page.evaluate((origin) => {
    // Each attacker starts when it receives a message.
    const sibling = window.frames[1];
    for (const attacker of [sibling, sibling?.frames[0], window.frames[2]]) attacker?.postMessage("go", "*");
    // The page itself attacks by window messages; once the pane is open, its script uses a port instead.
    for (let flood = 0; flood < 20_000; flood += 1)
      window.frames[0]?.postMessage({ type: "cardpane:flood", flood }, origin);
    window.frames[0]?.postMessage("last", origin);
  }, stack.pane);
  await frame.evaluate(() => {
    for (const type of ["cardpane:open", "cardpane:greet", "close", "clear"])
      window.postMessage({ type, version: 1, frameNonce: "0".repeat(32), options: {} }, "*");
    window.postMessage("last", "*");
  });
  await frame.evaluate(() => window.last);
  // Nothing was closed, cleared, sent or reopened: the typed card still becomes a token.
  expect((await pane.tokenize()).token).toBeTruthy();
  expect((await page.evaluate(() => window.recorded)).filter((type) => type !== "change")).toEqual([]);
});

test("a second handshake from the page closes the frame, and the pane starts afresh [T-M10]", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type({ number: "4242" });
  await page.locator("iframe").evaluate((frame: HTMLIFrameElement, origin) => {
    frame.contentWindow?.postMessage(
      {
        type: "cardpane:open",
        version: 1,
        frameNonce: "0".repeat(32),
        pageNonce: "0".repeat(32),
        options: {},
      },
      origin,
      [new MessageChannel().port2],
    );
  }, stack.pane);
  // The typed text is gone, whatever the page does next.
  await expect.poll(() => pane.text("number")).toBe("");
});

test("a frame that is navigated away is reported and gets nothing [T-M7]", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/frame_hijacked/);
  await openPane(page, stack, merchantPage(stack, paneTag()));
  const evil = stack.site.serve(
    `<!doctype html><title>Evil</title><script>
      window.got = [];
      addEventListener("message", (event) => got.push(event.data));
      parent.postMessage({ type: "cardpane:hello", version: 1, frameNonce: "0".repeat(32) }, "${stack.site.url}");
    </script>`,
  );
  const code = page.evaluate(
    () =>
      new Promise<string>((resolve) => {
        document.querySelector("card-pane")?.addEventListener("loaderror", (event) => {
          resolve((event as CustomEvent<{ code: string }>).detail.code);
        });
      }),
  );
  await page.locator("iframe").evaluate(({ contentWindow }: HTMLIFrameElement, url) => {
    if (contentWindow) contentWindow.location.href = url;
  }, evil);
  expect(await code).toBe("frame_hijacked");
});

test("a frame that is reloaded starts afresh, and a running tokenize ends with its error", async ({
  page,
  stack,
}) => {
  const pane = await openPane(page, stack, merchantPage(stack, '<card-pane environment="hang"></card-pane>'));
  await pane.type(goodCard);
  const isSent = page.waitForRequest(/\/tokenize$/);
  const outcome = pane.tokenize();
  const ready = page.evaluate(
    () =>
      new Promise<void>((resolve) =>
        document.querySelector("card-pane")?.addEventListener("ready", () => resolve(), { once: true }),
      ),
  );
  await isSent;
  await pane.frame().evaluate(() => location.reload());
  expect((await outcome).error?.code).toBe("frame_gone");
  await ready;
  await expect(pane.field("number")).toHaveValue("");
});

test("inside the frame, the policy stops scripts, requests, styles and forms [T-D2]", {
  tag: "@engines",
}, async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/Content[ -]Security[ -]Policy|Trusted|violates|Refused|content blocked/i);
  const attacks: readonly [string, string, () => Promise<boolean> | boolean][] = [
    [
      "an inline script",
      "script-src",
      () => {
        const script = document.createElement("script");
        try {
          script.textContent = "window.pwned = true";
        } catch {
          return false;
        }
        document.body.append(script);
        return "pwned" in window;
      },
    ],
    [
      "eval",
      "script-src",
      () => {
        // In a separate task: code that the debugger runs may use eval against the policy.
        return new Promise((resolve) => {
          setTimeout(() => {
            try {
              // biome-ignore lint/security/noGlobalEval: that it cannot run is what is tested
              resolve(Boolean(window.eval("1 + 1")));
            } catch {
              resolve(false);
            }
          });
        });
      },
    ],
    [
      "a foreign script",
      "script-src",
      () =>
        new Promise((resolve) => {
          // Nobody answers there, so the script fails in any case.
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            if (/^(script-src|require-trusted-types)/.test(effectiveDirective)) resolve(false);
          });
          const script = document.createElement("script");
          try {
            script.src = "http://127.0.0.1:9/x.js";
            document.body.append(script);
          } catch {
            // Trusted Types throw here, and dispatch the event.
          }
        }),
    ],
    [
      "an image",
      "img-src",
      () =>
        new Promise((resolve) => {
          const image = new Image();
          image.onload = () => resolve(true);
          image.onerror = () => resolve(false);
          image.src = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=";
        }),
    ],
    [
      "a font",
      "font-src",
      () =>
        new Promise((resolve) => {
          // It is no font, so it fails in any case.
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            if (effectiveDirective === "font-src") resolve(false);
          });
          new FontFace("x", "url(data:font/woff2;base64,d09GMg==)").load().catch(() => undefined);
        }),
    ],
    [
      "innerHTML",
      "trusted-types",
      () => {
        try {
          document.body.innerHTML = "<b>x</b>";
          return true;
        } catch {
          return false;
        }
      },
    ],
    [
      "a foreign fetch",
      "connect-src",
      () =>
        new Promise((resolve) => {
          // Nobody answers there, so the fetch fails in any case.
          document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
            if (blockedURI.endsWith("/fetch")) resolve(false);
          });
          fetch("http://127.0.0.1:9/fetch", { mode: "no-cors" }).catch(() => undefined);
        }),
    ],
    [
      "a beacon",
      "connect-src",
      () =>
        new Promise((resolve) => {
          // The event of an earlier attack may come late.
          document.addEventListener("securitypolicyviolation", ({ blockedURI }) => {
            if (blockedURI.endsWith("/beacon")) resolve(false);
          });
          navigator.sendBeacon("http://127.0.0.1:9/beacon", "x");
        }),
    ],
    [
      "a style attribute",
      "style-src",
      () => {
        const element = document.createElement("p");
        element.setAttribute("style", "color: rgb(1, 2, 3)");
        document.body.append(element);
        const color = getComputedStyle(element).color;
        element.remove();
        return color === "rgb(1, 2, 3)";
      },
    ],
    [
      "a form post",
      "form-action",
      () =>
        new Promise((resolve) => {
          const form = document.createElement("form");
          form.method = "post";
          form.action = "http://127.0.0.1:9/steal";
          document.body.append(form);
          document.addEventListener("securitypolicyviolation", ({ effectiveDirective }) => {
            if (effectiveDirective === "form-action") resolve(false);
          });
          try {
            form.submit();
          } catch {
            // Firefox throws here, too.
          }
        }),
    ],
  ];
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  for (const [what, directive, attack] of attacks) {
    expect(await pane.frame().evaluate(attack), `${what} (${directive})`).toBe(false);
  }
});

test("one changed byte of the frame's script stops it [T-D3]", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/Content Security Policy|violates|load_(blocked|failed)/i);
  const failure = () => page.evaluate(() => document.querySelector("card-pane")?.error?.code);
  // After the first script has greeted, the page cannot tell a stopped second one from one that failed.
  for (const [changed, code] of ["load_blocked", "load_failed"].entries()) {
    await page.route(/\/frame\?/, async (route) => {
      const response = await route.fetch();
      const [head, ...scripts] = (await response.text()).split("<script>");
      expect(scripts).toHaveLength(2);
      const body = [head, ...scripts.map((script, index) => (index === changed ? `;${script}` : script))];
      await route.fulfill({ response, body: body.join("<script>") });
    });
    await page.goto(
      stack.site.serve(
        merchantPage(
          stack,
          `<script>
const pane = Object.assign(document.createElement("card-pane"), { environment: "sandbox", loadTimeoutMs: ${changed ? 6_000 : 15_000} });
document.currentScript.replaceWith(pane);
</script>`,
        ),
      ),
    );
    await expect.poll(failure, { timeout: 20_000 }).toBe(code);
    await page.unroute(/\/frame\?/);
  }
});

test("one changed byte of the page's script stops it [T-D4]", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/integrity/i);
  await page.route(/cardpane\.js/, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: `${await response.text()} ` });
  });
  await page.goto(stack.site.serve(merchantPage(stack, paneTag())));
  expect(await page.evaluate(() => "Cardpane" in window)).toBe(false);
});

test.describe("a merchant's page", () => {
  const tokenizes = async (
    page: Page,
    stack: Parameters<typeof openPane>[1],
    headers: Record<string, string>,
  ) => {
    const pane = await openPane(page, stack, merchantPage(stack, paneTag()), headers);
    await pane.type(goodCard);
    expect((await pane.tokenize()).token).toBeTruthy();
  };

  test("under a strict policy needs script-src and frame-src, nothing else [T-D17]", {
    tag: "@engines",
  }, async ({ page, stack }) => {
    await tokenizes(page, stack, {
      "Content-Security-Policy": [
        "default-src 'none'",
        `script-src ${stack.pane}`,
        `frame-src ${stack.pane}`,
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        "base-uri 'none'",
        "form-action 'none'",
      ].join("; "),
    });
  });

  for (const policy of someOf(["require-corp", "credentialless"], 0)) {
    test(`that is cross-origin isolated (${policy}) loads it [T-D18]`, { tag: "@engines" }, async ({
      page,
      stack,
    }) => {
      await tokenizes(page, stack, {
        "Cross-Origin-Embedder-Policy": policy,
        "Cross-Origin-Opener-Policy": "same-origin",
      });
      expect(await page.evaluate(() => crossOriginIsolated)).toBe(true);
    });
  }

  test("that is cross-origin isolated is named as the cause when the frame's headers were lost on the way [T-D19]", async ({
    page,
    stack,
    watch,
  }) => {
    watch.expectedErrors.push(/ERR_BLOCKED_BY_RESPONSE|load_isolation/);
    await page.route(/\/frame\?/, async (route) => {
      const response = await route.fetch();
      const { "cross-origin-embedder-policy": _lost, ...headers } = response.headers();
      await route.fulfill({ response, headers });
    });
    await page.goto(
      stack.site.serve(merchantPage(stack, paneTag()), {
        "Cross-Origin-Embedder-Policy": "require-corp",
        "Cross-Origin-Opener-Policy": "same-origin",
      }),
    );
    await expect.poll(() => failureOf(page)).toBe("load_isolation");
  });

  test("with Referrer-Policy: no-referrer loads it", async ({ page, stack }) => {
    await tokenizes(page, stack, { "Referrer-Policy": "no-referrer" });
  });
});

test("a page that the host does not list cannot embed the pane [T-D15]", async ({ page, stack, watch }) => {
  watch.expectedErrors.push(/frame-ancestors|Framing|Content Security Policy|refused|403|load_unlisted/i);
  // The same host on another port is another origin.
  const server = createServer((_, response) => {
    response.writeHead(200, { "Content-Type": "text/html" }).end(merchantPage(stack, paneTag()));
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  watch.known.push(url);
  try {
    await page.goto(url);
    await expect.poll(() => failureOf(page)).toBe("load_unlisted");
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

test("a frame whose own origin is opaque sends no hello [T-D8]", async ({ page, stack }) => {
  await page.goto(stack.site.serve("<!doctype html><title>Sandbox</title><body></body>"));
  const greeted = await page.evaluate(async (src) => {
    const greeted: string[] = [];
    const load = (name: string, sandbox: string) => {
      const frame = document.createElement("iframe");
      frame.setAttribute("sandbox", sandbox);
      frame.referrerPolicy = "strict-origin";
      frame.src = src;
      const loaded = new Promise((resolve) => {
        frame.onload = resolve;
      });
      const posted = new Promise<void>((resolve) =>
        addEventListener("message", ({ source, data }) => {
          if (source !== frame.contentWindow || data.type !== "cardpane:hello") return;
          greeted.push(name);
          resolve();
        }),
      );
      document.body.append(frame);
      return { loaded, posted };
    };
    // The frame's script has run when the frame is loaded; a message of the second frame arrives after any message of the first.
    await load("opaque", "allow-scripts allow-forms").loaded;
    await load("own", "allow-scripts allow-forms allow-same-origin").posted;
    return greeted;
  }, `${stack.release}frame?environment=sandbox&locale=en`);
  expect(greeted).toEqual(["own"]);
});

test("two panes on a page do not receive each other's messages [T-M16]", async ({ page, stack }) => {
  await page.goto(stack.site.serve(merchantPage(stack, paneTag('id="one"') + paneTag('id="two"'))));
  const { PaneObject } = await import("../support/pane-object.ts");
  const one = await new PaneObject(page, page.locator("#one")).ready();
  const two = await new PaneObject(page, page.locator("#two")).ready();
  await one.type(goodCard);
  await expect(two.field("number")).toHaveValue("");
  expect((await two.snapshot()).empty).toBe(true);
  expect((await two.tokenize()).error?.code).toBe("form_invalid");
  expect((await one.tokenize()).token).toBeTruthy();
});

test("after going back, nothing that was typed is there", async ({ page, stack }) => {
  const pane = await openPane(page, stack, merchantPage(stack, paneTag()));
  await pane.type(goodCard);
  await page.goto(stack.site.serve("<!doctype html><title>Elsewhere</title>"));
  await page.goBack();
  await pane.ready();
  await expect(pane.field("number")).toHaveValue("");
  await expect(pane.field("cvv")).toHaveValue("");
});
