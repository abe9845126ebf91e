import { describe, expect, it } from "vitest";
import { en } from "../locale/en.ts";
import { failure } from "../tokenize/response.ts";
import { coolDownAfter, noCoolDown, secondsLeft } from "./cool-down.ts";
import { openTestForm, success } from "./testing.ts";

const limited = (retryAfterSeconds: number) => ({ ...failure("rate_limited"), retryAfterSeconds });

describe("a cool-down", () => {
  it("begins with the fifth refused card in a row, and grows to a minute", () => {
    let coolDown = noCoolDown;
    const waits: number[] = [];
    for (let refusal = 1; refusal <= 10; refusal++) {
      coolDown = coolDownAfter(coolDown, failure("card_refused"), 0);
      waits.push(secondsLeft(coolDown, 0));
      coolDown = { ...coolDown, endsAt: 0 };
    }
    expect(waits).toEqual([0, 0, 0, 0, 5, 10, 20, 40, 60, 60]);
  });

  it("is reset by a token, and counts only refused cards", () => {
    const four = { endsAt: 0, refusals: 4 };
    expect(coolDownAfter(four, success, 0)).toEqual(noCoolDown);
    for (const code of ["network", "timeout", "gateway_error", "aborted"] as const)
      expect(coolDownAfter(four, failure(code), 0)).toBe(four);
  });

  it("never ends before the time that the gateway set", () => {
    const set = coolDownAfter({ endsAt: 0, refusals: 4 }, limited(30), 0);
    expect(secondsLeft(coolDownAfter(set, failure("card_refused"), 0), 0)).toBe(30);
  });

  it("counts whole seconds down to zero", () => {
    const { endsAt, ...rest } = coolDownAfter(noCoolDown, limited(2), 500);
    expect(endsAt).toBe(2500);
    expect([500, 1501, 2499, 2500, 9999].map((now) => secondsLeft({ endsAt, ...rest }, now))).toEqual([
      2, 1, 1, 0, 0,
    ]);
  });
});

describe("a form whose gateway responded with 429", () => {
  it("sends nothing until the given time, reports it to shopper and page, and sends again afterwards [T-P25]", async () => {
    const { clock, fill, tokenize, requests, posted, endings, screen } = openTestForm();
    const inWords = (time: string) => en.failures.rate_limited.replace("{time}", time);
    fill();
    tokenize("a");
    await requests[0]?.answer(limited(30));
    expect(posted.at(-1)).toMatchObject({
      requestId: "a",
      outcome: {
        ok: false,
        code: "rate_limited",
        text: inWords("in 30 seconds"),
        fields: [],
        retryAfterSeconds: 30,
      },
    });
    expect(screen).toContain(`announce ${inWords("in 30 seconds")}`);
    clock.now += 29_001;
    tokenize("b");
    expect(requests).toHaveLength(1);
    expect(posted.at(-1)).toMatchObject({ outcome: { code: "rate_limited", retryAfterSeconds: 1 } });
    expect(screen).toContain(`announce ${inWords("in 1 second")}`);
    clock.now += 999;
    tokenize("c");
    await requests[1]?.answer(success);
    expect(endings()).toEqual([
      ["a", "rate_limited"],
      ["b", "rate_limited"],
      ["c", "token"],
    ]);
  });

  it("fails every request that waited for the same response", async () => {
    const { fill, tokenize, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    tokenize("b");
    await requests[0]?.answer(limited(30));
    expect(endings()).toEqual([
      ["a", "rate_limited"],
      ["b", "rate_limited"],
    ]);
  });

  it("keeps waiting whatever the page does meanwhile: clear, update, hide", async () => {
    const { form, fill, tokenize, requests, endings } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(limited(30));
    form.handleMessage({ type: "clear" });
    form.handlePageHide();
    form.handlePageShow();
    fill();
    tokenize("b");
    expect(requests).toHaveLength(1);
    expect(endings().at(-1)).toEqual(["b", "rate_limited"]);
  });

  it("still reports invalid fields first", async () => {
    const { fill, tokenize, requests, type, endings } = openTestForm();
    fill();
    tokenize("a");
    await requests[0]?.answer(limited(30));
    type("cvv", "1");
    tokenize("b");
    expect(endings().at(-1)).toEqual(["b", "form_invalid"]);
  });
});

it("a form waits after five refused cards, and reports the wait at once when a sixth is submitted", async () => {
  const { clock, fill, type, tokenize, requests, endings } = openTestForm();
  fill();
  for (let card = 0; card < 5; card++) {
    tokenize(`card ${card}`);
    await requests[card]?.answer(failure("card_refused", ["number"]));
    type("number", card % 2 ? "5555 5555 5555 4444" : "4111 1111 1111 1111");
  }
  tokenize("sixth");
  expect(requests).toHaveLength(5);
  expect(endings().at(-1)).toEqual(["sixth", "rate_limited"]);
  clock.now += 5_000;
  tokenize("later");
  await requests[5]?.answer(success);
  expect(endings().at(-1)).toEqual(["later", "token"]);
});
