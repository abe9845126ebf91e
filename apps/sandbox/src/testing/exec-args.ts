/**
 * Arguments for a short-lived process of the sandbox's sources. V8 compiles PGlite's WebAssembly without optimizing it:
 * the optimizing compiler would take longer than all of the process's queries.
 */
export const execArgs: readonly string[] = ["--conditions=source", "--import", "tsx", "--liftoff-only"];
