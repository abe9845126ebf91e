/** The frame's first script: sends hello to the page. The other one, main.ts, takes it from there. */
import { readConfig } from "./app/frame-config.ts";
import { type Greeting, startGreeting } from "./connection/greeting.ts";
import { thisDocument } from "./connection/parent-origin.ts";

declare global {
  interface Window {
    /** What the first script leaves for the second. Nothing else runs in this document. */
    cardpaneGreeting: Greeting | null;
  }
}

window.cardpaneGreeting = startGreeting(window, thisDocument(), readConfig());
