import { render } from "svelte/server";
import Checkout from "./SvelteComponent.svelte";
import { firstView, noReports } from "./shop.ts";

export const html = async () =>
  render(Checkout, { props: { view: firstView, reports: noReports, connect() {} } }).body;
