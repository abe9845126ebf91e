/** Logs a step; see the option `debug`. */
export type DebugLog = (step: string, details?: Readonly<Record<string, string | null>>) => void;
