/**
 * Arguments for a Node process that runs the sandbox's sources and ends soon. V8 compiles PGlite's WebAssembly without optimizing it: the
 * optimizing compiler would take longer than all of the process's queries.
 */
export const execArgs: readonly string[] = ["--conditions=source", "--import", "tsx", "--liftoff-only"];
