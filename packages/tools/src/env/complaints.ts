import type { Page } from "@playwright/test";

/** Collects warnings and errors of the page and its frames from now on. */
export function complaintsOf(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("console", (message) => {
    if (message.type() !== "warning" && message.type() !== "error") return;
    complaints.push(`${message.text()} (${message.location().url})`);
  });
  return complaints;
}
