/** Shared by the gallery's scripts: elements, the pane's script, the address, copy buttons. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";
import { make } from "../../web/make.ts";
import { addressOf, type OwnNames, type Problem, readAddress, type State } from "../model/address.ts";
import type { GalleryData } from "./wire.ts";

/** Finds an element that the page must have. @throws Error with its selector if it is missing, which is a mistake in a view. */
export function find<Kind extends Element = HTMLElement>(
  selector: string,
  near: ParentNode = document,
): Kind {
  const found = near.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** Finds all elements that match. */
export function all<Kind extends Element = HTMLElement>(
  selector: string,
  near: ParentNode = document,
): readonly Kind[] {
  return [...near.querySelectorAll<Kind>(selector)];
}

/** The part of `window.Cardpane` that the gallery uses. */
interface PaneScript {
  readonly createCardPane: typeof createCardPane;
}

/** `undefined` if the pane's host did not answer, or something blocked its script. */
function paneScript(): PaneScript | undefined {
  return (window as { readonly Cardpane?: PaneScript }).Cardpane;
}

/** @throws Error when the pane's script did not load. */
export function createPane(options: CardPaneOptions): CardPane {
  const script = paneScript();
  if (!script) throw new Error("The pane's script did not load.");
  return script.createCardPane(options);
}

/** The server's data for the page's script; `undefined` if the pane's script did not load. */
export function readData(): GalleryData | undefined {
  const { gallery } = find("#gallery").dataset;
  return gallery !== undefined && paneScript() ? (JSON.parse(gallery) as GalleryData) : undefined;
}

/** Replaces `{name}` and `{fits}` in a text. */
export function filled(text: string, name: string, fits = ""): string {
  return text.replace("{name}", () => name).replace("{fits}", () => fits);
}

let hideAnnouncement: ReturnType<typeof setTimeout> | undefined;

/** Announces a text to screen readers, and shows it for some seconds. */
function announce(text: string): void {
  const line = find("#announce");
  clearTimeout(hideAnnouncement);
  line.textContent = text;
  line.classList.add("shown");
  hideAnnouncement = setTimeout(() => line.classList.remove("shown"), 2_500);
}

/** Connects the buttons that copy the text of an element. */
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

/** Shows the ignored parts of the address. */
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

/** The page's state in its address: read at the start and after the back button, written at each change. */
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
    /** The values of knobs. */
    state: () => state,
    /** The page's other parameters, by name; empty if the address has none. */
    others: () => others,
    /**
     * Applies another state.
     *
     * @param isStep whether to add a history entry; not while the shopper is typing.
     */
    write(next: State, nextOthers: Readonly<Record<string, string>>, isStep: boolean): void {
      state = next;
      others = Object.fromEntries(Object.entries(nextOthers).filter(([, text]) => text !== ""));
      follow(state);
      const address = location.pathname + addressOf({ ...state, ...others });
      if (!isStep || address === location.pathname + location.search) return;
      history.pushState(null, "", address);
      showProblems(data, []);
      // The footer's forms redirect to the current address.
      for (const back of all<HTMLInputElement>('input[name="back"]')) back.value = address;
    },
  };
}

/** Adds the state to the links to the other pages. */
function follow(state: State): void {
  for (const link of all<HTMLAnchorElement>("[data-page][href]")) link.search = addressOf(state);
}
