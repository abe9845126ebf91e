import "react-router";

declare module "react-router" {
  /** From server.js. */
  interface AppLoadContext {
    readonly remoteAddress: string | undefined;
  }
}
