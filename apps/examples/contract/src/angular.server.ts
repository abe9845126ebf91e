import "@angular/compiler";
import { provideZonelessChangeDetection } from "@angular/core";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import { provideServerRendering, renderApplication } from "@angular/platform-server";
import { checkoutOf, selector } from "./angular.ts";
import { firstView, noReports } from "./shop.ts";

const { Compiled } = checkoutOf(firstView, noReports);
const providers = [provideZonelessChangeDetection(), provideServerRendering(), provideClientHydration()];

/** Angular renders a whole document, because the data for hydration is outside the component. */
export const page = (document: string) =>
  renderApplication((context) => bootstrapApplication(Compiled, { providers }, context), {
    document: document.replace("></main>", `><${selector}></${selector}></main>`),
    url: "/",
  });
