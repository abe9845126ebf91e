/** The inventory of scripts that PCI DSS 4.0.1 requires (6.4.3), with the purpose of each. */
import type { Assets } from "../assets.ts";
import { integrityOf } from "../read-assets.ts";
import type { DeploymentManifest } from "./deployment.ts";

export interface InventoryScript {
  readonly release: string;
  /** The address of the script, or of the document that contains it. */
  readonly url: string;
  readonly integrity: string;
  readonly runsIn: "merchant's page" | "pane's frame";
  readonly purpose: string;
  readonly dataTouched: string;
}

type ScriptDescription = Pick<InventoryScript, "runsIn" | "purpose" | "dataTouched">;

const frameDescription: ScriptDescription = {
  runsIn: "pane's frame",
  purpose:
    "Renders the card fields, validates the card and exchanges it for a one-time token at the gateway.",
  dataTouched:
    "Card number, expiry, security code, cardholder and postal code: in memory, sent only to the gateway of the environment. The browser's 3-D Secure data.",
};

const helloDescription: ScriptDescription = {
  runsIn: frameDescription.runsIn,
  purpose: "Begins the handshake with the page, and keeps its response for the other script of the frame.",
  dataTouched: "No card data. The origin of the page.",
};

const pageScriptDescriptions: Readonly<Record<string, ScriptDescription>> = {
  "cardpane.js": {
    runsIn: "merchant's page",
    purpose:
      "Defines <card-pane>, loads the frame, and passes tokens and the state of the fields to the page. Required for every payment.",
    dataTouched: "No card data. Tokens, 3-D Secure device data, brand and last four digits.",
  },
  "start.js": {
    runsIn: "merchant's page",
    purpose:
      "Inserts the iframe of the form before cardpane.js has loaded. Only pages that name or inline it run it.",
    dataTouched: "No card data. The attributes of <card-pane>.",
  },
  "deferred.js": {
    runsIn: "merchant's page",
    purpose:
      "Reads the style of the page for the fields, diagnoses a frame that does not load, and has the texts of errors for developers.",
    dataTouched: "No card data. Computed styles of the page.",
  },
  "next-action.js": {
    runsIn: "merchant's page",
    purpose: "Performs the next action of a payment: 3-D Secure challenge, redirect or QR code.",
    dataTouched: "No card data. The gateway's next action of a payment.",
  },
  "page-texts.js": {
    runsIn: "merchant's page",
    purpose: "Contains the texts around the frame in each language, for a frame that could not send them.",
    dataTouched: "No card data.",
  },
  "qr.js": {
    runsIn: "merchant's page",
    purpose: "Renders the QR code of a payment.",
    dataTouched: "No card data. The text of the code.",
  },
};

const earlyLoaderDescription: ScriptDescription = {
  runsIn: "merchant's page",
  purpose:
    "Optional: inline in the page's <head>, as recipe.html shows. Inserts the pane's iframe before cardpane.js has loaded.",
  dataTouched: "No card data. The language of page and browser.",
};

/** A script of another release that this release does not have. */
const unknownScriptDescription: ScriptDescription = {
  runsIn: "merchant's page",
  purpose: "Part of another release; see the inventory of that release.",
  dataTouched: "No card data: no script in the merchant's page has access to the frame.",
};

/** Lists every script of a deployment. */
export function scriptInventory(
  { origin, prefix, files }: DeploymentManifest,
  releases: readonly Assets[],
): readonly InventoryScript[] {
  return releases.flatMap(({ version: release, earlyLoader, helloScript, frameScript }) => {
    const inline = (place: string, script: string, description: ScriptDescription) => ({
      release,
      url: `${place} (inline)`,
      integrity: integrityOf(script),
      ...description,
    });
    const frame = `${origin}${prefix}/${release}/frame`;
    return [
      ...files
        .filter(({ url, headers }) => headers === "script" && url.startsWith(`${release}/`))
        .map(({ url, integrity }) => ({
          release,
          url: `${origin}${prefix}/${url}`,
          integrity,
          ...(pageScriptDescriptions[url.slice(url.lastIndexOf("/") + 1)] ?? unknownScriptDescription),
        })),
      inline("recipe.html", earlyLoader, earlyLoaderDescription),
      inline(frame, helloScript, helloDescription),
      inline(frame, frameScript, frameDescription),
    ];
  });
}
