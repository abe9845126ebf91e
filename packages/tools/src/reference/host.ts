/** The reference of the host: the options of its configuration, and the commands. */

import { auditUsage } from "../../../host/src/cli/audit-command.ts";
import { buildUsage } from "../../../host/src/cli/build-command.ts";
import { doctorUsage } from "../../../host/src/cli/doctor-command.ts";
import { serveUsage } from "../../../host/src/cli/serve-command.ts";
import { verifyUsage } from "../../../host/src/cli/verify-command.ts";
import { generatedNote } from "./markdown.ts";
import { optionTable } from "./option-table.ts";

/** The text of the reference. */
export function hostReference(): string {
  return `${[
    "# Reference of @cardpane/host",
    generatedNote,
    "## Configuration",
    "Options of `cardpane.config.json`, of `startHost` and of `createHost`. A `HostConfigError` names the first wrong one. In the file, `releases` lists the folders of releases, the current one first.",
    optionTable("packages/host/src/config.ts", "HostConfig"),
    "## Commands",
    ...[buildUsage, serveUsage, verifyUsage, doctorUsage, auditUsage].map(
      (usage) => `\`\`\`text\n${usage}\n\`\`\``,
    ),
  ].join("\n\n")}\n`;
}
