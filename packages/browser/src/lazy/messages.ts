/** The messages for developers in the npm package, unless an application is built for production: part of the code. */
export { developerMessage } from "@cardpane/contract/errors";
export { misfitText } from "./misfit-text.ts";
