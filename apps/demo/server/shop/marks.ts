/** The marks of card networks and payment methods: small pictures beside a name, so a screen reader does not need them. */
import { html } from "hono/html";
import type { Html } from "../http/page.ts";
import type { OtherType } from "../payments/sources.ts";

/** A text on a coloured card. */
interface Mark {
  readonly text: string;
  readonly ground: string;
  /** @default white */
  readonly ink?: string;
}

const marks: Readonly<Partial<Record<OtherType, Mark>>> = {
  sepa: { text: "SEPA", ground: "#10298e" },
  ideal: { text: "iDEAL", ground: "#cc0066" },
  bancontact: { text: "BC", ground: "#1e3764" },
  przelewy24: { text: "P24", ground: "#d13239" },
  eps: { text: "eps", ground: "#c8036f" },
  mybank: { text: "MyB", ground: "#00678f" },
  applePay: { text: "Pay", ground: "#000000" },
  googlepay: { text: "G Pay", ground: "#ffffff", ink: "#3c4043" },
  pix: { text: "pix", ground: "#1c7f72" },
  paysafecard: { text: "psc", ground: "#0a5fa8" },
};

/** The mark of a method; `null` if it has none. */
export function sourceMark(type: OtherType): Html | null {
  const mark = marks[type];
  return mark ? html`<span class="row-end marks">${drawn(mark)}</span>` : null;
}

/** The networks that most shoppers look for; the pane shows all of them. */
export function cardMarks(): Html {
  return html`<span class="marks">${drawn({ text: "VISA", ground: "#ffffff", ink: "#1434cb" })}<svg viewBox="0 0 38 24" aria-hidden="true"><rect width="38" height="24" rx="4" fill="#ffffff"/><circle cx="15" cy="12" r="7" fill="#eb001b"/><circle cx="23" cy="12" r="7" fill="#f79e1b" fill-opacity="0.9"/></svg>${drawn({ text: "AMEX", ground: "#1f72cd" })}<span aria-hidden="true">+9</span></span>`;
}

function drawn({ text, ground, ink = "#ffffff" }: Mark): Html {
  return html`<svg viewBox="0 0 38 24" aria-hidden="true"><rect width="38" height="24" rx="4" fill="${ground}"/><text x="19" y="16" fill="${ink}" font-size="11" font-weight="700" text-anchor="middle">${text}</text></svg>`;
}
