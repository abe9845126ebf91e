/** Vitest, with the same tests as Jest, in both simulators. */
import { createCardPane, defineCardPane } from "@cardpane/browser";
import { installFakePanes } from "@cardpane/browser/testing";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";

const options = { host: "https://pane.example", environment: "live" };
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

describe("the real pane, which no test can load", () => {
  test("by its element stays loading, and is quiet", async () => {
    defineCardPane();
    document.body.innerHTML = `<form><card-pane name="payment" host="${options.host}" environment="live"></card-pane></form>`;
    await nextTask();
    expect(document.querySelector("card-pane").status).toBe("loading");
    document.querySelector("card-pane").remove();
    await nextTask();
    expect(complaints).toEqual([]);
  });

  test("by createCardPane() stays loading, and is quiet", async () => {
    document.body.innerHTML = '<div id="card"></div>';
    const pane = createCardPane(options).mount("#card");
    await nextTask();
    expect(pane.status).toBe("loading");
    pane.destroy();
    await nextTask();
    expect(complaints).toEqual([]);
  });
});

describe("a pane that a test plays", () => {
  let panes;
  beforeEach(() => {
    panes = installFakePanes();
  });
  afterEach(() => panes.restore());

  test("makes a token from its element", async () => {
    defineCardPane();
    document.body.innerHTML = `<card-pane host="${options.host}" environment="live"></card-pane>`;
    const element = document.querySelector("card-pane");
    panes.last().becomeReady();
    panes.last().type({ number: true, expiry: true, cvv: true });
    panes.last().nextToken({ token: "tok_1" });
    expect((await element.tokenize()).token).toBe("tok_1");
  });

  test("shows a wrong number by createCardPane()", async () => {
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
