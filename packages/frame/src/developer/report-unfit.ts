/** Reports mistakes of the page that only the frame can see to its developer. No value is printed. */

const reported = new Set<string>();

/** Reports a name that is unknown, or has an invalid value; once for each name. */
export function reportUnfit(name: string): void {
  if (!reported.has(name))
    console.warn(
      `CardpaneError: the ${name} is unknown or has an invalid value, so it is ignored. (options_invalid)`,
    );
  reported.add(name);
}
