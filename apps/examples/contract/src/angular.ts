/** The page is compiled in the browser, where the package is linked, too. */
import "@angular/compiler";
import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication, provideClientHydration } from "@angular/platform-browser";
import { CardPane } from "@cardpane/angular";
import { app, type Reports, start, type View } from "./shop.ts";

export const selector = "app-checkout";

/** The page as a component, with its state. */
export function checkoutOf(first: View, reports: Reports) {
  const view = signal<View>(first);
  class Checkout {
    readonly view = view;
    readonly reports: Reports = reports;
  }
  const Compiled = Component({
    selector,
    imports: [CardPane],
    template: `
      @if (view().isShown) {
        <card-pane
          [src]="view().options.src"
          [environment]="view().options.environment"
          [locale]="view().options.locale"
          [tokens]="view().options.tokens"
          [early]="view().isEarly"
          (paneReady)="reports.onReady()"
          (paneChange)="reports.onChange($event)"
        />
      }
    `,
  })(Checkout);
  return { Compiled, view };
}

start((first, reports) => {
  const { Compiled, view } = checkoutOf(first, reports);
  if (!first.isEarly) app().append(document.createElement(selector));
  const providers = [provideZonelessChangeDetection(), ...(first.isEarly ? [provideClientHydration()] : [])];
  bootstrapApplication(Compiled, { providers }).catch(console.error);
  return {
    render: (next) => view.set(next),
    tokenize: async () => {
      const pane = document.querySelector("card-pane");
      if (!pane) throw new Error("The form is not shown.");
      return pane.tokenize();
    },
  };
});
