/** Shared by the gallery's scripts: elements, the pane's script, the address, copy buttons. */
import type { CardPane, CardPaneOptions, createCardPane } from "@cardpane/browser";
import { make } from "../../web/make.ts";
import { addressOf, type Problem, readAddress, type State } from "../model/address.ts";

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

/** `undefined` if the pane's host did not answer, or something blocked its script. */
function paneScript(): { readonly createCardPane: typeof createCardPane } | undefined {
  return (window as { readonly Cardpane?: ReturnType<typeof paneScript> }).Cardpane;
}

/** @throws Error when the pane's script did not load. */
export function createPane(options: CardPaneOptions): CardPane {
  const script = paneScript();
  if (!script) throw new Error("The pane's script did not load.");
  return script.createCardPane(options);
}

/** The environment that the shop's panes use; `undefined` if the pane's script did not load. */
export function readEnvironment(): string | undefined {
  return paneScript() && find("#gallery").dataset["environment"];
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
export function wireCopyButtons(): void {
  for (const button of all<HTMLButtonElement>("[data-copy]")) {
    button.addEventListener("click", async () => {
      const { copy = "", name = "" } = button.dataset;
      try {
        await navigator.clipboard.writeText(find(`#${copy}`).textContent ?? "");
        announce(`Copied: ${name}`);
      } catch {
        announce("The browser blocked copying. Select the text instead.");
      }
    });
  }
}

/** Shows the ignored parts of the address. */
function showProblems(problems: readonly Problem[]): void {
  const slot = find("#problems");
  slot.className = problems.length > 0 ? "message reported" : "";
  const list = make("ul");
  list.append(...problems.map((problem) => make("li", problemText(problem))));
  slot.replaceChildren(
    ...(problems.length > 0 ? [make("p", "Some URL parameters were ignored:"), list] : []),
  );
}

function problemText({ kind, name, fits }: Problem): string {
  if (kind === "unknown") return `"${name}" is not an option`;
  return `"${name}" has an invalid value${fits === "" ? "" : `. Use: ${fits}`}`;
}

/** The page's state in its address: read at the start and after the back button, written at each change. */
export function openAddress(changed: () => void) {
  let state: State = {};

  function read(): void {
    const found = readAddress(location.search);
    state = found.state;
    showProblems(found.problems);
  }

  addEventListener("popstate", () => {
    read();
    changed();
  });
  read();
  return {
    /** The values of knobs. */
    state: () => state,
    /**
     * Applies another state.
     *
     * @param isStep whether to add a history entry; not while the user is typing.
     */
    write(next: State, isStep: boolean): void {
      state = next;
      const address = location.pathname + addressOf(state);
      if (!isStep || address === location.pathname + location.search) return;
      history.pushState(null, "", address);
      showProblems([]);
      // The footer's forms redirect to the current address.
      for (const back of all<HTMLInputElement>('input[name="back"]')) back.value = address;
    },
  };
}
