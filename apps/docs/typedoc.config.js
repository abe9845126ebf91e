/** The API reference: the exports of each package's entry. */
import { OptionDefaults, PageEvent } from "typedoc";

/** TypeDoc's own pages have no main landmark. */
function addMain({ renderer }) {
  renderer.on(PageEvent.END, (page) => {
    page.contents = page.contents?.replace('<div class="col-content"', '$& role="main"');
  });
}

export default {
  name: "Cardpane",
  entryPointStrategy: "packages",
  entryPoints: [
    ...["browser", "react", "vue", "svelte", "angular", "node", "host"].map(
      (name) => `../../packages/${name}`,
    ),
    "../sandbox",
  ],
  packageOptions: {
    entryPoints: ["src/index.ts"],
    excludeExternals: true,
    excludePrivate: true,
    disableSources: true,
    readme: "none",
    // Tags of the elements, which packages/tools/src/bundle/custom-elements.ts reads.
    blockTags: [...OptionDefaults.blockTags, "@attr", "@cssState", "@cssPart"],
    validation: false,
  },
  plugin: [addMain],
  customCss: "api.css",
  out: "dist/api",
  readme: "none",
  hideGenerator: true,
  githubPages: false,
  navigationLinks: { Guide: "../" },
};
