/** The release shortens names of properties (build-release.ts). One that a frame or a page reads would break the other side. */
import { expect, it } from "vitest";
import * as samples from "../../../contract/src/testing/message-samples.ts";
import { en } from "../../../frame/src/locale/en.ts";
import { pageInternals } from "./build-release.ts";
import { readElements } from "./custom-elements.ts";
import { keptNames } from "./kept-names.ts";

const namesIn = (value: unknown): readonly string[] =>
  Object(value) === value
    ? Object.entries(value as object).flatMap(([key, item]) => [key, ...namesIn(item)])
    : [];

// What the samples hold; not their own names.
const messageKeys = Object.values(samples).flatMap(namesIn);

it("the frame's script keeps the keys of messages, languages and requests, names of the platform, and its strings", () => {
  const kept = new Set(keptNames('g.litThing ??= litThing.get("elementProperties")'));
  const needed = [
    ...messageKeys,
    ...namesIn(en),
    ...[
      "cardpaneGreeting",
      "receive",
      "expirationYear",
      "cardHolder",
      "zip",
      "screenHeight",
      "tokenizeHeaders",
      "expireAt",
      "cvvHint",
    ],
    ...["setFormValue", "replaceSync", "getReader", "unitDisplay", "elementProperties", "litThing"],
  ];
  expect(needed.filter((name) => /^[a-z]\w*$/i.test(name) && !kept.has(name))).toEqual([]);
  expect(kept).not.toContain("chosenNetwork");
});

it("no shortened name is a key of a message, or a member, an attribute or an event of an element", () => {
  const elements = readElements().modules.flatMap(({ declarations }) => declarations);
  const named = elements.flatMap(({ members, attributes, events }) => [...members, ...attributes, ...events]);
  const shared = [...messageKeys, ...named.map(({ name }) => name)];
  expect(shared).toEqual(expect.arrayContaining(["leaderNonce", "frameNonce", "tokenize", "tokens"]));
  expect(shared.filter((name) => pageInternals.test(name))).toEqual([]);
});
