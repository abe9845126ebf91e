import { mount } from "svelte";
import Checkout from "./Checkout.svelte";

const target = document.getElementById("app");
if (!target) throw new Error("The page has no #app.");
mount(Checkout, { target });
