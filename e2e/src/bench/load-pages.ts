/** The pages whose loading is measured: with the script tag, with the iframe in the HTML, and the yardstick, empty iframes. */
import { createServer } from "node:http";
import { paneMarkup } from "@cardpane/node";
import { hiddenIframe, reservedHeight } from "../../../packages/host/src/deployment/recipe.ts";

/** A release's base address, and the integrity of its script. */
export interface ReleaseAddress {
  /** Ends with a slash. */
  readonly base: string;
  readonly integrity: string;
}

const head = (
  title: string,
) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>${title}</title>
<style>body { margin: 24px; font: 16px/1.5 sans-serif } ${reservedHeight} ${hiddenIframe}</style>
<script>window.startedAt = performance.timeOrigin + performance.mark("started").startTime</script>`;

const scriptTag = ({ base, integrity }: ReleaseAddress) =>
  `<script defer src="${base}cardpane.js" integrity="${integrity}" crossorigin="anonymous"></script>`;

const rest = "<p>Total: 42.00</p><button>Pay</button>";

/** The script tag alone: the frame loads once the script runs. */
export function paneHtml(release: ReleaseAddress, content = ""): string {
  return `${head("Pane")}${scriptTag(release)}</head><body>
<card-pane environment="sandbox" locale="en">${content}</card-pane>${rest}</body></html>`;
}

/** The iframe in the HTML: the frame loads in parallel with the script. */
export function earlyHtml(release: ReleaseAddress): string {
  return `${head("Early iframe")}${scriptTag(release)}</head><body>
${paneMarkup({ src: release.base, environment: "sandbox", locale: "en" })}${rest}</body></html>`;
}

/** The yardstick: iframes of another site with one input each. */
export function emptyHtml(frame: string, count = 1): string {
  return `${head("Empty")}</head><body>${`<iframe src="${frame}"></iframe>`.repeat(count)}${rest}</body></html>`;
}

export const splitFields = ["number", "expiry", "cvv"]
  .map((name) => `<card-pane-field name="${name}"></card-pane-field>`)
  .join("");

/** Serves the yardstick's frame, which browsers may cache as long as the pane's. */
export async function startEmptyFrame(): Promise<{ url: string; close: () => Promise<void> }> {
  const server = createServer((_, response) => {
    response
      .writeHead(200, { "Content-Type": "text/html", "Cache-Control": "public, max-age=300" })
      .end("<!doctype html><title>Empty</title><input>");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The server listens on no port.");
  return {
    url: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
