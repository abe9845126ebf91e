/**
 * The authenticator (sections 2.8 and 5.6): time-based one-time passwords of RFC 6238, with the defaults of authenticator apps:
 * SHA-1, six digits, a new code every 30 seconds. Time is a parameter, so moving the clock moves the codes too.
 */
import { Secret, TOTP } from "otpauth";

/** The name that the app shows above the code. */
const issuer = "Cardpane sandbox";
const periodSeconds = 30;
/** RFC 4226 recommends the length of the hash. */
export const secretBytes = 20;
/** *Assumption*: clocks may differ by one step in either direction. */
const skewSteps = 1;
/** How many logins are remembered, so that no code is used twice, wherever the clock was moved in the meantime. */
export const maxUsedSteps = 100;

/** The provisioning URL, to be shown as a QR code. It contains the secret. */
export function provisioningUrl(secret: Uint8Array, email: string): string {
  return totp(secret, email).toString();
}

/** The code that an authenticator shows at a time. */
export function codeAt(secret: Uint8Array, now: Date): string {
  return totp(secret).generate({ timestamp: now.getTime() });
}

/** The step of a code, among those near a time; `undefined` for a wrong code. */
export function stepOfCode(secret: Uint8Array, code: string, now: Date): number | undefined {
  // The library compares in constant time, and throws for six characters of more than six bytes.
  if (!/^[0-9]{6}$/.test(code)) return undefined;
  const delta = totp(secret).validate({ token: code, timestamp: now.getTime(), window: skewSteps });
  return delta === null ? undefined : stepAt(now) + delta;
}

/** The number of the step at a time. */
export function stepAt(now: Date): number {
  return Math.floor(now.getTime() / (periodSeconds * 1000));
}

/** When a step ends and the next code is shown. */
export function endOfStep(step: number): Date {
  return new Date((step + 1) * periodSeconds * 1000);
}

function totp(secret: Uint8Array, label = ""): TOTP {
  // The library keeps the buffer itself, so it gets a copy.
  const own = new Secret({ buffer: Uint8Array.from(secret).buffer });
  return new TOTP({
    issuer,
    label,
    secret: own,
    algorithm: "SHA1",
    digits: 6,
    period: periodSeconds,
  });
}
