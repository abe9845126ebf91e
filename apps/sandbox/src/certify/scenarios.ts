/**
 * The scenarios. Each ends with one truth (`Play.agree`): what the gateway charged is what the shop counts as paid. A scenario
 * plays the shopper, the gateway or a forger, and says what to change in a shop that fails.
 */
import type { Page } from "@playwright/test";
import { cheaper, forged, tampered } from "./forger.ts";
import { chargesOf } from "./gateway.ts";
import { Broken, cards, type Play } from "./play.ts";

export interface Scenario {
  readonly name: string;
  /** A sentence for people. */
  readonly title: string;
  /** What to change in a shop that fails. */
  readonly advice: string;
  /** What must have been charged at the end; `some`: whatever the shop made of it. @default "one" */
  readonly charges?: "none" | "some";
  /** Why it cannot be played with every shop or sandbox. */
  readonly needs?: "restart" | "field";
  /** A part may be charged, and the shop need not take it. */
  readonly partial?: boolean;
  readonly play: (play: Play) => Promise<void>;
}

const notifications =
  "Make the order paid by the verified notification, once, in one transaction with what you ship.";
const redirects = "The return address proves nothing: make the order paid by the verified notification only.";
const oneOrder =
  "Bind the attempt to the order before the call (begin, or pay with the order's reference), under a lock: all clicks pay one order.";
const unknown =
  "An answer that did not come says nothing: keep the order open until the notification, and never send the payment again under another key.";
const prices =
  "Take price and currency from the order on the server, never from the request; spread the shopper's form before them.";
const returns =
  "Take the order back when a refund or chargeback is reported: payment.refunded and payment.charged_back.";

/** Opens the checkout and pays with a card that asks for a challenge. */
async function challenged(play: Play): Promise<Page> {
  const page = await play.open();
  await play.pay(page, cards.challenge);
  await play.bankPage(page);
  return page;
}

async function paid(play: Play): Promise<void> {
  await play.pay(await play.open());
}

/** Pays, while a rule forces what comes of it. */
const ruled = (effect: object) => async (play: Play) => {
  await play.deps.gateway.rule(effect);
  await paid(play);
};

/** Pays; the answer comes late. Returns once the gateway has charged. */
async function charged(play: Play, delayMs: number): Promise<Page> {
  await play.deps.gateway.rule({ type: "answer", after: true, delayMs });
  const page = await play.open();
  await play.fill(page, cards.success);
  await play.button(page).click();
  await play.arrived(1);
  return page;
}

/**
 * A payment whose answer is lost after the gateway has charged it, and whose notification comes later than whatever the shop does
 * about it. A client waits 80 s unless it is told otherwise.
 */
const lost = (how: "silent" | "reset" | "html") => async (play: Play) => {
  await play.deps.gateway.rule({ type: "notification", mode: "delay", delayMs: 3_600_000 });
  await ruled({ type: "answer", after: true, lost: how })(play);
  await play.quiet(how === "silent" ? 95_000 : undefined);
  await play.deps.gateway.advance(2);
};

/** A payment whose notification meets a fault. A shop may take the answer's word, or wait for the notification's time to come. */
const notified = (fault: object) => async (play: Play) => {
  await ruled({ type: "notification", ...fault })(play);
  await play.deps.gateway.advance(2);
};

/** A payment that nobody has approved, while somebody pretends that it is paid. */
const pretended =
  (truth: string, pretend: (play: Play, page: Page) => Promise<void>, hours = 2) =>
  async (play: Play) => {
    await pretend(play, await challenged(play));
    await play.mustNotShip(truth);
    await play.deps.gateway.advance(hours);
  };

/** A payment whose money goes back without the shop. */
const takenBack = (path: (id: string) => string, body: object) => async (play: Play) => {
  await paid(play);
  const [charge] = await play.agree();
  await play.deps.gateway.call(path(charge?.transactionId ?? ""), body);
};

