/** The Containerfile of `cardpane serve`: it does not run as root and writes no files. */

/** Writes the file. The folder of the build needs `package.json`, its lock file and the configuration. */
export function containerfile(): string {
  return `# Written by \`cardpane build --for container\`. In the folder of your package.json, its lock file and cardpane.config.json:
#
#   docker build -t pane . && docker run --read-only --cap-drop ALL --security-opt no-new-privileges -p 8080:8080 pane
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
COPY . .
USER node
EXPOSE 8080
HEALTHCHECK CMD ["node", "-e", "fetch('http://127.0.0.1:8080/health').then((r) => process.exit(r.ok ? 0 : 1), () => process.exit(1))"]
# Not npx, because the process itself must receive the signal that stops it.
CMD ["node", "node_modules/@cardpane/host/dist/cli.js", "serve", "--config", "cardpane.config.json", "--host", "0.0.0.0", "--port", "8080"]
`;
}
