import type { TokenizeResult } from "@cardpane/browser";
import { mount } from "svelte";
import Routes from "./SvelteRoutes.svelte";
import { app, start } from "./shop.ts";

start((first, reports) => {
  let tokenize: () => Promise<TokenizeResult>;
  const connect = (made: typeof tokenize) => {
    tokenize = made;
  };
  const props = $state({ view: first, reports, connect });
  mount(Routes, { target: app(), props });
  return {
    render: (view) => {
      props.view = view;
    },
    tokenize: () => tokenize(),
  };
});
