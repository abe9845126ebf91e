/** The messages for developers, in an npm package that no build for production uses: part of the code. */
export { developerMessage } from "@cardpane/contract/errors";
export { misfitText } from "./misfit-text.ts";
