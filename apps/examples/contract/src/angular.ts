/** Compiled in the browser, which links the package, too. */
import "@angular/compiler";
import { Component, provideZonelessChangeDetection, signal } from "@angular/core";
import { bootstrapApplication } from "@angular/platform-browser";
import { CardPane } from "@cardpane/angular";
import { app, type Reports, start, type View } from "./shop.ts";

start((first, reports) => {
  const view = signal<View>(first);
  class Checkout {
    readonly view = view;
    readonly reports: Reports = reports;
  }
  const Compiled = Component({
    selector: "app-checkout",
    imports: [CardPane],
    template: `
      @if (view().isShown) {
        <card-pane
          [host]="view().options.host"
          [environment]="view().options.environment"
          [locale]="view().options.locale"
          [tokens]="view().options.tokens"
          (paneReady)="reports.onReady()"
          (paneChange)="reports.onChange($event)"
        />
      }
    `,
  })(Checkout);
  app().append(document.createElement("app-checkout"));
  bootstrapApplication(Compiled, { providers: [provideZonelessChangeDetection()] }).catch(console.error);
  return {
    render: (next) => view.set(next),
    tokenize: async () => {
      const pane = document.querySelector("card-pane");
      if (!pane) throw new Error("The form is not shown.");
      return pane.tokenize();
    },
  };
});
