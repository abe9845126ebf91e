import { type Brand, brands } from "@cardpane/contract/messages";
import { brandSamples } from "@cardpane/gateway/testing";
import cardValidator from "card-validator";
import luhn10 from "card-validator/dist/luhn-10.js";
import creditCardType from "credit-card-type";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { binOf, brandsOf, cvvOf } from "../fields/validate-field.ts";
import { type CardRange, readRanges } from "./card-range.ts";
import { brandName, CardIdentifier } from "./identify-card.ts";
import { addedNetworks, sharedCards } from "./networks.ts";
import { numberProblem } from "./number.ts";
import { Secret } from "./secret.ts";

let cards = new CardIdentifier();
const rules = (supportedBrands: readonly Brand[] | null = null) => ({
  cards,
  supportedBrands,
  strictLuhn: true,
});
const info = (brand: Brand) => creditCardType.getTypeInfo(brand);

/** A number with these first digits, a length, and its check digit. */
function numberWith(start: string, length: number): string {
  const body = start.padEnd(length - 1, "0");
  return body + [..."0123456789"].find((digit) => luhn10(body + digit));
}

describe("a network", () => {
  it.each([
    ["", null],
    ["4", "visa"],
    ["42", "visa"],
    ["401178", "elo"],
    ["5", null],
    ["55", "mastercard"],
    ["3", null],
    ["37", "american-express"],
    ["6", null],
    ["6011", "discover"],
    ["1", null],
    ["12", "uatp"],
    ["9", null],
    ["97", "troy"],
    ["0", null],
  ])("of %s is shown as %s", (digits, brand) => {
    expect(cards.likelyBrand(digits)).toBe(brand);
  });

  it("limits the length of a number", () => {
    expect(cards.maxDigits("")).toBe(19);
    expect(cards.maxDigits("37")).toBe(15);
    expect(cards.maxDigits("55")).toBe(16);
    expect(cards.maxDigits("42")).toBe(19);
    expect(cards.maxDigits("497")).toBe(16);
    expect(cards.maxDigits("0")).toBe(19);
  });

  it.each(brands)("has a unique name: %s", (brand) => {
    expect(brandName(brand)).toMatch(/^(?:[A-Z]|mada|eftpos)/);
  });

  it.each(brandSamples)("of the sandbox's card %s is %s in the pane, too", (number, brand) => {
    expect(cards.identify(number).brands).toEqual([brand]);
  });
});

describe("credit-card-type", () => {
  it("is the copy that card-validator uses, so that card-validator knows the added networks", () => {
    expect(cardValidator.creditCardType.addCard).toBe(creditCardType.addCard);
    expect(cardValidator.number("5019000000000003").card?.type).toBe("dankort");
  });

  it("knows every network that a page may name, eight of which we add", () => {
    const theirs = Object.values(creditCardType.types);
    expect([...theirs, ...addedNetworks.map(({ type }) => type)].sort()).toEqual([...brands].sort());
    expect(creditCardType("").map(({ type }) => type)).toHaveLength(brands.length);
  });

  it("checks Maestro last, because ranges of other networks overlap it", () => {
    expect(creditCardType("").at(-1)?.type).toBe("maestro");
  });

  it("loses no network when there is another identifier, which replaces the host's ranges", () => {
    new CardIdentifier([[["visa"], "5019"]]);
    cards = new CardIdentifier();
    expect(
      creditCardType("")
        .map(({ type }) => type)
        .sort(),
    ).toEqual([...brands].sort());
    expect(cards.identify("50190000").brands).toEqual(["dankort"]);
  });
});

/** In credit-card-type's order. */
const patterns: readonly CardRange[] = creditCardType("").flatMap(({ type, patterns }) =>
  patterns.map((pattern) => {
    const [first = "", last = first] = [pattern].flat().map(String);
    return { card: [type as Brand], first, last };
  }),
);
const shared = readRanges(sharedCards);
/** The first and the last eight digits of each range. */
const starts = new Set(
  [...patterns, ...shared].flatMap(({ first, last }) => [first.padEnd(8, "0"), last.padEnd(8, "9")]),
);

