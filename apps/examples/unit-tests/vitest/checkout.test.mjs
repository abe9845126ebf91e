/** Vitest, with the same tests as Jest, in jsdom and in happy-dom. */
import { createCardPane, defineCardPane } from "@cardpane/browser";
import { installFakePanes } from "@cardpane/browser/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const options = { src: "https://pane.example", environment: "live" };
const nextTask = () => new Promise((resolve) => setTimeout(resolve));

let complaints;
beforeEach(() => {
  complaints = [];
  for (const kind of ["error", "warn"])
    vi.spyOn(console, kind).mockImplementation((...what) => complaints.push(what));
});
afterEach(() => {
  document.body.innerHTML = "";
  vi.restoreAllMocks();
});

describe("the real pane, which cannot load in a unit test", () => {
  test("as an element stays in the loading state and logs nothing", async () => {
    defineCardPane();
    document.body.innerHTML = `<form><card-pane name="payment" src="${options.src}" environment="live"></card-pane></form>`;
    await nextTask();
    expect(document.querySelector("card-pane").status).toBe("loading");
    document.querySelector("card-pane").remove();
    await nextTask();
    expect(complaints).toEqual([]);
  });

  test("from createCardPane() stays in the loading state and logs nothing", async () => {
    document.body.innerHTML = '<div id="card"></div>';
    const pane = createCardPane(options).mount("#card");
    await nextTask();
    expect(pane.status).toBe("loading");
    pane.destroy();
    await nextTask();
    expect(complaints).toEqual([]);
  });
});

describe("a fake pane", () => {
  let panes;
  beforeEach(() => {
    panes = installFakePanes();
  });
  afterEach(() => panes.restore());

  test("as an element returns a token", async () => {
    defineCardPane();
    document.body.innerHTML = `<card-pane src="${options.src}" environment="live"></card-pane>`;
    const element = document.querySelector("card-pane");
    panes.last().becomeReady();
    panes.last().type({ number: true, expiry: true, cvv: true });
    panes.last().nextToken({ token: "tok_1" });
    expect((await element.tokenize()).token).toBe("tok_1");
  });

  test("from createCardPane() reports an invalid number", async () => {
    document.body.innerHTML = '<div id="card"></div>';
    const pane = createCardPane(options).mount("#card");
    panes.last().becomeReady();
    panes.last().type({ number: "check_digit" });
    const { error } = await pane.tokenize();
    expect(error.code).toBe("form_invalid");
    pane.destroy();
    expect(complaints).toEqual([]);
  });
});
