/**
 * The log for integrators, of the option `debug`: the steps of handshake and session, in the console.
 *
 * Names of steps, message types, origins and codes only; never a message's content, which may be a token or a bin.
 */
export type DebugLog = (step: string, details?: Readonly<Record<string, string | null>>) => void;

/** @param isOn read at each step, so that the option works at any time. */
export function createDebugLog(isOn: () => boolean): DebugLog {
  return (step, details = {}) => {
    if (isOn()) console.debug(`Cardpane: ${step}`, details);
  };
}
