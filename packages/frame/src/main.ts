/** The frame's script: reads its configuration and starts the app. */
import { FrameApp } from "./app/frame-app.ts";
import { readConfig } from "./app/frame-config.ts";
import { useNetworkRanges } from "./card/identify-card.ts";
import { loadLocale } from "./locale/load-locale.ts";
import { adoptStyle } from "./theme/form-styles.ts";

const config = readConfig();
const app = new FrameApp({
  config,
  window,
  context: {
    // Not the origin of `location`: it does not show that a sandbox made the document's own origin opaque.
    origin: self.origin,
    ancestorOrigins: location.ancestorOrigins,
    referrer: document.referrer,
    isTop: window.parent === window,
  },
  requestedTags: new URLSearchParams(location.search).get("locale"),
  loadLocale,
});

// Hello first: the rest of the start overlaps with the page's reply.
app.connect();
useNetworkRanges(config.ranges);
adoptStyle();
app.showLocale();
addEventListener("pagehide", ({ persisted }) => app.hide(persisted));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) app.show();
});
