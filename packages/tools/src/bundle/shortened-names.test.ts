/** The release shortens names of properties (build-release.ts). One that a frame or a page reads would break the other side. */
import { expect, it } from "vitest";
import * as samples from "../../../contract/src/testing/message-samples.ts";
import { frameInternals, pageInternals } from "./build-release.ts";
import { readElements } from "./custom-elements.ts";

const namesIn = (value: unknown): readonly string[] =>
  Object(value) === value
    ? Object.entries(value as object).flatMap(([key, item]) => [key, ...namesIn(item)])
    : [];

it("no shortened name is a key of a message, or a member, an attribute or an event of an element", () => {
  const elements = readElements().modules.flatMap(({ declarations }) => declarations);
  const named = elements.flatMap(({ members, attributes, events }) => [...members, ...attributes, ...events]);
  // What the samples hold; not their own names.
  const shared = [...Object.values(samples).flatMap(namesIn), ...named.map(({ name }) => name)];
  expect(shared).toEqual(expect.arrayContaining(["leaderNonce", "frameNonce", "tokenize", "tokens"]));
  expect(shared.filter((name) => pageInternals.test(name) || frameInternals.test(name))).toEqual([]);
});