/** The longest range that contains a number; the first of several. */
function longestWith(start: string, ranges: readonly CardRange[]): CardRange | undefined {
  const holding = ranges.filter(
    ({ first, last }) => start >= first.padEnd(8, "0") && start <= last.padEnd(8, "9"),
  );
  return holding.sort((one, other) => other.first.length - one.first.length)[0];
}

describe.each([...starts])("a number that starts with %s", (start) => {
  it("belongs to the network with the longest range, and to those that share its cards", () => {
    const network = longestWith(start, patterns)?.card ?? [];
    const sharing = shared.filter(({ card }) => card[0] === network[0]);
    expect(cards.identify(start).brands).toEqual(longestWith(start, sharing)?.card ?? network);
  });

  it("has the lengths, the groups and the CVV of its network", () => {
    const { brands: found, lengths, cvv } = cards.identify(start);
    const [main] = found as [Brand];
    for (const length of lengths) {
      const number = numberWith(start, length);
      expect(numberProblem(number, rules())).toBe(null);
      for (const brand of found) expect(info(brand).lengths).toContain(length);
      if (length <= 15) expect(cards.gapsOf(number)).toEqual(info(main).gaps);
    }
    const tooShort = numberWith(start, (lengths[0] ?? 0) - 1);
    expect(numberProblem(tooShort, rules())).toBe("incomplete");
    expect(numberProblem(`${numberWith(start, lengths.at(-1) ?? 0)}0`, rules())).toBe("invalid");
    const { name, size } = info(main).code;
    expect(cvv).toEqual(size === 0 ? null : { name, length: size });
  });
});

describe("more digits", () => {
  it("never add a possible network, and never change an identified one", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,10}$/), (digits) => {
        const before = cards.identify(digits.slice(0, -1));
        const after = cards.identify(digits);
        for (const brand of after.possible) expect(before.possible).toContain(brand);
        if (before.brands.length > 0 && after.brands.length > 0)
          expect(after.brands[0]).toBe(before.brands[0]);
        expect(after.brands.every((brand) => after.possible.includes(brand))).toBe(true);
      }),
      { numRuns: process.env["NIGHTLY"] ? 5_000 : 500 },
    );
  });

  it("than eight return the cached result", () => {
    const card = cards.identify("49701000");
    expect(cards.identify("4970100000000006")).toBe(card);
    expect(cards.identify("49701")).not.toBe(card);
  });
});

describe("a co-badged card", () => {
  it.each([
    ["4970100000000006", ["visa", "cartes-bancaires"]],
    ["5132000000000004", ["mastercard", "cartes-bancaires"]],
    ["4571000000000001", ["visa", "dankort"]],
    ["5019000000000003", ["dankort"]],
    ["67030000000000003", ["bancontact", "maestro"]],
    ["4519000000000006", ["visa", "interac"]],
    ["4008610000000003", ["visa", "mada"]],
    ["9682010000000000", ["mada"]],
    ["6521500000000004", ["rupay", "discover"]],
    ["6074840000000003", ["rupay"]],
    ["4000050360000001", ["visa", "eftpos"]],
  ] as const)("%s: %j", (number, networks) => {
    expect(cards.identify(number).brands).toEqual(networks);
    expect(cards.likelyBrand(number)).toBe(networks[0]);
  });

  it("has its first network as soon as that is certain, the others when they are", () => {
    expect(["4", "49", "497"].map((digits) => cards.identify(digits).brands)).toEqual([
      [],
      [],
      ["visa", "cartes-bancaires"],
    ]);
    expect(cards.identify("513").brands).toEqual(["mastercard"]);
    expect(cards.identify("513").possible).toEqual(["mastercard", "cartes-bancaires", "mada"]);
    expect(cards.identify("5131").brands).toEqual(["mastercard", "cartes-bancaires"]);
  });

  it("offers the accepted networks, or all if none is accepted", () => {
    const number = Secret.of("4970 1000");
    expect(brandsOf(number, rules())).toEqual(["visa", "cartes-bancaires"]);
    expect(brandsOf(number, rules(["cartes-bancaires", "mastercard"]))).toEqual(["cartes-bancaires"]);
    expect(brandsOf(number, rules(["mastercard"]))).toEqual(["visa", "cartes-bancaires"]);
  });

  it.each([
    ["67030", null],
    ["1220", null],
    ["606005", null],
    // Shared with a network without a CVV: the card has that of its first network, whichever is chosen.
    ["479658", { name: "CVV", length: 3 }],
    ["4519", { name: "CVV", length: 3 }],
    ["4", undefined],
    ["", undefined],
    ["3782", { name: "CID", length: 4 }],
    ["5555", { name: "CVC", length: 3 }],
  ])("%s has the CVV %j", (digits, cvv) => {
    expect(cvvOf(Secret.of(digits), cards)).toEqual(cvv);
  });
});

