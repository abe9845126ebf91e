/** A file as text, as the test runner reads it. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}

/** As a server has them. */
declare module "*.svelte?server" {
  const component: import("svelte").Component<Record<string, unknown>>;
  export default component;
}

declare module "*.svelte.ts?server" {
  export const useCardPane: typeof import("./use-card-pane.svelte.ts").useCardPane;
}

/** What compiled markup imports; Svelte declares no types of it. */
declare module "svelte/internal/client";
declare module "svelte/internal/server";
