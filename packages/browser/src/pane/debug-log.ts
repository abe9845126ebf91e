/**
 * Logs the steps of handshake and session to the console, for integrators, with the option `debug`.
 *
 * It logs names of steps, message types, origins and codes. It never logs the content of a message, which may be a token or a bin.
 */
export type DebugLog = (step: string, details?: Readonly<Record<string, string | null>>) => void;

/** @param isOn called at each step, so that a change of the option takes effect at once */
export function createDebugLog(isOn: () => boolean): DebugLog {
  return (step, details = {}) => {
    if (isOn()) console.debug(`Cardpane: ${step}`, details);
  };
}
