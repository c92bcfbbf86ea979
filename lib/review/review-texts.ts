import { findUnrendered } from "@/lib/packages/check-markdown";
import { bySeverity, cutFindings, type Finding, printable } from "@/lib/packages/finding";
import { checkText } from "@/lib/packages/static-checks";
import { CONTENT, CONTENT_NAMES } from "@/lib/skills/content-fields";
import type { Content } from "@/lib/skills/schemas";

const MAX_TEXT_FINDINGS = 100;

const TEXT_FORMS = ["line", "text", "markdown"];

/**
 * What a reviewer should look at in the texts of a revision, which agents get as they are: what the checks of packages
 * find, and what a readme's page leaves out; the most severe first. The field stands in the place of the file. Never throws.
 */
export async function checkTexts(content: Content): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of CONTENT_NAMES) {
    const [{ form }, value] = [CONTENT[name], content[name]];
    if (typeof value === "string" && TEXT_FORMS.includes(form))
      findings.push(...(await checkText(name, value, form === "markdown" ? [findUnrendered] : [])));
    for (const { path, text } of form === "json" ? stringsOf(value, name) : []) {
      const found = await checkText(printable(path), text);
      // A line of a string inside JSON leads nowhere.
      findings.push(...found.map((finding) => ({ ...finding, line: null })));
    }
  }
  return bySeverity(cutFindings(findings, MAX_TEXT_FINDINGS, null));
}

/** Every string in a schema with its path; names of properties are read by agents, too. */
function* stringsOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === "string") yield { path, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { path, text: name };
    yield* stringsOf(part, `${path}.${name}`);
  }
}
