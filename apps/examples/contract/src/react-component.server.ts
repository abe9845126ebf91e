import { renderToString } from "react-dom/server";
import { tree } from "./react-component.ts";
import { firstView, noReports } from "./shop.ts";

export const html = async () => renderToString(tree(firstView, noReports));
