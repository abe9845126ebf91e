/**
 * For a merchant's own tests with Playwright: finds the pane's fields in their frames, in every language, whether the form is
 * one frame or one frame per field.
 */
import type { FrameLocator, Locator, Page } from "@playwright/test";

/** The details of a card, besides its number. */
export interface CardDetails {
  /** @default "1239" */
  readonly expiry?: string;
  /** @default "123", or "1234" for a number that begins with 34 or 37 */
  readonly cvv?: string;
  /** Typed where the form asks for it. @default "Alex Tester" */
  readonly cardholder?: string;
  /** Typed where the form asks for it. @default "12345" */
  readonly postalCode?: string;
}

/** A field of the pane. */
export type PaneField =
  | "number"
  | "expiry"
  | "expiryMonth"
  | "expiryYear"
  | "cvv"
  | "cardholder"
  | "postalCode";

/** The `autocomplete` value of each field, which is the same in every language. */
const purposes: Readonly<Record<PaneField, string>> = {
  number: "cc-number",
  expiry: "cc-exp",
  expiryMonth: "cc-exp-month",
  expiryYear: "cc-exp-year",
  cvv: "cc-csc",
  cardholder: "cc-name",
  postalCode: "postal-code",
};

const selectorOf = (purpose: string) => `[autocomplete~="${purpose}"]`;
const anyField = Object.values(purposes).map(selectorOf).join(", ");

/** How long a pane may take to show its fields, in milliseconds. */
const readyWithinMs = 15_000;

/** Options of the functions below. */
export interface InPage {
  /**
   * The part of the page that contains the pane, on a page with several panes.
   * @default the whole page
   */
  readonly within?: Locator;
}

/**
 * Finds a field of the pane, and waits until every frame of the pane shows its fields.
 *
 * @throws Error if a frame shows no fields within 15 s, or if no frame shows this field.
 * @example await expect(await paneField(page, "number")).toHaveValue("4242 4242 4242 4242");
 */
export async function paneField(page: Page, field: PaneField, { within }: InPage = {}): Promise<Locator> {
  const found = await findIn(await shownFrames(page, within), field);
  if (!found) throw new Error(`No frame of the pane shows the field ${field}.`);
  return found;
}

/**
 * Types a card into the pane: number, expiry and CVV, and name and postal code where the form asks for them.
 *
 * @param number a test card of the sandbox
 * @throws Error if no pane shows its fields within 15 s, or if the pane has no field for the number.
 * @example
 * await fillCard(page, "4242424242424242");
 * await page.getByRole("button", { name: "Pay" }).click();
 */
export async function fillCard(
  page: Page,
  number: string,
  { expiry = "1239", cvv, cardholder = "Alex Tester", postalCode = "12345" }: CardDetails = {},
  { within }: InPage = {},
): Promise<void> {
  const frames = await shownFrames(page, within);
  const values: readonly (readonly [PaneField, string])[] = [
    ["number", number],
    ["expiry", expiry],
    ["expiryMonth", expiry.slice(0, 2)],
    ["expiryYear", expiry.slice(2)],
    ["cvv", cvv ?? (/^3[47]/.test(number) ? "1234" : "123")],
    ["cardholder", cardholder],
    ["postalCode", postalCode],
  ];
  for (const [field, value] of values) {
    const input = await findIn(frames, field);
    if (input) await enter(input, value);
    else if (field === "number") throw new Error("No frame of the pane shows the field number.");
  }
}

/** Separate fields for month and year are inputs or lists; the values of a list of years have four digits. */
async function enter(input: Locator, value: string): Promise<void> {
  const options = await input
    .locator("option")
    .evaluateAll((all) => all.map((option) => option.getAttribute("value")));
  const option = options.find((one) => one?.endsWith(value));
  if (option) return void (await input.selectOption(option));
  // A number that was left shows its last digits only. Its text comes back on focus: what `fill` selects before is not all of it.
  await input.focus();
  await input.fill(value);
}

/** The pane's frames, once each of them shows a field. */
async function shownFrames(page: Page, within: Locator | undefined): Promise<readonly FrameLocator[]> {
  const deadline = Date.now() + readyWithinMs;
  for (;;) {
    const iframes = await (within ?? page).locator('iframe[src*="/frame?"]').all();
    const frames = iframes.map((iframe) => iframe.contentFrame());
    const counts = await Promise.all(frames.map((frame) => frame.locator(anyField).count()));
    if (frames.length > 0 && counts.every((count) => count > 0)) return frames;
    if (Date.now() > deadline) throw new Error("The pane does not show its fields.");
    await page.waitForTimeout(50);
  }
}

async function findIn(frames: readonly FrameLocator[], field: PaneField): Promise<Locator | undefined> {
  for (const frame of frames) {
    const input = frame.locator(selectorOf(purposes[field]));
    if ((await input.count()) > 0) return input;
  }
  return undefined;
}
