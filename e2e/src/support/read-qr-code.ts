/** Reads a QR code off the screen with zbarimg, a reader that shares no code with the pane's generator. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findTool, missingTool } from "@cardpane/tools/env/system-tool";
import { type Locator, test } from "@playwright/test";

/** Reads the QR code in an element's screenshot. The test is skipped if no reader is installed. */
export async function scan(element: Locator): Promise<string> {
  const reader = findTool("zbarimg");
  test.skip(!reader, missingTool("zbarimg", "zbar-tools"));
  const folder = mkdtempSync(join(tmpdir(), "cardpane-"));
  const picture = join(folder, "code.png");
  try {
    writeFileSync(picture, await element.screenshot());
    // `binary` keeps the bytes; without it zbarimg takes some UTF-8 for Shift JIS, a default of the standard.
    const options = ["--nodbus", "--raw", "-q", "-Sbinary", picture];
    const read = execFileSync(reader ?? "", options, {
      encoding: "utf8",
      stdio: ["ignore", "pipe", "ignore"],
    });
    return read.replace(/\n$/, "");
  } finally {
    rmSync(folder, { recursive: true });
  }
}
