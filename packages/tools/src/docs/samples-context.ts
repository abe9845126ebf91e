/**
 * Declares the names that samples of the documentation use without a declaration: names from a shop's code, or from an earlier
 * sample of the same page. samples.ts compiles every sample with these declarations.
 */

import type { Locator, Page } from "@playwright/test";
import type {
  CardPane as BrowserPane,
  createCardPane as CreateCardPane,
} from "../../../browser/src/index.ts";
import type { createPostgresStore as CreatePostgresStore } from "../../../node/src/index.ts";

declare global {
  /** In the page. */
  const pane: BrowserPane;
  const createCardPane: typeof CreateCardPane;
  const Cardpane: { readonly createCardPane: typeof CreateCardPane };
  const element: HTMLElement;
  const payButton: HTMLButtonElement;
  const paymentAccountId: string;
  const consumerId: string;
  const body: string;
  function checkout(): HTMLElement;
  function send(what: unknown): Promise<void>;
  function pay(form: FormData): Promise<void>;

  /** On the server. */
  const token: string;
  const device: { readonly browserJavaEnabled: boolean };
  const pool: Parameters<typeof CreatePostgresStore>[0];

  /** In a test. */
  const page: Page;
  function expect(what: Locator): { toHaveValue(value: string): Promise<void> };
}
