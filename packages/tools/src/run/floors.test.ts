import { expect, it } from "vitest";
import { complaints, findPairs } from "./floors.ts";

const up = { "packages/a/src/one/x.ts": `import { y } from "../two/y.ts";` };
const back = { "packages/a/src/two/y.ts": `import type { X } from "../one/x.ts";` };
const pair = "packages/a/src: one <-> two";

it.each([
  ["one direction", up, []],
  ["both, by a type alone", { ...up, ...back }, [pair]],
  ["both, by a re-export", { ...up, "packages/a/src/two/z.ts": `export { x } from "../one/x.ts";` }, [pair]],
  ["both, by a lazy import", { ...up, "packages/a/src/two/z.ts": `await import("../one/x.ts")` }, [pair]],
  [
    "both, over several lines",
    { ...up, "packages/a/src/two/z.ts": `import {\n  x,\n} from '../one/x.ts'` },
    [pair],
  ],
  ["both, from a folder below", { ...up, "packages/a/src/two/b/z.ts": `import "../../one/x.ts";` }, [pair]],
  ["a file at the top", { ...up, "packages/a/src/two/z.ts": `import { x } from "../index.ts";` }, []],
  ["another package", { ...up, "packages/b/src/two/y.ts": `import "../one/x.ts";` }, []],
  [
    "its own folder",
    { "packages/a/src/one/x.ts": `import "./y.ts";`, "packages/a/src/one/y.ts": `import "./x.ts"` },
    [],
  ],
])("%s", (_, files, expected) => {
  expect([...findPairs(new Map(Object.entries(files))).keys()]).toEqual(expected);
});

it("names the imports of the rarer direction, and exceptions that nothing needs", () => {
  const pairs = findPairs(
    new Map(Object.entries({ ...up, ...back, "packages/a/src/one/z.ts": `import "../two/y.ts";` })),
  );
  expect(complaints(pairs, [])).toEqual([`${pair} import each other:\n  two/y.ts -> one/x.ts`]);
  expect(complaints(pairs, [pair])).toEqual([]);
  expect(complaints(new Map(), [pair])).toEqual([expect.stringContaining("not needed any more")]);
});
