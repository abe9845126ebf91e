/** Section 5.6: a customer logs in with e-mail and authenticator code, and acts with a pair of tokens. */
import * as z from "zod";
import { email, text } from "../text.ts";

/** Body of the login. */
export const loginRequest = z.strictObject({
  email,
  /** What the authenticator shows now. */
  code: text(6, 6),
});
export type LoginRequest = z.infer<typeof loginRequest>;

/** Body of the refresh. */
export const refreshTokensRequest = z.strictObject({
  refreshToken: text(1, 1024),
});
export type RefreshTokensRequest = z.infer<typeof refreshTokensRequest>;

/** A pair of tokens. */
export const tokenPair = z.looseObject({
  /** How the access token is presented. *Assumption*: `Bearer`. */
  tokenType: z.string(),
  /** Lifetime of the access token. *Assumption*: in seconds. */
  expiresIn: z.number().nonnegative(),
  accessToken: z.string().min(1),
  /** Good for one refresh; used a second time, it ends every token of its login (*assumption*). */
  refreshToken: z.string().min(1),
});
export type TokenPair = z.infer<typeof tokenPair>;
