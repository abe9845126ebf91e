/** The frame's second script: reads the configuration and starts the app. The first script, hello.ts, has already sent `hello`. */
import { FrameApp } from "./app/frame-app.ts";
import { readConfig } from "./app/frame-config.ts";
import { loadLocale } from "./locale/load-locale.ts";
import { adoptStyle } from "./theme/form-styles.ts";

const config = readConfig();
const app = new FrameApp({
  config,
  greeting: window.cardpaneGreeting,
  requestedTags: new URLSearchParams(location.search).get("locale"),
  loadLocale,
});

adoptStyle();
app.showLocale();
// Last, because the page may have opened the pane already: connecting then renders the form at once.
app.connect();
addEventListener("pagehide", ({ persisted }) => app.handlePageHide(persisted));
addEventListener("pageshow", ({ persisted }) => {
  if (persisted) app.handlePageShow();
});
