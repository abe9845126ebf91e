/**
 * The gallery's script. The panel of knobs is the state:
 *
 *   knob changed -> address, <card-pane>, code to copy
 *   back button -> address -> knobs -> <card-pane>, code to copy
 *
 * The element reads, validates and reports its options; it keeps typed values. Only other fields of a split form need a new element.
 */
import type { CardPaneElement } from "@cardpane/browser";
import { make } from "../web/make.ts";
import { eventItem, type SeenEvent, seenNow, watchEvents } from "../web/qa/qa-events.ts";
import { htmlCode, readJson, scriptOnly } from "./code.ts";

const maxEvents = 60;

type Control = HTMLInputElement | HTMLSelectElement;

/** Finds an element that the page must have. @throws Error with its selector if it is missing, which is a mistake in a view. */
function find<Kind extends Element = HTMLElement>(selector: string): Kind {
  const found = document.querySelector<Kind>(selector);
  if (!found) throw new Error(`The page has no ${selector}.`);
  return found;
}

void customElements.whenDefined("card-pane").then(() => {
  if (document.querySelector("#knobs")) startKnobs();
  loadNearby();
});

function startKnobs(): void {
  const form = find<HTMLFormElement>("#knobs");
  const controls = [...form.querySelectorAll<Control>("select, input")];
  let pane: CardPaneElement | undefined;
  let places: readonly string[] = [];

  /** The texts of the knobs; of those that were changed, for the address. */
  const textsOf = (changed: boolean) =>
    Object.fromEntries(
      controls
        .map((control) => [control.name, textOf(control), control.dataset["initial"]] as const)
        .filter(([, text, initial]) => !changed || text !== initial)
        .map(([name, text]) => [name, text]),
    );

  function readAddress(): void {
    const query = new URLSearchParams(location.search);
    for (const control of controls) write(control, query.get(control.name) ?? "");
    const refused = [...query].filter(([name, text]) => {
      const control = controls.find((one) => one.name === name);
      // The server reads QA's settings.
      return control ? textOf(control) !== text : !/^(qa|challenge)$/.test(name);
    });
    show();
    for (const [name] of refused.slice(0, 8)) report(`Ignored in the address: ${name.slice(0, 40)}`);
  }

  /** Applies the knobs to the pane, to the page around it, and to the code. */
  function show(): void {
    find("#problems").replaceChildren();
    const texts = textsOf(false);
    applyToPage(texts);
    const next = placesOf(texts);
    const isNew = !pane || String(next) !== String(places);
    places = next;
    const element = isNew || !pane ? createPane() : pane;
    // The field of the CVV alone needs a saved card: `fields` is set after the card, but before the card is taken away.
    const card = controls.find(({ name }) => name === "savedCard");
    if (card?.value) setOption(element, card);
    for (const control of controls) if (control.dataset["option"] !== undefined) setOption(element, control);
    if (isNew) find("#pane").replaceChildren(element);
    pane = element;
    const { environment = "" } = texts;
    find("#code-html").textContent = htmlCode({ environment, ...optionsOf() }, places);
    drawSnapshot();
  }

  function optionsOf(): Readonly<Record<string, string>> {
    const given = Object.entries(textsOf(true));
    return Object.fromEntries(
      given.filter(([name]) => find(`#knob-${name}`).dataset["option"] !== undefined),
    );
  }

  function createPane(): CardPaneElement {
    const element = document.createElement("card-pane") as CardPaneElement;
    for (const place of places) {
      const field = element.appendChild(document.createElement("card-pane-field"));
      field.setAttribute("name", place);
    }
    watchEvents(element, note);
    return element;
  }

  /** Adds an event at the top. Neither events nor the snapshot contain card data. */
  function note(event: SeenEvent): void {
    const events = find("#events");
    events.prepend(eventItem(event));
    while (events.children.length > maxEvents) events.lastElementChild?.remove();
    drawSnapshot();
  }

  function drawSnapshot(): void {
    find("#snapshot").textContent = JSON.stringify(pane?.snapshot ?? null, null, 1);
  }

  form.addEventListener("change", () => {
    const query = new URLSearchParams(textsOf(true) as Record<string, string>);
    const address = location.pathname + (query.size > 0 ? `?${query}` : "");
    history.pushState(null, "", address);
    // The footer's forms redirect to the current address.
    find<HTMLInputElement>('#preferences [name="back"]').value = address;
    show();
  });
  form.addEventListener("submit", (event) => event.preventDefault());
  addEventListener("popstate", readAddress);
  // The pane reports an option that it refuses like an exception of a callback.
  addEventListener("error", ({ error }) => report(error instanceof Error ? error.message : "Error"));
  find("#gallery").addEventListener("click", async ({ target }) => {
    const { method, copy } = target instanceof HTMLElement ? target.dataset : {};
    if (method === "validate") note(seenNow("validate()", await pane?.validate()));
    if (method === "tokenize") await pane?.tokenize();
    if (method === "focus" || method === "blur" || method === "clear" || method === "retry") pane?.[method]();
    if (copy === undefined || !(target instanceof HTMLElement)) return;
    await navigator.clipboard.writeText(find(`#${copy}`).textContent ?? "");
    target.textContent = "Copied";
  });
  readAddress();
}

