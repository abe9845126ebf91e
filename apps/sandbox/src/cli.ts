#!/usr/bin/env node
/** `npx @cardpane/sandbox`: says at once that it starts, because loading the rest takes seconds, and minutes on a busy machine. */
if (process.argv[2] === "certify") {
  import("./certify/command.ts")
    .then(({ certifyCommand }) => certifyCommand(process.argv.slice(3), console.log))
    .then((code) => process.exit(code));
} else {
  const says = !process.argv.some((argument) => argument === "--json" || argument === "--help");
  if (says) console.error("Starting the gateway and the pane's host");
  const startedAt = performance.now();
  const still = setInterval(() => {
    const seconds = ((performance.now() - startedAt) / 1_000).toFixed(0);
    if (says) console.error(`Still starting, for ${seconds} s: waiting for the gateway's database to open`);
  }, 10_000);
  import("./command.ts").then(({ runCommand }) => runCommand()).finally(() => clearInterval(still));
}