describe("the first digits for a page with the option `bin`", () => {
  it.each([
    ["42424", 6, null],
    ["4242 42", 6, "424242"],
    ["4242 4242 4242 4242", 6, "424242"],
    ["4242 42", 8, null],
    ["4242 424", 8, null],
    ["4242 4242", 8, "42424242"],
    ["4242 4242 4242 4242", 8, "42424242"],
    // Short numbers, and numbers that may still be short, do not expose their seventh and eighth digits.
    ["3782 822463 10005", 8, "378282"],
    ["3056 930902 5904", 8, "305693"],
    ["6759 6498 2643", 8, "675964"],
    ["6759 6498 2643 845", 8, "675964"],
    ["6759 6498 2643 8453", 8, "67596498"],
    ["0000 0000 0000 0000", 8, null],
    ["", 6, null],
  ] as const)("%s, digits for %s: %s", (typed, digits, bin) => {
    expect(binOf(Secret.of(typed), digits, cards)).toBe(bin);
  });
});

describe("ranges of the host", () => {
  afterEach(() => {
    cards = new CardIdentifier();
  });

  it("override ours of the same length, and not longer ones", () => {
    cards = new CardIdentifier([
      [["visa", "cartes-bancaires"], "42420000-42429999 401"],
      [["mastercard", "eftpos"], "5163"],
    ]);
    expect(cards.identify("42424242").brands).toEqual(["visa", "cartes-bancaires"]);
    expect(cards.identify("40117800").brands).toEqual(["elo"]);
    expect(cards.identify("40199999").brands).toEqual(["visa", "cartes-bancaires"]);
    expect(cards.identify("51631111").brands).toEqual(["mastercard", "eftpos"]);
    expect(cards.identify("42430000").brands).toEqual(["visa"]);
  });

  it.each([
    ["replace a whole range of another network", "visa", "401178", "40117800", "visa"],
    ["replace the middle of a range of the same length", "jcb", "501910-501919", "50191500", "jcb"],
    ["keep the rest of that range below", "jcb", "501910-501919", "50190900", "dankort"],
    ["keep the rest of that range above", "jcb", "501910-501919", "50192000", "dankort"],
    ["return to Maestro from a network that overrides Maestro", "maestro", "501910", "50191000", "maestro"],
    ["override a network with a shorter range", "maestro", "650000", "65000000", "maestro"],
    ["may begin with a zero", "mada", "0012", "00120000", "mada"],
    ["may be the only ranges with these digits", "mada", "99", "99000000", "mada"],
  ] as const)("%s", (_, brand, prefixes, start, found) => {
    cards = new CardIdentifier([[[brand], prefixes]]);
    expect(cards.identify(start).brands).toEqual([found]);
    expect(numberProblem(numberWith(start, 16), rules())).toBe(null);
  });

  it("override earlier ones of the host", () => {
    cards = new CardIdentifier([
      [["visa"], "990000-990009"],
      [["mastercard"], "990005"],
    ]);
    expect(["99000400", "99000500", "99000600"].map((start) => cards.identify(start).brands)).toEqual([
      ["visa"],
      ["mastercard"],
      ["visa"],
    ]);
  });

  it("do not delay a network that has the numbers already", () => {
    cards = new CardIdentifier([[["discover", "jcb"], "60110000"]]);
    expect(cards.identify("6011").brands).toEqual(["discover"]);
    expect(cards.identify("60110000").brands).toEqual(["discover", "jcb"]);
  });

  it("can remove a network choice", () => {
    cards = new CardIdentifier([[["visa"], "4571"]]);
    expect(cards.identify("45710000").brands).toEqual(["visa"]);
  });
});
