import { renderToString } from "vue/server-renderer";
import { serverApp } from "./vue.ts";

export const html = () => renderToString(serverApp());
