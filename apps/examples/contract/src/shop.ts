/** The code that the pages of all adapters share: the buttons, and the outputs that the steps read. */
import type { CardPaneOptions, TokenizeResult } from "@cardpane/browser";

/** The state of a page. */
export interface View {
  /** The route of the card form is shown. */
  readonly isShown: boolean;
  readonly options: CardPaneOptions;
  /** A server has rendered the page, and its iframe. */
  readonly isEarly: boolean;
}

/** The callbacks for events of a page's form. */
export interface Reports {
  readonly onReady: () => void;
  readonly onChange: (snapshot: { readonly brand: string | null }) => void;
  /** A component has run its effects. */
  readonly onEffect: () => void;
}

/** The part that each page implements. */
export interface Page {
  readonly render: (view: View) => void;
  readonly tokenize: () => Promise<TokenizeResult>;
}

/** The initial state of a page. */
export const firstView = {
  isShown: true,
  options: {
    src: import.meta.env.VITE_PANE_HOST,
    environment: import.meta.env.VITE_PANE_ENVIRONMENT,
    locale: "en",
    tokens: { radius: 6 },
  },
  isEarly: import.meta.env.VITE_EARLY === "1",
} as const satisfies View;

/** Callbacks for a server, which never calls them. */
export const noReports: Reports = { onReady() {}, onChange() {}, onEffect() {} };

/** Shows the form and handles the buttons; in the browser only. */
export function start(open: (view: View, reports: Reports) => Page): void {
  if (typeof document === "undefined") return;
  let view: View = firstView;
  const page = open(view, {
    onReady: () => count("ready"),
    onChange: ({ brand }) => show("brand", brand ?? ""),
    onEffect: () => count("effects"),
  });

  function update(more: Partial<View>): void {
    view = { ...view, ...more };
    page.render(view);
  }

  by("route").addEventListener("click", () => update({ isShown: !view.isShown }));
  by("german").addEventListener("click", () => update({ options: { ...view.options, locale: "de" } }));
  by("pay").addEventListener("click", async () => {
    show("result", "");
    const { error, ...card } = await page.tokenize();
    if (error) return show("result", error.code);
    const order = await (await fetch("/api/order", { method: "POST" })).text();
    const response = await fetch("/api/pay", { method: "POST", body: JSON.stringify({ ...card, order }) });
    show("result", (await response.json()).status);
  });
}

/** The element that shows the form's route. */
export const app = (): HTMLElement => by("app");

function by(id: string): HTMLElement {
  const element = document.getElementById(id);
  if (!element) throw new Error(`The page has no #${id}.`);
  return element;
}

function show(id: string, text: string): void {
  by(id).textContent = text;
}

function count(id: string): void {
  show(id, String(Number(by(id).textContent) + 1));
}
