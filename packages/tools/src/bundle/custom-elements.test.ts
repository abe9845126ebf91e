import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { root } from "../process/program.ts";
import { manifestPath } from "./build-libraries.ts";
import { readElements } from "./custom-elements.ts";

/** By its path: this project has no types of the DOM, which the element needs. */
const element: { readonly CardPaneElement: { readonly observedAttributes: readonly string[] } } =
  await import(`${root}packages/browser/src/elements/card-pane.ts`);
const { modules } = readElements();
const [pane, field] = modules[0].declarations;
const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name).sort();

describe("the manifest of the elements", () => {
  it("describes everything that it names", () => {
    for (const element of modules[0].declarations) {
      const parts = [
        ...element.attributes,
        ...element.members,
        ...element.events,
        ...element.cssStates,
        ...element.cssParts,
      ];
      expect(parts.filter(({ description }) => description.length < 10).map(({ name }) => name)).toEqual([]);
      expect(element.description).not.toBe("");
    }
  });

  it("has both elements, with every attribute that they observe, every state and every event", () => {
    expect([pane?.tagName, field?.tagName]).toEqual(["card-pane", "card-pane-field"]);
    // `name` is the platform's part of a form control; `early` is read once, and sets no option.
    expect(names(pane?.attributes)).toEqual(
      [...element.CardPaneElement.observedAttributes, "early", "name"].sort(),
    );
    expect(names(field?.attributes)).toEqual(["name"]);
    expect(names(pane?.cssStates)).toEqual(["complete", "failed", "focused", "invalid", "loading", "ready"]);
    expect([names(pane?.cssParts), names(field?.cssParts)]).toEqual(Array(2).fill(["alert", "retry"]));
    expect(pane?.events).toHaveLength(15);
  });

  it("names nothing that is private, the browser's, or a file of the sources", () => {
    expect(field?.members).toEqual([]);
    const members = names(pane?.members);
    expect(members).toEqual(expect.arrayContaining(["mount", "snapshot", "status", "tokenize", "tokens"]));
    for (const name of members) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(members.filter((name) => /Callback$|^show$|^addEventListener$/.test(name))).toEqual([]);
    expect(JSON.stringify(modules)).not.toContain("import(");
  });

  it("marks exactly the members that a page cannot write as read-only", () => {
    const readOnly = pane?.members.filter((member) => member.readonly);
    expect(names(readOnly)).toEqual(["error", "snapshot", "status", "value"]);
    // Of each attribute, and of what no attribute can hold.
    const camel = (name: string) => name.replace(/-(.)/g, (_, letter) => letter.toUpperCase());
    const ofAttributes = names(pane?.attributes)
      .filter((name) => name !== "early" && name !== "defer")
      .map(camel);
    expect(names(pane?.members.filter(({ kind, readonly }) => kind === "field" && !readonly))).toEqual(
      [...ofAttributes, "darkTokens", "loadTimeoutMs", "texts", "tokens"]
        .map((name) => (name === "readonly" ? "readOnly" : name))
        .sort(),
    );
  });

  it("is in the file that the package names and publishes, and names the built modules", async () => {
    const described = JSON.parse(readFileSync(`${root}packages/browser/package.json`, "utf8"));
    expect(described.files.some((folder: string) => described.customElements.startsWith(`${folder}/`))).toBe(
      true,
    );
    expect(manifestPath).toBe(`${root}packages/browser/${described.customElements}`);
    const entries = Object.values<{ default: string }>(described.exports).map((entry) => entry.default);
    expect(entries).toContain(`./${modules[0].path}`);
  });

  it("names the types of the events' details", () => {
    expect(pane?.events.find(({ name }) => name === "ready")?.type.text).toBe("CustomEvent<Snapshot>");
    expect(pane?.events.find(({ name }) => name === "fieldfocus")?.type.text).toBe(
      "CustomEvent<{ readonly field: FieldName }>",
    );
  });
});
