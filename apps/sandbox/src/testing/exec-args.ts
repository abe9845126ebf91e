/**
 * Arguments for a short-lived process of the sandbox, whose program is one file. V8 compiles PGlite's WebAssembly without optimizing it:
 * the optimizing compiler would take longer than all of the process's queries.
 */
export const execArgs: readonly string[] = ["--conditions=source", "--liftoff-only"];
