/** The inventory of scripts that PCI DSS 4.0.1 asks for (6.4.3): each with its purpose, and the headers' baseline (11.6.1). */
import type { Assets } from "../assets.ts";
import { integrityOf } from "../read-assets.ts";
import type { DeploymentManifest } from "./deployment.ts";

export interface InventoryScript {
  readonly release: string;
  /** Its address, or the document that it stands in. */
  readonly url: string;
  readonly integrity: string;
  readonly runsIn: "merchant's page" | "pane's frame";
  readonly purpose: string;
  readonly dataTouched: string;
}

type Facts = Pick<InventoryScript, "runsIn" | "purpose" | "dataTouched">;

const frameFacts: Facts = {
  runsIn: "pane's frame",
  purpose:
    "Draws the card fields, checks what is typed and exchanges it for a one-time token at the gateway.",
  dataTouched:
    "Card number, expiry, security code, cardholder and postal code: in memory, sent to the environment's gateway alone. The browser's 3-D Secure data.",
};

const helloFacts: Facts = {
  runsIn: frameFacts.runsIn,
  purpose: "Sends hello to the page, and keeps its answer until the frame's other script takes it.",
  dataTouched: "No card data. The origin of the page.",
};

const pageFacts: Readonly<Record<string, Facts>> = {
  "cardpane.js": {
    runsIn: "merchant's page",
    purpose:
      "Defines <card-pane>, loads the frame, hands the page tokens and the state of the fields. Necessary for every payment.",
    dataTouched: "No card data. Tokens, 3-D Secure device data, brand and last four digits.",
  },
  "deferred.js": {
    runsIn: "merchant's page",
    purpose:
      "Reads the page's look for the fields, finds out why a frame does not load, loads next-action.js.",
    dataTouched: "No card data. Computed styles of the page.",
  },
  "next-action.js": {
    runsIn: "merchant's page",
    purpose: "Performs the step that a payment asks for: 3-D Secure challenge, redirect, QR code.",
    dataTouched: "No card data. The gateway's next action of a payment.",
  },
  "page-texts.js": {
    runsIn: "merchant's page",
    purpose: "Texts around the frame in the shopper's language, where no frame could send them.",
    dataTouched: "No card data.",
  },
  "qr.js": {
    runsIn: "merchant's page",
    purpose: "Draws a payment's QR code.",
    dataTouched: "No card data. The text of the code.",
  },
};

/** A file of an earlier release that this one does not know. */
const otherFacts: Facts = {
  runsIn: "merchant's page",
  purpose: "A part of an earlier release; see its own inventory.",
  dataTouched: "No card data: no script in the merchant's page has access to the frame.",
};

/** Lists every script of a deployment. */
export function scriptInventory(
  { origin, prefix, files }: DeploymentManifest,
  releases: readonly Assets[],
): readonly InventoryScript[] {
  return releases.flatMap((assets) => {
    const base = `${origin}${prefix}/${assets.version}/`;
    const scripts = files
      .filter(({ url, headers }) => headers === "script" && url.startsWith(`${assets.version}/`))
      .map(({ url, integrity }) => ({
        release: assets.version,
        url: `${origin}${prefix}/${url}`,
        integrity,
        ...(pageFacts[url.slice(url.lastIndexOf("/") + 1)] ?? otherFacts),
      }));
    const inline = (script: string, facts: Facts) => ({
      release: assets.version,
      url: `${base}frame (inline)`,
      integrity: integrityOf(script),
      ...facts,
    });
    const { helloScript, frameScript } = assets;
    const hello = helloScript === undefined ? [] : [inline(helloScript, helloFacts)];
    return [...scripts, ...hello, inline(frameScript, frameFacts)];
  });
}
