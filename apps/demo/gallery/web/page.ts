/** What all scripts of the gallery need of their page. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";
import { make } from "../../web/make.ts";
import { addressOf, type OwnNames, type Problem, readAddress, type State } from "../model/address.ts";
import type { GalleryData } from "./wire.ts";

/** Finds what the page must have. @throws Error that names what is missing: a slip in a view. */
export function find<Kind extends Element = HTMLElement>(
  selector: string,
  near: ParentNode = document,
): Kind {
  const found = near.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Every element that fits. */
export function all<Kind extends Element = HTMLElement>(
  selector: string,
  near: ParentNode = document,
): readonly Kind[] {
  return [...near.querySelectorAll<Kind>(selector)];
}

/** What the pane's script tag puts on `window`, as far as the gallery uses it. */
interface PaneScript {
  readonly createCardPane: typeof createCardPane;
}

/** Nothing where the pane's host did not answer, or something blocks its script. */
function paneScript(): PaneScript | undefined {
  return (window as { readonly Cardpane?: PaneScript }).Cardpane;
}

/** @throws Error when the pane's script did not load. */
export function createPane(options: CardPaneOptions): CardPane {
  const script = paneScript();
  if (!script) throw new Error("The pane's script did not load.");
  return script.createCardPane(options);
}

/** What the server handed to the page's script, or nothing: the pane's host did not answer, and there is no pane. */
export function readData(): GalleryData | undefined {
  const { gallery } = find("#gallery").dataset;
  return gallery !== undefined && paneScript() ? (JSON.parse(gallery) as GalleryData) : undefined;
}

/** Fills `{name}` in, and `{fits}`. */
export function filled(text: string, name: string, fits = ""): string {
  return text.replace("{name}", () => name).replace("{fits}", () => fits);
}

let hideAnnouncement: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers, and shows it for a while. */
function announce(text: string): void {
  const line = find("#announce");
  clearTimeout(hideAnnouncement);
  line.textContent = text;
  line.classList.add("shown");
  hideAnnouncement = setTimeout(() => line.classList.remove("shown"), 2_500);
}

/** Buttons that copy what stands in an element. */
export function wireCopyButtons({ texts }: GalleryData): void {
  for (const button of all<HTMLButtonElement>("[data-copy]")) {
    button.addEventListener("click", async () => {
      const { copy = "", name = "" } = button.dataset;
      try {
        await navigator.clipboard.writeText(find(`#${copy}`).textContent ?? "");
        announce(filled(texts.copied, name));
      } catch {
        announce(texts.copyFailed);
      }
    });
  }
}

/** Shows which parts of the address were left out. */
function showProblems({ texts }: GalleryData, problems: readonly Problem[]): void {
  const slot = find("#problems");
  slot.className = problems.length > 0 ? "message reported" : "";
  const list = make("ul");
  list.append(
    ...problems.map(({ kind, name, fits }) =>
      make("li", filled(texts[kind === "malformed" && fits !== "" ? "misfit" : kind], name, fits)),
    ),
  );
  slot.replaceChildren(...(problems.length > 0 ? [make("p", texts.problems), list] : []));
}

/** The address as the page's state: it is read at the start and when the browser goes back, and written at each change. */
export function openAddress(data: GalleryData, own: OwnNames, changed: () => void) {
  let state: State = {};
  let others: Readonly<Record<string, string>> = {};

  function read(): void {
    const found = readAddress(location.search, own);
    state = found.state;
    others = found.others;
    showProblems(data, found.problems);
    follow(state);
  }

  addEventListener("popstate", () => {
    read();
    changed();
  });
  read();
  return {
    /** Positions of knobs. */
    state: () => state,
    /** What this page has besides, by name; nothing where the address has none. */
    others: () => others,
    /**
     * Takes over another state.
     *
     * @param isStep whether the browser's way back leads to the state before; what is still being typed is none.
     */
    write(next: State, nextOthers: Readonly<Record<string, string>>, isStep: boolean): void {
      state = next;
      others = Object.fromEntries(Object.entries(nextOthers).filter(([, text]) => text !== ""));
      follow(state);
      const address = location.pathname + addressOf({ ...state, ...others });
      if (!isStep || address === location.pathname + location.search) return;
      history.pushState(null, "", address);
      showProblems(data, []);
      // A form of the footer comes back to what is seen.
      for (const back of all<HTMLInputElement>('input[name="back"]')) back.value = address;
    },
  };
}

/** Lets the links to the other pages take the state along. */
function follow(state: State): void {
  for (const link of all<HTMLAnchorElement>("[data-page][href]")) link.search = addressOf(state);
}
