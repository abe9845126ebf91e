import { expect, it } from "vitest";
import { inDocumentOrder } from "./mount-point.ts";

// happy-dom assigns no slots: e2e/src/pane/split.spec.ts has fields in slots.
it("places are in the order of the page, also those in shadow roots", () => {
  document.body.innerHTML = `<section></section><i id="second"></i><p><i id="third"></i></p>`;
  const first = Object.assign(document.createElement("i"), { id: "first" });
  document.querySelector("section")?.attachShadow({ mode: "open" }).append(first);
  const [second, third] = document.querySelectorAll("i");
  if (!second || !third) throw new Error("The page is empty.");
  const hosts = [third, first, second];
  const ordered = inDocumentOrder(hosts.map((host) => ({ field: null, required: true, host })));
  expect(ordered.map(({ host }) => host.id)).toEqual(["first", "second", "third"]);
});
