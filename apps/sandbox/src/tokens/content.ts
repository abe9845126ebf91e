/** The content of a token while it may be used: the only place where a CVV is ever stored, and always sealed. */
import type { TokenizeRequest } from "@cardpane/gateway";
import type { Vault } from "../vault/vault.ts";

export type TokenContent =
  | ({ readonly kind: "card" } & TokenizeRequest)
  | { readonly kind: "account"; readonly cvv: string };

/** Encrypts a token's content for its row. */
export function sealContent(vault: Vault, tokenId: string, content: TokenContent): string {
  return vault.seal(`tokens/${tokenId}`, JSON.stringify(content));
}

/** Decrypts a token's content. {@link sealContent} wrote it, and it is authenticated, so it is not validated again. */
export function openContent(vault: Vault, tokenId: string, sealed: string): TokenContent {
  return JSON.parse(vault.open(`tokens/${tokenId}`, sealed)) as TokenContent;
}
