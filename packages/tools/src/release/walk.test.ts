import { expect, it } from "vitest";
import { stepsIn, stepsOf } from "./walk.ts";

const guide = "apps/docs/pages/start/first-payment.md";
const filesOf = (heading: string, page = guide) =>
  stepsOf(page, heading).flatMap((step) => ("file" in step ? step.file : []));

it("reads the files of a guide by the names in the text, in the page's order", () => {
  expect(filesOf("The first payment", "README.md")).toEqual(["index.html", "server.js"]);
  expect(filesOf("Plain HTML")).toEqual(["public/index.html", "server.js"]);
  expect(filesOf("React")).toEqual(["server.js", "vite.config.ts", "src/Checkout.tsx", "src/App.tsx"]);
  expect(filesOf("Next")).toEqual([
    "lib/checkout.ts",
    "app/pay.ts",
    "app/checkout.tsx",
    "app/page.tsx",
    "app/result/page.tsx",
    "app/ipn/route.ts",
  ]);
  expect(filesOf("From an empty folder", "apps/docs/pages/start/vue.md")).toEqual([
    "server.js",
    "vite.config.ts",
    "src/Checkout.vue",
    "src/App.vue",
  ]);
  expect(filesOf("SvelteKit", "apps/docs/pages/start/svelte.md")).toContain("src/routes/+page.server.ts");
});

it("reads the commands of a guide, and refuses a file without a name", () => {
  expect(stepsIn("# A\n\n## B\n\n```sh\nnpm init -y\nls\n```\n", "B")).toEqual([
    { commands: ["npm init -y", "ls"] },
  ]);
  expect(() => stepsIn("# A\n\n## B\n\nText\n\n```js\n1;\n```\n", "B")).toThrow("No file is named");
  expect(() => stepsIn("# A", "B")).toThrow('no section "B"');
});
