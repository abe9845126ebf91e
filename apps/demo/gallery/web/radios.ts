/** Choices between a few values; the first is used if the address has none. */
import { all } from "./page.ts";

export function createRadios(root: HTMLElement, names: readonly string[]) {
  const of = (name: string) => all<HTMLInputElement>(`[name="${name}"]`, root);
  return {
    /** The selected value of each, empty for the first. */
    read: (): Readonly<Record<string, string>> =>
      Object.fromEntries(
        names.map((name) => {
          const chosen = of(name).findIndex(({ checked }) => checked);
          return [name, chosen > 0 ? (of(name)[chosen]?.value ?? "") : ""];
        }),
      ),
    /** A missing or unknown value selects the first. */
    write(choices: Readonly<Record<string, string>>): void {
      for (const name of names) {
        const radios = of(name);
        const chosen = radios.find(({ value }) => value === choices[name]) ?? radios[0];
        if (chosen) chosen.checked = true;
      }
    },
  };
}
