import { afterEach, describe, expect, it } from "vitest";
import { inDocumentOrder, type MountPoint } from "./mount-point.ts";
import { pageDocument, unclobbered } from "./unclobbered.ts";

/** Shadows members of a node by own properties, as a browser does for elements with these names. */
function clobber(node: object, ...names: string[]): void {
  const value = Reflect.apply(Document.prototype.createElement, document, ["img"]);
  for (const name of names) {
    Object.defineProperty(node, name, { configurable: true, value });
    clobbered.push(() => Reflect.deleteProperty(node, name));
  }
}
const clobbered: (() => void)[] = [];
afterEach(() => {
  for (const restore of clobbered.splice(0)) restore();
});

describe("unclobbered", () => {
  it("reads the properties and calls the methods of the class [T-M25]", () => {
    const form = document.createElement("form");
    clobber(form, "append", "isConnected", "elements");
    unclobbered(form).append("text");
    expect(form.textContent).toBe("text");
    expect(unclobbered(form).isConnected).toBe(false);
    expect(unclobbered(form).elements).toHaveLength(0);
  });

  it("has no property that exists only because of the name of an element", () => {
    clobber(document, "featurePolicy");
    expect((pageDocument as { featurePolicy?: unknown }).featurePolicy).toBeUndefined();
  });

  it("returns methods that can be called without their object", () => {
    const { append } = unclobbered(document.createElement("form"));
    expect(() => append("text")).not.toThrow();
  });
});

describe("the page's document", () => {
  it("is not affected by elements that have the names of its properties", () => {
    const { body, head } = document;
    clobber(document, "body", "head", "createElement", "addEventListener", "baseURI");
    expect([pageDocument.body, pageDocument.head]).toEqual([body, head]);
    expect(pageDocument.createElement("p").localName).toBe("p");
    expect(pageDocument.baseURI).toBe(location.href);
    expect(() => pageDocument.addEventListener("load", () => {})).not.toThrow();
  });
});

describe("the order of mount points", () => {
  it("is computed even if elements have the names of the properties that it reads", () => {
    document.body.innerHTML = "<form><p></p><b></b></form>";
    const [form, p, b] = ["form", "p", "b"].map((name) => document.querySelector(name) as Element);
    const places = [b, p].map((host) => ({ field: null, required: true, host }) as MountPoint);
    clobber(document, "host", "assignedSlot", "parentNode");
    clobber(form as Element, "host", "assignedSlot", "parentNode", "compareDocumentPosition");
    expect(inDocumentOrder(places).map(({ host }) => host)).toEqual([p, b]);
  });
});
