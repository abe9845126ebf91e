import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { readElements } from "./custom-elements.ts";
import { root } from "./run.ts";

const { modules } = readElements();
const [pane, field] = modules[0].declarations;
const names = (list: readonly { readonly name: string }[] = []) => list.map(({ name }) => name).sort();

describe("the manifest of the elements", () => {
  it("describes everything that it names", () => {
    for (const element of modules[0].declarations) {
      const parts = [...element.attributes, ...element.members, ...element.events, ...element.cssStates];
      expect(parts.filter(({ description }) => description.length < 10).map(({ name }) => name)).toEqual([]);
      expect(element.description).not.toBe("");
    }
  });

  it("names nothing that is private, the browser's, or a file of the sources", () => {
    expect(names(field?.members)).toEqual([]);
    for (const { name } of pane?.members ?? []) expect(name).toMatch(/^[a-z][A-Za-z]+$/);
    expect(names(pane?.members).filter((name) => name.endsWith("Callback"))).toEqual([]);
    expect(JSON.stringify(modules)).not.toContain("import(");
  });

  it("is where the package says, and is published", () => {
    const described = JSON.parse(readFileSync(`${root}packages/browser/package.json`, "utf8"));
    expect(described.customElements).toBe("dist/custom-elements.json");
    expect(described.files).toContain("dist");
  });

  it("says of events what they carry, by the names of the types", () => {
    expect(pane?.events.find(({ name }) => name === "ready")?.type.text).toBe("CustomEvent<Snapshot>");
    expect(pane?.events.find(({ name }) => name === "fieldfocus")?.type.text).toBe(
      "CustomEvent<{ readonly field: FieldName }>",
    );
  });
});
