import { type Brand, brands } from "@cardpane/contract/messages";
import { brandSamples } from "@cardpane/contract/testing";
import cardValidator from "card-validator";
import cardTypes from "credit-card-type/dist/lib/card-types.js";
import fc from "fast-check";
import { afterEach, describe, expect, it } from "vitest";
import { brandFacts } from "./brands.ts";
import { binOf, brandsOf, cvvOf } from "./check.ts";
import { passesLuhn } from "./digits.ts";
import { brandName, gapsOf, kindOf, likelyBrand, mostDigits, useRanges } from "./networks.ts";
import { numberProblem } from "./number.ts";
import { ranges } from "./ranges.ts";
import { Secret } from "./secret.ts";

const rules = { supportedBrands: null, strictLuhn: true };

/** Networks that credit-card-type does not know. */
const ours: readonly Brand[] = [
  "dankort",
  "rupay",
  "cartes-bancaires",
  "bancontact",
  "uatp",
  "interac",
  "mada",
  "eftpos",
];

/** A number that starts so, has a length and ends in its check digit. */
function numberWith(start: string, length: number): string {
  const body = start.padEnd(length - 1, "0");
  return body + [..."0123456789"].find((digit) => passesLuhn(body + digit));
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
    expect(likelyBrand(digits)).toBe(brand);
  });

  it("limits how long a number may be", () => {
    expect(mostDigits("")).toBe(19);
    expect(mostDigits("37")).toBe(15);
    expect(mostDigits("55")).toBe(16);
    expect(mostDigits("42")).toBe(19);
    expect(mostDigits("497")).toBe(16);
    expect(mostDigits("0")).toBe(19);
  });

  it.each(brands)("has a name of its own: %s", (brand) => {
    expect(brandName(brand)).toMatch(/^(?:[A-Z]|mada|eftpos)/);
  });

  it.each(brandSamples)("of the sandbox's card %s is %s there, too", (number, brand) => {
    expect(kindOf(number).brands).toEqual([brand]);
  });
});

/** First and last number of a range, and its neighbours. */
const edges = ranges.flatMap(([card, prefixes]) =>
  prefixes.split(" ").map((prefix) => {
    const [least = "", most = least] = prefix.split("-");
    return [card.join(" + "), card, least, most] as const;
  }),
);

describe.each(edges)("%s", (_, card, least, most) => {
  const first = least.padEnd(8, "0");
  const last = most.padEnd(8, "9");

  it(`has the numbers from ${least} to ${most}, but for narrower ranges in them`, () => {
    const narrower = (digits: string) =>
      ranges.some(([other, prefixes]) => {
        if (other === card) return false;
        return prefixes.split(" ").some((prefix) => {
          const [from = "", to = from] = prefix.split("-");
          const start = digits.slice(0, from.length);
          return from.length >= least.length && start >= from && start <= to;
        });
      });
    for (const digits of [first, last]) {
      if (!narrower(digits)) expect(kindOf(digits).brands, digits).toEqual(card);
      else expect(kindOf(digits).brands).not.toEqual([]);
    }
  });

  it("takes numbers of its lengths, in its groups, with its CVV", () => {
    const { brands: found, lengths, cvv } = kindOf(first);
    const [main] = found as [Brand];
    for (const length of lengths) {
      const number = numberWith(first, length);
      expect(numberProblem(number, rules)).toBe(null);
      for (const brand of found) expect(brandFacts[brand].lengths).toContain(length);
      if (length <= 15) expect(gapsOf(number)).toEqual(brandFacts[main].gaps);
    }
    const tooShort = numberWith(first, (lengths[0] ?? 0) - 1);
    expect(numberProblem(tooShort, rules)).toBe("incomplete");
    expect(numberProblem(`${numberWith(first, lengths.at(-1) ?? 0)}0`, rules)).toBe("invalid");
    expect(cvv).toEqual(brandFacts[main].cvv);
  });
});

describe("credit-card-type", () => {
  it.each(Object.values(cardTypes))(
    "says the same of $niceType",
    ({ type, niceType, lengths, code, gaps }) => {
      const facts = brandFacts[type as Brand];
      expect(facts).toMatchObject({ name: niceType, lengths, cvv: { name: code.name, length: code.size } });
      expect(facts.gaps.slice(0, gaps.length)).toEqual(gaps);
      expect(facts.luhnIsDisputed).toBe(type === "unionpay");
    },
  );

  it("knows no network that we do not, and we eight more", () => {
    expect([...Object.keys(cardTypes), ...ours].sort()).toEqual([...brands].sort());
  });

  it("finds the same network, lengths and verdict, but for cards of networks that it does not know", () => {
    const starts = [
      "",
      ...Object.values(cardTypes).flatMap(({ patterns }) => patterns.flat().map(String)),
      ...edges.flatMap(([, , least, most]) => [least, most]),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...starts), fc.stringMatching(/^[0-9]{0,16}$/), (head, tail) => {
        const digits = (head + tail).slice(0, 19);
        const verdict = cardValidator.number(digits, { luhnValidateUnionPay: true });
        const { brands: found, possible, lengths } = kindOf(digits);
        if (found.some((brand) => ours.includes(brand))) return;
        // It waits for a digit that changes nothing, or takes the network for certain that we know others to share.
        const known = found[0] ?? null;
        const theirs = verdict.card?.type ?? null;
        if (known && theirs) expect(known).toBe(theirs);
        else if (theirs) expect(possible.some((brand) => ours.includes(brand))).toBe(true);
        if (possible.some((brand) => ours.includes(brand)) && !known) return;
        const problem = numberProblem(digits, rules);
        expect(problem === null).toBe(verdict.isValid);
        if (theirs && known) expect(lengths).toEqual(verdict.card?.lengths);
        if (problem === "incomplete") expect(verdict.isPotentiallyValid).toBe(true);
        if (!verdict.isPotentiallyValid) expect(["check_digit", "invalid"]).toContain(problem);
      }),
      { numRuns: 20_000 },
    );
  });
});

