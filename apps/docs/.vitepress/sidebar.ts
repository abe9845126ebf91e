/** The site's pages in their order. packages/tools/src/docs/docs.test.ts checks that the links and the pages match. */
export interface Group {
  readonly text: string;
  readonly items: readonly { readonly text: string; readonly link: string }[];
}

export const sidebar: readonly Group[] = [
  {
    text: "The page",
    items: [
      { text: "The first payment", link: "/start/first-payment" },
      { text: "HTML only", link: "/start/html" },
      { text: "Script tag and npm", link: "/start/script" },
      { text: "React and Next", link: "/start/react" },
      { text: "Vue", link: "/start/vue" },
      { text: "Svelte", link: "/start/svelte" },
      { text: "Angular", link: "/start/angular" },
      { text: "Loading faster", link: "/loading" },
      { text: "In an app", link: "/in-an-app" },
    ],
  },
  {
    text: "The server",
    items: [
      { text: "Express and Node", link: "/server/express" },
      { text: "Fastify", link: "/server/fastify" },
      { text: "Hono", link: "/server/hono" },
      { text: "Next", link: "/server/next" },
      { text: "PHP, Python, Go and others", link: "/server/without-node" },
    ],
  },
  {
    text: "Going live",
    items: [
      { text: "Checklist", link: "/going-live" },
      { text: "What to log, what to alert", link: "/monitoring" },
      { text: "Hosting the pane", link: "/hosting" },
      { text: "Security and PCI DSS", link: "/security" },
      { text: "Threats and their tests", link: "/threats" },
      { text: "What is stable", link: "/status" },
      { text: "Coming from other hosted fields", link: "/migrate" },
    ],
  },
  {
    text: "Payments",
    items: [
      { text: "3D Secure and next actions", link: "/next-actions" },
      { text: "Declines and unknown outcomes", link: "/declines" },
      { text: "Notifications", link: "/notifications" },
      { text: "Refunds and subscriptions", link: "/refunds" },
      { text: "Saved cards", link: "/saved-cards" },
      { text: "Other ways to pay", link: "/other-ways" },
      { text: "Apple Pay and Google Pay", link: "/wallet-buttons" },
      { text: "Wallet", link: "/wallet" },
    ],
  },
  {
    text: "The form",
    items: [
      { text: "Fields and options", link: "/fields" },
      { text: "Theming", link: "/theming" },
      { text: "Accessibility", link: "/accessibility" },
      { text: "Languages", link: "/languages" },
    ],
  },
  {
    text: "Testing",
    items: [
      { text: "The sandbox", link: "/sandbox/guide" },
      { text: "Test cards", link: "/test-cards" },
      { text: "In your tests", link: "/testing" },
      { text: "In CI", link: "/sandbox/ci" },
      { text: "Certify your shop", link: "/sandbox/certify" },
      { text: "Clock, rules, gateway's state", link: "/sandbox/clock-and-rules" },
      { text: "As live gateways do", link: "/sandbox/live-gateways" },
      { text: "The sandbox's wallet", link: "/sandbox/wallet" },
      { text: "Assumptions", link: "/sandbox/assumptions" },
    ],
  },
  {
    text: "Reference",
    items: [
      { text: "Errors by symptom", link: "/symptoms" },
      { text: "Error codes", link: "/errors" },
      { text: "@cardpane/browser", link: "/reference/browser" },
      { text: "@cardpane/node", link: "/reference/node" },
      { text: "@cardpane/node: fields", link: "/reference/node-fields" },
      { text: "@cardpane/node: exports", link: "/reference/node-api" },
      { text: "@cardpane/host", link: "/reference/host" },
      { text: "@cardpane/sandbox", link: "/reference/sandbox" },
      { text: "Changelog", link: "/changelog" },
    ],
  },
];
