/** `@cardpane/browser/testing`: panes without frames, for unit tests in happy-dom and jsdom. */
export type { PaneOptions } from "@cardpane/contract/messages";
export type { FakeInput, FakePanes } from "./testing/fake-pane.ts";
export { FakePane, installFakePanes } from "./testing/fake-pane.ts";
