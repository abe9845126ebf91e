/**
 * What the samples of the documentation take for granted: the names of a shop, and what stands in an earlier sample of the same page.
 * samples.ts compiles every sample with them.
 */

import type { IncomingMessage } from "node:http";
import type { Locator, Page } from "@playwright/test";
import type {
  CardPane as BrowserPane,
  createCardPane as CreateCardPane,
} from "../../../browser/src/index.ts";
import type { createFastifyShop } from "../../../node/src/examples/fastify.ts";

declare global {
  /** Of the page. */
  const pane: BrowserPane;
  const createCardPane: typeof CreateCardPane;
  const element: HTMLElement;
  const paymentAccountId: string;
  const consumerId: string;
  const body: string;
  const locale: string;
  function checkout(): HTMLElement;
  function show(what: unknown): void;
  function send(what: unknown): Promise<void>;
  function pay(form: FormData): Promise<void>;

  /** Of the server. */
  const token: string;
  const device: { readonly browserJavaEnabled: boolean };
  const request: IncomingMessage;
  const app: ReturnType<typeof createFastifyShop>;

  /** Of a test. */
  const page: Page;
  function expect(what: Locator): { toHaveValue(value: string): Promise<void> };
}
