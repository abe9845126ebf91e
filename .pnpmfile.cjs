/** A published package has no sources, so its manifest has no condition `source`, by which this repository imports them. */
const withoutSource = (exports) =>
  Object.fromEntries(
    Object.entries(exports)
      .filter(([condition]) => condition !== "source")
      .map(([name, target]) => [name, typeof target === "string" ? target : withoutSource(target)]),
  );

module.exports = {
  hooks: {
    beforePacking: (manifest) => ({ ...manifest, exports: withoutSource(manifest.exports) }),
  },
};