export const scenarios: readonly Scenario[] = [
  { name: "paid", title: "A card is charged", advice: notifications, play: paid },
  {
    name: "declined",
    title: "A card is declined, and another one pays",
    advice: "A declined attempt leaves the order payable: show why, and let the next attempt begin.",
    play: async (play) => {
      const page = await play.open();
      await play.pay(page, cards.declined);
      await play.mustNotShip("the card was declined");
      await play.pay(page);
    },
  },
  {
    name: "soft-decline",
    title: "The bank asks for 3D Secure first",
    advice: "Code 5227 is a decline until a new attempt with 3D Secure has succeeded.",
    charges: "some",
    play: ruled({ type: "outcome", code: "5227" }),
  },
  {
    name: "double-click",
    title: "The shopper clicks twice",
    advice: oneOrder,
    play: async (play) => {
      await play.deps.gateway.rule({ type: "answer", delayMs: 500 }, 2);
      const page = await play.open();
      await play.fill(page, cards.success);
      await play.button(page).dblclick();
      await play.arrived(1);
      await play.quiet();
    },
  },
  {
    name: "two-tabs",
    title: "The shopper pays in two tabs at once",
    advice: oneOrder,
    charges: "some",
    play: async (play) => {
      const pages = [await play.open(), await play.open()];
      for (const page of pages) await play.fill(page, cards.success);
      await Promise.all(pages.map((page) => play.button(page).click()));
      await play.arrived(1);
      await play.quiet();
    },
  },
  {
    name: "back",
    title: "The shopper goes back after paying, and pays again",
    advice: oneOrder,
    charges: "some",
    play: async (play) => {
      const page = await play.open();
      await play.pay(page);
      await page.goBack();
      await play.fill(page, cards.success);
      await play
        .button(page)
        .click({ timeout: 2_000 })
        .catch(() => undefined);
      await play.quiet();
    },
  },
  {
    name: "reload",
    title: "The shopper reloads while paying",
    advice: "The payment goes on without the page: the notification decides.",
    play: async (play) => {
      const page = await charged(play, 1_500);
      // The form's own navigation may win.
      await page.reload().catch(() => undefined);
      await play.quiet();
    },
  },
  {
    name: "notified-early",
    title: "The notification comes before the answer",
    advice:
      "Take a notification while the payment's own call is under way; its answer is then the same report again.",
    play: notified({ mode: "early" }),
  },
  {
    name: "notified-often",
    title: "The notification comes five times at once",
    advice:
      "Count a transaction once: lock the order's row, and keep the transaction's id in the same transaction.",
    play: notified({ mode: "duplicate", copies: 5 }),
  },
  {
    name: "notified-late",
    title: "The notification comes an hour late",
    advice: notifications,
    play: notified({ mode: "delay", delayMs: 3_600_000 }),
  },
  {
    name: "notified-reordered",
    title: "The decline is notified after the success of the next card",
    advice:
      "A late report of one attempt does not change another: keep the state of each attempt, or transaction, of its own.",
    play: async (play) => {
      await play.deps.gateway.rule({ type: "notification", mode: "reorder" });
      const page = await play.open();
      await play.pay(page, cards.declined);
      await play.pay(page);
      await play.agree();
      await play.deps.gateway.advance(2);
    },
  },
  {
    name: "notified-after-return",
    title: "The notification is lost at first, and the shopper returns without it",
    advice: redirects,
    play: async (play) => {
      await play.deps.gateway.rule({ type: "notification", mode: "drop", attempts: 1 });
      await play.challenge(await challenged(play), "approve");
      await play.deps.gateway.advance(2);
    },
  },
  {
    name: "answer-reset",
    title: "The answer is lost: connection reset",
    advice: unknown,
    play: lost("reset"),
  },
  {
    name: "answer-html",
    title: "The answer is lost: a proxy's 502 in HTML",
    advice: unknown,
    play: lost("html"),
  },
  {
    name: "forged-notification",
    title: "A forger posts a success to the notification's address",
    advice: "Check the signature, or the secret of the address, before anything else: checkout.handle does.",
    charges: "none",
    play: pretended("the notification was forged", async (play) => {
      const { body, url } = await forged(play);
      for (const address of tampered(url)) await play.notify(address, body);
    }),
  },
  {
    name: "forged-return",
    title: "The shopper opens the return address with is_approved=1",
    advice: redirects,
    charges: "none",
    play: pretended("the shopper typed the return address", async (play) => {
      const { redirectUrl, orderId, transactionId } = await play.pending();
      const url = new URL(redirectUrl);
      const claims = { order_id: orderId, transaction_id: transactionId, is_approved: "1", code: "0" };
      for (const [name, value] of Object.entries(claims)) url.searchParams.set(name, value);
      await (await play.deps.context.newPage()).goto(url.href);
    }),
  },
  {
    name: "price-changed",
    title: "The shopper changes the price in the page",
    advice: prices,
    charges: "some",
    play: async (play) => {
      const { price, context, shop } = play.deps;
      await context.route(`${shop}/**`, async (route) => {
        const request = route.request();
        if (request.method() !== "POST") return route.fallback();
        const postData = cheaper(request.postData() ?? "", request.headers()["content-type"], price);
        return route.continue({ postData });
      });
      await paid(play);
      await context.unroute(`${shop}/**`);
      const amounts = chargesOf(await play.transactions()).map(({ amountMinor }) => amountMinor);
      const other = amounts.find((amount) => amount !== price?.amountMinor);
      if (other !== undefined)
        throw new Broken(`The gateway charged ${other} in place of ${price?.amountMinor} minor units.`);
    },
  },
  {
    name: "token-twice",
    title: "The shopper's request is sent again",
    advice: oneOrder,
    play: async (play) => {
      await paid(play);
      for (const request of play.posts.splice(0)) {
        const { cookie: _, ...headers } = request.headers();
        const again = { method: "POST", headers, data: request.postDataBuffer() ?? "", maxRedirects: 0 };
        await play.deps.context.request.fetch(request.url(), again).catch(() => undefined);
      }
      await play.quiet();
    },
  },
  {
    name: "challenge-passed",
    title: "The shopper passes the bank's challenge",
    advice: notifications,
    play: async (play) => {
      const page = await challenged(play);
      await play.mustNotShip("the challenge is open");
      await play.challenge(page, "approve");
    },
  },
  {
    name: "challenge-failed",
    title: "The shopper fails the bank's challenge",
    advice: redirects,
    charges: "none",
    play: async (play) => play.challenge(await challenged(play), "fail"),
  },
  {
    name: "challenge-canceled",
    title: "The shopper cancels the bank's challenge",
    advice: redirects,
    charges: "none",
    play: async (play) => play.challenge(await challenged(play), "cancel"),
  },
  {
    name: "challenge-left",
    title: "The shopper leaves the bank's page; days later the payment has failed",
    advice: "A pending payment is not paid: wait for the notification, and ship nothing before it.",
    charges: "none",
    play: pretended("the payment is pending", (_, page) => page.close(), 72),
  },
  {
    name: "session-lost",
    title: "The shopper comes back from the bank without cookies",
    advice: "Find the order by the notification's reference, not by the shopper's session.",
    play: async (play) => {
      const page = await challenged(play);
      await play.deps.context.clearCookies();
      await play.challenge(page, "approve");
    },
  },
  {
    name: "underpaid",
    title: "A part is charged (code 1001)",
    advice: "Compare the charged amount with the order's: less than the price is for a person to decide.",
    charges: "some",
    partial: true,
    play: ruled({ type: "outcome", code: "1001" }),
  },
  {
    name: "test-mode",
    title: "A notification has mode test",
    advice: "A payment in mode test moved no money: it pays no order.",
    charges: "none",
    play: pretended("the payment was in mode test", async (play) => {
      const { body, url } = await forged(play);
      await play.notify(url, { ...body, payment: { ...body.payment, mode: "test" } });
    }),
  },
  {
    name: "refunded",
    title: "The payment is refunded in the gateway's own pages",
    advice: returns,
    charges: "none",
    play: takenBack((id) => `/payment/${id}/credit`, { reason: "Sent back" }),
  },
  {
    name: "charged-back",
    title: "The payment is charged back",
    advice: returns,
    charges: "none",
    needs: "field",
    play: takenBack((id) => `/admin/payments/${id}/chargeback`, {}),
  },
  {
    name: "killed",
    title: "The shop's process is killed between notification and answer",
    advice:
      "Keep the attempt in the database before it is sent, and answer 200 to its notification after the commit.",
    needs: "restart",
    play: async (play) => {
      // The answer never comes, and a notification that was taken does not come again.
      await charged(play, 30_000);
      const { transactionId = "" } = (await play.transactions()).at(-1) ?? {};
      await play.deps.gateway.notified(transactionId);
      await play.deps.process?.kill();
      await play.deps.process?.start();
      await play.deps.gateway.advance(2);
    },
  },
  // The last one: it takes as long as the shop waits for an answer.
  {
    name: "answer-timeout",
    title: "The answer never comes",
    advice: unknown,
    play: lost("silent"),
  },
];
