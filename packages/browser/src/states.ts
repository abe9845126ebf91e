/** Shows states to style sheets, `card-pane:state(invalid)`: those whose value is truthy. */
export function reflect({ states }: ElementInternals, values: Readonly<Record<string, unknown>>): void {
  states.clear();
  try {
    for (const [name, value] of Object.entries(values)) if (value) states.add(name);
  } catch {
    // Chromium before 125 takes no name without dashes, nor has it `:state()`. Delete when nobody has it.
  }
}
