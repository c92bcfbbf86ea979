import { printable, type Report } from "@/lib/supply/packages/finding";
import type { Frontmatter } from "@/lib/supply/packages/frontmatter";
import { findReferences } from "@/lib/supply/packages/references";

const MAX_BODY_LINES = 500;
/** What agents read; scripts are run and assets copied from any depth. */
const DOCUMENT = /\.(?:md|mdx|markdown|rst|txt)$/i;
const RUN_OR_COPIED = /^(?:scripts|assets)\//;

/**
 * Reports problems of the instructions: none at all, too many lines, and references that are missing, outside the package, or
 * deeply nested. Without `files` references are not checked.
 */
export function checkBody(source: Frontmatter, files: ReadonlySet<string> | undefined, report: Report): void {
  const lineCount = source.body.trimEnd().split("\n").length;
  if (source.body.trim() === "") {
    if (source.fields !== null)
      report("low", "body_empty", source.bodyLine, "There are no instructions after the frontmatter.");
    return;
  }
  if (lineCount > MAX_BODY_LINES) {
    const message = `The body has ${lineCount} lines; agents load all of it, so keep it under ${MAX_BODY_LINES} and move the rest to references.`;
    report("low", "body_length", source.bodyLine, message);
  }
  if (files === undefined) return;
  for (const { path, line } of findReferences(source.body)) {
    checkReference(path, source.bodyLine + line - 1, files, report);
  }
}

function checkReference(path: string, line: number, files: ReadonlySet<string>, report: Report): void {
  const shown = printable(path);
  const segments = path.replace(/\/$/, "").split("/");
  if (segments.includes("..") || segments[0] === "~") {
    report("low", "reference_outside", line, `\`${shown}\` lies outside the package.`);
    return;
  }
  const folder = path.endsWith("/") ? path : `${path}/`;
  if (!files.has(path) && ![...files].some((file) => file.startsWith(folder))) {
    report("low", "reference_missing", line, `\`${shown}\` is not in the package.`);
  } else if (segments.length > 2 && DOCUMENT.test(path) && !RUN_OR_COPIED.test(path)) {
    report("low", "reference_depth", line, `\`${shown}\` lies more than one folder deep; agents may not follow it.`);
  }
}
