/** The gallery's texts. Names of options and tokens are code and are not translated. */
export const en = {
  title: "Gallery",
  /** On the shop's front page. */
  toGallery: "See every variant of the card form in the gallery",
  /** For screen readers: the links between the gallery's pages. */
  pagesLabel: "Pages of the gallery",
  pages: { knobs: "Options", theme: "Theme", languages: "Languages", looks: "Looks" },
  intros: {
    knobs:
      "Change an option to update the live form. The URL always reflects the current settings, so you can share it.",
    theme: "Start from a theme, change its tokens, and copy only the tokens you changed.",
    languages: "Every language of the pane. Loaded as you scroll.",
    looks: "Themes, light and dark, in every state.",
  },

  stage: "The form",
  emailLabel: "E-mail",
  testCard: (number: string, expiry: string, cvv: string) =>
    `Enter a test card: ${number}, ${expiry}, ${cvv}.`,
  knobs: "Options",
  groups: {
    form: "Form",
    look: "Look",
    language: "Language",
    card: "Card",
    host: "Host",
    page: "Surrounding page",
  },
  search: "Search options",
  /** The search found nothing. */
  noMatch: "No options match.",
  reset: "Reset all",
  modes: { off: "off", required: "required", optional: "optional" },
  earlier: (name: string) => `Move ${name} up`,
  later: (name: string) => `Move ${name} down`,

  methods: "Methods",
  events: "Events",
  eventsHint: "Events sent to the page. They never contain typed data.",
  noEvents: "Nothing yet.",
  clearEvents: "Clear",
  snapshot: "Snapshot",
  code: "Code",
  codes: { html: "HTML", js: "JavaScript", tokens: "Tokens", css: "CSS properties" },
  copy: (what: string) => `Copy ${what}`,

  tokens: "Tokens",
  edited: "Change",
  schemes: { light: "Light (and dark by default)", dark: "Dark only" },
  tokenGroups: {
    colors: "Colours",
    type: "Type",
    shape: "Shape and spacing",
    Filled: "Filled",
    Hover: "Hover",
    Autofilled: "Autofilled",
    Focus: "Focused",
    Invalid: "Invalid",
    Disabled: "Disabled",
  },
  /** For screen readers: resets a token to the theme's value. */
  undo: (name: string) => `Reset ${name} to the theme`,
  swatch: (name: string) => `${name}: choose a colour`,
  contrasts: "Contrast",
  contrastHint:
    "Against the background shown here. WCAG 2.2 AA requires 4.5 for text, 3 for borders and focus.",
  pair: "Pair",
  wanted: "Required",
  show: "Show",
  shown: { empty: "Empty", errors: "With errors", disabled: "Disabled" },

  showErrors: "Show errors",
  every: "all",
  states: { empty: "Empty", errors: "With errors", disabled: "Disabled", saved: "Saved card" },

  /** Texts for the page's scripts; `{name}` is a placeholder. */
  script: {
    problems: "Some URL parameters were ignored:",
    unknown: '"{name}" is not an option',
    malformed: '"{name}" has an invalid value',
    /** The same with the possible values, `{fits}`. */
    misfit: '"{name}" has an invalid value. Use: {fits}',
    copied: "Copied: {name}",
    copyFailed: "The browser blocked copying. Select the text instead.",
    nothingChanged: "No changes yet.",
    enough: "pass",
    tooLow: "too low",
    paneFailed: "The form didn’t load: {name}",
    pairs: {
      text: "Text",
      placeholder: "Placeholder",
      label: "Label",
      error: "Error",
      "edge of a field": "Field border",
      "edge of a wrong field": "Border of an invalid field",
      focus: "Focus",
      "focus on a wrong field": "Focus on an invalid field",
      autofill: "Filled in by the browser",
      disabled: "Disabled (no WCAG requirement)",
    },
  },
};

export type GalleryTexts = typeof en;
