/** A published package has no sources, so its manifest names only built files. */
const withoutSources = (targets) =>
  Object.fromEntries(
    Object.entries(targets)
      .map(([name, target]) => [name, typeof target === "string" ? target : withoutSources(target)])
      .filter(([, target]) =>
        typeof target === "string" ? !target.startsWith("./src/") : Object.keys(target).length > 0,
      ),
  );

module.exports = {
  hooks: {
    beforePacking: ({ exports, imports, ...manifest }) => ({
      ...manifest,
      exports: withoutSources(exports),
      ...(imports && { imports: withoutSources(imports) }),
    }),
  },
};