function isCheckbox(control: Control): control is HTMLInputElement {
  return control.type === "checkbox";
}

function textOf(control: Control): string {
  if (isCheckbox(control)) return control.checked ? "1" : "";
  return control.value.trim();
}

/** Sets a knob; an empty text, and a word that the knob does not have, set the initial value. */
function write(control: Control, text: string): void {
  const { initial = "" } = control.dataset;
  if (isCheckbox(control)) control.checked = text === "1";
  else control.value = text || initial;
  if (control.value === "") control.value = initial;
  const group = control.closest("details");
  if (group && textOf(control) !== initial) group.open = true;
}

/** Sets an option by its property, which reads the same text as its attribute. */
function setOption(pane: CardPaneElement, control: Control): void {
  const text = textOf(control);
  const value = scriptOnly.includes(control.name) ? readJson(text) : text;
  Reflect.set(pane, control.name, isCheckbox(control) ? control.checked : value);
}

/** The fields of a split form; an expiry of two parts has two. */
function placesOf({ form, fields, expiry }: Readonly<Record<string, string>>): readonly string[] {
  if (form !== "split") return [];
  const names = (fields || "number expiry cvv").split(/[\s,]+/);
  return names.flatMap((name) =>
    expiry !== "single" && /^expiry\??$/.test(name)
      ? ["Month", "Year"].map((part) => name.replace("expiry", `expiry${part}`))
      : [name],
  );
}

function applyToPage({ width, page, dir, lang, match }: Readonly<Record<string, string>>): void {
  const around = find("#stage-page");
  around.style.width = width === "full" ? "" : `${width}px`;
  find("#stage").dataset["scheme"] = page;
  around.dir = dir ?? "";
  around.lang = lang ?? "";
  if (!lang) around.removeAttribute("lang");
  find("#sample").hidden = !match;
}

function report(text: string): void {
  find("#problems").append(make("p", text));
}

/** The wall: a pane loads when it is near the viewport, so that a hundred frames do not start at once. */
function loadNearby(): void {
  const nearby = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        nearby.unobserve(target);
        target.removeAttribute("defer");
      }
    },
    { rootMargin: "300px" },
  );
  for (const pane of document.querySelectorAll<CardPaneElement>("card-pane[defer]")) {
    // Many frames at once take longer than one.
    pane.loadTimeoutMs = 60_000;
    nearby.observe(pane);
    if (pane.dataset["wrong"] !== undefined) pane.addEventListener("ready", () => void pane.validate());
  }
}
