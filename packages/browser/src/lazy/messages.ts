/** In the npm package, the messages for developers are part of the code: how many bytes an application has is its own choice. */
export { developerMessage } from "@cardpane/contract/errors";
export { misfitText } from "./misfit-text.ts";
