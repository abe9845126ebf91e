import type { TokenizeResult } from "@cardpane/browser";
import { hydrate, mount } from "svelte";
import Checkout from "./SvelteComponent.svelte";
import { app, start } from "./shop.ts";

start((first, reports) => {
  let tokenize: () => Promise<TokenizeResult>;
  const connect = (made: typeof tokenize) => {
    tokenize = made;
  };
  const props = $state({ view: first, reports, connect });
  (first.isEarly ? hydrate : mount)(Checkout, { target: app(), props });
  return {
    render: (view) => {
      props.view = view;
    },
    tokenize: () => tokenize(),
  };
});
