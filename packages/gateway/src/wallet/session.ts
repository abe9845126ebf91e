/** Section 5.6: a customer logs in with e-mail and authenticator code, and receives a pair of tokens. */
import * as z from "zod/mini";
import { email, text } from "../text.ts";

/** Body of the login. */
export interface LoginRequest {
  /** At most 100 characters. */
  readonly email: string;
  /** The customer's current authenticator code, 6 digits. */
  readonly code: string;
}

/** Schema of {@link LoginRequest}. */
export const loginRequest = z.strictObject({ email, code: text(6, 6) });

/** Body of the refresh. */
export const refreshTokensRequest = z.strictObject({
  refreshToken: text(1, 1024),
});
export type RefreshTokensRequest = z.infer<typeof refreshTokensRequest>;

/** An access token and a refresh token. */
export const tokenPair = z.looseObject({
  /** The authentication scheme of the access token. *Assumption*: `Bearer`. */
  tokenType: z.string(),
  /** Lifetime of the access token. *Assumption*: in seconds. */
  expiresIn: z.number().check(z.nonnegative()),
  accessToken: z.string().check(z.minLength(1)),
  /** Valid for one refresh; a second use revokes every token of its login (*assumption*). */
  refreshToken: z.string().check(z.minLength(1)),
});
export type TokenPair = z.infer<typeof tokenPair>;
