/** A file as text, as the test runner reads it. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}

/** Components as compiled for a server. */
declare module "*.svelte?server" {
  const component: import("svelte").Component<Record<string, unknown>>;
  export default component;
}

declare module "*.svelte.ts?server" {
  export const useCardPane: typeof import("./use-card-pane.svelte.ts").useCardPane;
}

/** The module that compiled markup imports. Svelte declares no types for it. */
declare module "svelte/internal/client";
declare module "svelte/internal/server";
