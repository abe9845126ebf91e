/** `@cardpane/browser/testing`: panes without frames, for unit tests in happy-dom and jsdom. */
export type { FakeInput, FakePanes } from "./testing/fake-pane.ts";
export { FakePane, installFakePanes } from "./testing/fake-pane.ts";