describe("more digits", () => {
  it("never make a card possible that was not", () => {
    fc.assert(
      fc.property(fc.stringMatching(/^[0-9]{1,10}$/), (digits) => {
        const before = kindOf(digits.slice(0, -1));
        const after = kindOf(digits);
        for (const brand of after.possible) expect(before.possible).toContain(brand);
        if (before.brands.length > 0 && after.brands.length > 0)
          expect(after.brands[0]).toBe(before.brands[0]);
        expect(after.brands.every((brand) => after.possible.includes(brand))).toBe(true);
      }),
      { numRuns: 20_000 },
    );
  });

  it("cost no memory: the answer to the same digits is the same object", () => {
    for (const digits of ["", "4", "49", "497", "4970100", "4242424242424242", "6", "0"]) {
      expect(kindOf(digits)).toBe(kindOf(digits));
    }
  });
});

describe("a card that networks share", () => {
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
    expect(kindOf(number).brands).toEqual(networks);
    expect(likelyBrand(number)).toBe(networks[0]);
  });

  it("has its first network as soon as that is certain, the others when they are", () => {
    expect(["4", "49", "497"].map((digits) => kindOf(digits).brands)).toEqual([
      [],
      [],
      ["visa", "cartes-bancaires"],
    ]);
    expect(kindOf("513").brands).toEqual(["mastercard"]);
    expect(kindOf("513").possible).toEqual(["mastercard", "cartes-bancaires", "mada"]);
    expect(kindOf("5131").brands).toEqual(["mastercard", "cartes-bancaires"]);
  });

  it("offers those that are taken, or all where none is", () => {
    const number = Secret.of("4970 1000");
    expect(brandsOf(number, null)).toEqual(["visa", "cartes-bancaires"]);
    expect(brandsOf(number, ["cartes-bancaires", "mastercard"])).toEqual(["cartes-bancaires"]);
    expect(brandsOf(number, ["mastercard"])).toEqual(["visa", "cartes-bancaires"]);
  });

  it.each([
    ["67030", null],
    ["1220", null],
    ["606005", null],
    ["4", undefined],
    ["", undefined],
    ["3782", { name: "CID", length: 4 }],
    ["5555", { name: "CVC", length: 3 }],
  ])("%s has the CVV %j", (digits, cvv) => {
    expect(cvvOf(Secret.of(digits))).toEqual(cvv);
  });
});

describe("the first digits that a page may ask for", () => {
  it.each([
    ["42424", 6, null],
    ["4242 42", 6, "424242"],
    ["4242 4242 4242 4242", 6, "424242"],
    ["4242 42", 8, null],
    ["4242 424", 8, null],
    ["4242 4242", 8, "42424242"],
    ["4242 4242 4242 4242", 8, "42424242"],
    // Short numbers, and numbers that may stay short, keep their seventh and eighth digit.
    ["3782 822463 10005", 8, "378282"],
    ["3056 930902 5904", 8, "305693"],
    ["6759 6498 2643", 8, "675964"],
    ["6759 6498 2643 845", 8, "675964"],
    ["6759 6498 2643 8453", 8, "67596498"],
    ["0000 0000 0000 0000", 8, null],
    ["", 6, null],
  ] as const)("%s, asked for %s: %s", (typed, asked, bin) => {
    expect(binOf(Secret.of(typed), asked)).toBe(bin);
  });
});

describe("ranges of the host's own", () => {
  afterEach(() => useRanges([]));

  it("win over ours of the same length, and lose to longer ones", () => {
    useRanges([
      [["visa", "cartes-bancaires"], "42420000-42429999 401"],
      [["mastercard", "eftpos"], "5163"],
    ]);
    expect(kindOf("4242 4242".replace(" ", "")).brands).toEqual(["visa", "cartes-bancaires"]);
    expect(kindOf("40117800").brands).toEqual(["elo"]);
    expect(kindOf("40199999").brands).toEqual(["visa", "cartes-bancaires"]);
    expect(kindOf("51631111").brands).toEqual(["mastercard", "eftpos"]);
    expect(kindOf("42430000").brands).toEqual(["visa"]);
  });
});
