/** The frame's first script: sends `hello` to the page. The second script, main.ts, continues the handshake. */
import { readConfig } from "./app/frame-config.ts";
import { type Greeting, startGreeting } from "./connection/greeting.ts";
import { thisDocument } from "./connection/parent-origin.ts";

declare global {
  interface Window {
    /** The handshake that the first script has begun, for the second one. No other script runs in this document. */
    cardpaneGreeting: Greeting | null;
  }
}

window.cardpaneGreeting = startGreeting(window, thisDocument(), readConfig());
