/** The repository's own texts on the site: where a file, or one of its sections, stands there, and its links rewritten. */
import { posix } from "node:path";

/** What of the repository is on the site: a page for the whole file, and pages for single sections. */
interface Place {
  readonly page: string;
  readonly sections?: Readonly<Record<string, string>>;
}

const places: Readonly<Record<string, Place>> = {
  "packages/browser/README.md": {
    page: "/start/html",
    sections: {
      "html-only": "/start/html",
      look: "/theming#look",
      languages: "/languages",
      tests: "/testing#unit-tests",
      "next-actions": "/next-actions",
      errors: "/errors",
    },
  },
  "packages/browser/REFERENCE.md": { page: "/reference/browser" },
  "packages/react/README.md": { page: "/reference/react" },
  "packages/vue/README.md": { page: "/reference/vue" },
  "packages/svelte/README.md": { page: "/reference/svelte" },
  "packages/angular/README.md": { page: "/reference/angular" },
  "packages/node/README.md": { page: "/server/express" },
  "packages/node/REFERENCE.md": {
    page: "/reference/node",
    sections: { "payment-codes": "/errors#payment-codes" },
  },
  "packages/host/README.md": { page: "/hosting" },
  "apps/sandbox/README.md": { page: "/sandbox/guide" },
  "apps/sandbox/REFERENCE.md": { page: "/reference/sandbox" },
  "SECURITY.md": { page: "/security" },
  "CHANGELOG.md": { page: "/changelog" },
};

/**
 * Rewrites the links of a file: to the page where the target stands, and to the target's path as text where the site does not
 * have it. Code is left as it is.
 *
 * @param file path of the Markdown file in the repository
 */
export function rewriteLinks(markdown: string, file: string): string {
  return outsideCode(markdown, (text) =>
    text.replaceAll(/\[([^\]]+)\]\(([^)\s]+)\)/g, (whole, label: string, target: string) => {
      if (/^[a-z]+:/.test(target)) return whole;
      const [path = "", anchor] = target.split("#");
      const found = path === "" ? file : posix.join(posix.dirname(file), path);
      const place = places[found] ?? writtenPage(found);
      if (!place) return label.includes(posix.basename(path)) ? label : `${label} (\`${found}\`)`;
      const section = anchor === undefined ? undefined : place.sections?.[anchor];
      const page = section ?? (anchor === undefined ? place.page : `${place.page}#${anchor}`);
      return `[${label}](${page})`;
    }),
  );
}

/** A page that is written for the site stands there by its own path. */
function writtenPage(path: string): Place | undefined {
  const [, page] = /^apps\/docs\/pages\/(.+)\.md$/.exec(path) ?? [];
  return page === undefined ? undefined : { page: `/${page}` };
}

/** The text below a heading, up to the next heading. */
export function section(markdown: string, heading: string, file: string): string {
  const lines = markdown.split("\n");
  const isHeading = headingLines(lines);
  const start = lines.findIndex((line, index) => isHeading[index] && line.replace(/^#+ /, "") === heading);
  if (start < 0) throw new Error(`${file} has no section "${heading}".`);
  const end = isHeading.indexOf(true, start + 1);
  const body = lines.slice(start + 1, end < 0 ? undefined : end);
  return rewriteLinks(body.join("\n").trim(), file);
}

/** Whether each line is a heading: a `#` in a fenced block is not. */
export function headingLines(lines: readonly string[]): readonly boolean[] {
  let isCode = false;
  return lines.map((line) => {
    if (/^\s*```/.test(line)) isCode = !isCode;
    return !isCode && /^#{1,6} /.test(line);
  });
}

/** The id of a heading, as VitePress makes it. */
export function slugOf(heading: string): string {
  return heading
    .replaceAll(/[\s~`!@#$%^&*()\-_+=[\]{}|\\;:"'“”‘’<>,.?/]+/g, "-")
    .replaceAll(/^-+|-+$/g, "")
    .replace(/^(\d)/, "_$1")
    .toLowerCase();
}

/** Applies a change to what is no fenced block. */
function outsideCode(markdown: string, change: (text: string) => string): string {
  return markdown
    .split(/^(\s*```[\s\S]*?^\s*```\s*?)$/m)
    .map((part, index) => (index % 2 === 1 ? part : change(part)))
    .join("");
}
