/** The Containerfile of `cardpane serve`: it does not run as root, writes no files, and contains named files only. */
import { HostConfigError } from "../error.ts";

/** The files of a container's recipe, by their names. */
export interface ContainerFiles {
  readonly Containerfile: string;
  /** Keeps every other file of the folder, such as `.env` and `.git`, away from the build. */
  readonly ".dockerignore": string;
}

/**
 * Writes the recipe. The folder of the build needs `package.json`, its lock file and the configuration.
 *
 * @param config the configuration's file name
 * @param files the fonts and releases that the configuration names, relative to it
 * @throws HostConfigError if a file is outside of the folder, where no build can copy it
 */
export function containerFiles(config: string, files: readonly string[]): ContainerFiles {
  const copied = [config, ...files].map((file) => {
    const path = file.replace(/^(\.\/)+/, "").replace(/\/+$/, "");
    if (!/^[\w@+ -][\w@+. -]*(\/[\w@+ -][\w@+. -]*)*$/.test(path)) {
      throw new HostConfigError(
        `${JSON.stringify(file)} cannot be copied into a container: use a relative path below the folder of ${config}, of letters, digits, dots, hyphens and underscores.`,
      );
    }
    return path;
  });
  return {
    Containerfile: `# Written by \`cardpane build --for container\`. Copy it and .dockerignore into the folder of your package.json, its lock file and ${config}:
#
#   docker build -t pane -f Containerfile . && docker run --read-only --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 pane
#
# It writes no files. Terminate TLS in front of it.
FROM node:22-slim AS install
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --omit=dev --ignore-scripts

FROM node:22-slim
ENV NODE_ENV=production
WORKDIR /app
COPY --from=install /app/node_modules ./node_modules
${copied.map((path) => `COPY ${JSON.stringify([path, `./${path}`])}`).join("\n")}
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npx, because the process itself must receive the signal that stops it.
CMD ["node", "node_modules/@cardpane/host/dist/cli.js", "serve", "--config", ${JSON.stringify(config)}, "--host", "0.0.0.0", "--port", "8080"]
`,
    ".dockerignore": [
      "*",
      ...["package.json", "package-lock.json", ...copied].map((path) => `!${path}`),
      "",
    ].join("\n"),
  };
}
