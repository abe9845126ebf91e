import { CardPane, type CardPaneExposed } from "@cardpane/vue";
import { createApp, createSSRApp, h, shallowRef } from "vue";
import { app, firstView, noReports, type Reports, start, type View } from "./shop.ts";

const view = shallowRef<View>(firstView);
const pane = shallowRef<CardPaneExposed>();

export const rootOf = ({ onReady, onChange }: Reports) => ({
  setup: () => () => {
    const { isShown, isEarly, options } = view.value;
    return isShown ? h(CardPane, { ...options, early: isEarly, ref: pane, onReady, onChange }) : null;
  },
});

export const serverApp = () => createSSRApp(rootOf(noReports));

start((first, reports) => {
  const create = first.isEarly ? createSSRApp : createApp;
  create(rootOf(reports)).mount(app());
  return {
    render: (next) => {
      view.value = next;
    },
    tokenize: async () => {
      const element = pane.value?.element;
      if (!element) throw new Error("The form is not shown.");
      return element.tokenize();
    },
  };
});
