import { testCardBehaviour } from "@cardpane/gateway/testing";
import { describe, expect, it } from "vitest";
import { type CardDecision, decide, type ThreeDs } from "./card-decision.ts";

const final = (code: string) => ({ kind: "final", code });
const challenge = (approvedCode: string) => ({ kind: "challenge", approvedCode });

describe("a card's decision", () => {
  it.each([
    ["4242424242424242", "gateway", final("0")],
    ["4000000000002701", "gateway", final("0")],
    ["4000000000002925", "gateway", final("5220")],
    ["4000000000002719", "gateway", final("0")],
    ["4000000000002313", "gateway", final("5221")],
    ["4000000000002503", "gateway", challenge("0")],
    ["4000000000002370", "gateway", challenge("5220")],
    ["4000000000003220", "gateway", challenge("0")],
    ["4000008400001629", "gateway", challenge("5005")],
    ["4000008260003178", "gateway", challenge("5051")],
    ["4000000000003220", "none", final("5227")],
    ["4000000000003220", "external", final("0")],
    ["4000000000002503", "none", final("0")],
    ["4000008400001629", "none", final("5005")],
  ] as const)("%s with 3D Secure %s", (number, threeDs: ThreeDs, expected) => {
    expect(decideCard(number, { threeDs })).toEqual(expected);
  });

  it("gives a wrong number precedence over an expiry, and an expiry over the card's own code", () => {
    expect(decideCard("4242424242424241", { isExpired: true })).toEqual(final("5014"));
    expect(decideCard("4000000000009995", { isExpired: true })).toEqual(final("5054"));
    const refused = { isExpired: true, refusal: "5223", threeDs: "none" } as const;
    expect(decideCard("4242424242424242", refused)).toEqual(final("5054"));
    expect(decideCard("4000000000009995", { ...refused, isExpired: false })).toEqual(final("5223"));
  });
});

function decideCard(number: string, rest: Partial<Parameters<typeof decide>[0]>): CardDecision {
  const behaviour = testCardBehaviour(number);
  if (!behaviour) throw new Error("no test card");
  return decide({ behaviour, isExpired: false, threeDs: "gateway", ...rest });
}
