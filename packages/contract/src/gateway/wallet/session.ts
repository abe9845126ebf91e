/** Section 5.6: a customer logs in with e-mail and authenticator code, and acts with a pair of tokens. */
import * as z from "zod";
import { email, text } from "../text.ts";

/** Body of the login. */
export interface LoginRequest {
  /** At most 100 characters. */
  readonly email: string;
  /** The 6 digits that the customer's authenticator shows now. */
  readonly code: string;
}

/** Schema of {@link LoginRequest}. */
export const loginRequest = z.strictObject({ email, code: text(6, 6) });

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
