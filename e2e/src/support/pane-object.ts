/** A pane on a page, as the shopper sees it: fields by their labels, from the locale's file. */

import type { CardPaneElement } from "@cardpane/browser";
import type { LocaleTag } from "@cardpane/contract/locales";
import type { FieldName, Snapshot } from "@cardpane/contract/messages";
import type { Frame, Locator, Page } from "@playwright/test";
import { locales } from "../../../packages/frame/src/locale/index.ts";
import type { Stack } from "./fixtures.ts";

/** Text to type into each field; an expiry is its digits without the slash. */
export type Typed = Partial<Record<FieldName, string>>;

export const goodCard: Typed = { number: "4242424242424242", expiry: "1239", cvv: "123" };

export interface TokenizeAnswer {
  readonly token?: string;
  readonly device?: Record<string, unknown>;
  readonly card?: { readonly brand: string | null; readonly lastFour: string | null };
  readonly error?: {
    readonly code: string;
    readonly actor: string;
    readonly retryable: boolean;
    readonly text: string;
    readonly fields: readonly string[];
  };
}

export class PaneObject {
  protected readonly page: Page;
  protected readonly host: Locator;
  protected readonly locale: LocaleTag;

  constructor(page: Page, host: Locator = page.locator("card-pane"), locale: LocaleTag = "en") {
    this.page = page;
    this.host = host;
    this.locale = locale;
  }

  /** Waits until the pane reports that it is ready. */
  async ready(): Promise<this> {
    await this.host.evaluate(
      (pane: CardPaneElement) =>
        new Promise<void>((resolve, reject) => {
          if (pane.status === "ready") return resolve();
          pane.addEventListener("ready", () => resolve(), { once: true });
          pane.addEventListener("loaderror", () => reject(new Error(`load: ${pane.error?.code}`)), {
            once: true,
          });
        }),
    );
    return this;
  }

  field(name: FieldName): Locator {
    const label = locales[this.locale].labels[name];
    return this.host.locator("iframe").contentFrame().getByLabel(label, { exact: true });
  }

  /** The error line of a field. */
  error(name: FieldName): Promise<string> {
    return this.field(name).evaluate((input) => {
      const ids = (input.getAttribute("aria-describedby") ?? "")
        .split(/\s+/)
        .filter((id) => id.endsWith("-error"));
      return ids
        .map((id) => document.getElementById(id)?.textContent?.trim() ?? "")
        .join(" ")
        .trim();
    });
  }

  /** The text of a field; empty while its frame is gone. */
  async text(name: FieldName): Promise<string> {
    const texts = await this.field(name).evaluateAll((inputs) =>
      inputs.map((input) => (input as HTMLInputElement).value),
    );
    return texts.join("");
  }

  /** Types into fields key by key, as a person does. */
  async type(values: Typed): Promise<void> {
    for (const [name, text] of Object.entries(values)) {
      const field = this.field(name as FieldName);
      await field.focus();
      await field.pressSequentially(text);
    }
  }

  /** Enters each text at once, for tests whose subject is what happens afterwards: key by key, a card takes half a second. */
  async paste(values: Typed): Promise<void> {
    for (const [name, text] of Object.entries(values)) {
      await this.field(name as FieldName).focus();
      await this.page.keyboard.insertText(text);
    }
  }

  /** Types other texts in place of those that the fields have. */
  async replace(values: Typed): Promise<void> {
    for (const [name, text] of Object.entries(values)) {
      await this.field(name as FieldName).focus();
      await this.page.keyboard.press("ControlOrMeta+A");
      await this.page.keyboard.insertText(text);
    }
  }

  tokenize(options: { timeoutMs?: number } = {}): Promise<TokenizeAnswer> {
    return this.host.evaluate(async (pane: CardPaneElement, given): Promise<TokenizeAnswer> => {
      const result = await pane.tokenize({}, given);
      if (!result.error) return { token: result.token, device: { ...result.device }, card: result.card };
      const { code, actor, retryable, text, fields } = result.error;
      return { error: { code, actor, retryable, text, fields } };
    }, options);
  }

  /** The snapshot of the pane, which must be ready. */
  async snapshot(): Promise<Snapshot> {
    const snapshot = await this.host.evaluate((pane: CardPaneElement) => pane.snapshot);
    if (!snapshot) throw new Error("The pane has no snapshot: it is not ready.");
    return snapshot;
  }

  /** The frame of the one pane of a page. */
  frame(): Frame {
    const frame = this.page.frames().find((candidate) => candidate.url().includes("/frame?"));
    if (!frame) throw new Error("The pane's frame is not there.");
    return frame;
  }
}

/** A pane whose fields are separate elements, each with its frame. */
export class SplitPaneObject extends PaneObject {
  override field(name: FieldName): Locator {
    return this.iframe(name).contentFrame().getByLabel(locales[this.locale].labels[name], { exact: true });
  }

  /** The iframe of a field. */
  iframe(name: FieldName): Locator {
    return this.host.locator(`:is([name="${name}"], [name="${name}?"], #${name}) iframe`);
  }

  /** The frame of a field, to look into. */
  async frameOf(name: FieldName): Promise<Frame> {
    const frame = await (await this.iframe(name).elementHandle())?.contentFrame();
    if (!frame) throw new Error(`The frame of ${name} is not there.`);
    return frame;
  }
}

/** Serves a merchant's page, opens it, and waits for its pane. */
export async function openPane(
  page: Page,
  stack: Stack,
  html: string,
  headers: Record<string, string> = {},
  locale: LocaleTag = "en",
): Promise<PaneObject> {
  await page.goto(stack.site.serve(html, headers));
  return new PaneObject(page, page.locator("card-pane"), locale).ready();
}

/** The same for a page whose pane has its fields in separate elements. */
export async function openSplitPane(page: Page, stack: Stack, html: string): Promise<SplitPaneObject> {
  await page.goto(stack.site.serve(html));
  return new SplitPaneObject(page).ready() as Promise<SplitPaneObject>;
}
