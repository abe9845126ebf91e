/** The page at `/`: explains the sandbox to a person who opens it in a browser, and lists the test cards. */
import { testCards } from "@cardpane/gateway/testing";
import { html } from "hono/html";
import type { Compatibility } from "../compatibility/compatibility.ts";
import { served } from "../operation-handlers.ts";
import { page } from "./page.ts";

const wireForms: Readonly<Record<Compatibility, string>> = {
  document: "Follows the interface document",
  field: "Behaves as live gateways do where they differ from the interface document",
};

/** Renders the page. */
export function homePage(compatibility: Compatibility) {
  return page(
    "Cardpane sandbox gateway",
    html`<h1>Cardpane sandbox gateway</h1>
<p>A payment gateway for testing. No money moves, and real card numbers are refused.</p>
<p>${wireForms[compatibility]} (<code>COMPATIBILITY=${compatibility}</code>).</p>
<p><a href="/openapi.json">OpenAPI document</a> · <a href="/health">Health</a></p>
<h2>Operations</h2>
<ul>${served.map(
      ([, { method, path, summary }]) => html`<li><code>${method} ${path}</code><br>${summary}</li>`,
    )}</ul>
<h2>Test cards</h2>
<p>Any future expiry date, any CVV.</p>
<table>
<thead><tr><th scope="col">Number</th><th scope="col">Outcome</th><th scope="col">Code</th></tr></thead>
<tbody>${testCards.map(
      ({ number, label, code }) =>
        html`<tr><td><code>${number}</code></td><td>${label}</td><td>${code}</td></tr>`,
    )}</tbody>
</table>
<p class="soft">For any other code: <code>40000055</code>, the four digits of the code, <code>000</code>, and the Luhn check digit.
A number that fails the Luhn check ends with 5014, an expired card with 5054.</p>`,
    { width: "wide" },
  );
}
