import { findUnrendered } from "@/lib/packages/check-markdown";
import { bySeverity, cutFindings, type Finding, printable } from "@/lib/packages/finding";
import { checkText } from "@/lib/packages/static-checks";
import { CONTENT, CONTENT_NAMES } from "@/lib/skills/content-fields";
import type { Content } from "@/lib/skills/schemas";

const MAX_TEXT_FINDINGS = 100;

const TEXT_FORMS = ["line", "text", "markdown"];

/**
 * Findings in the texts of a revision, which agents read verbatim: those of the package checks, and content that the
 * rendered readme leaves out. Most severe first; `file` is the field's name. Never throws.
 */
export async function checkTexts(content: Content): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const name of CONTENT_NAMES) {
    const [{ form }, value] = [CONTENT[name], content[name]];
    if (typeof value === "string" && TEXT_FORMS.includes(form))
      findings.push(...(await checkText(name, value, form === "markdown" ? [findUnrendered] : [])));
    for (const { path, text } of form === "json" ? stringsOf(value, name) : []) {
      const found = await checkText(printable(path), text);
      // Line numbers inside a JSON string are meaningless.
      findings.push(...found.map((finding) => ({ ...finding, line: null })));
    }
  }
  return bySeverity(cutFindings(findings, MAX_TEXT_FINDINGS, null));
}

/** Every string in a schema with its path, including property names, which agents read, too. */
function* stringsOf(value: unknown, path: string): Generator<{ path: string; text: string }> {
  if (typeof value === "string") yield { path, text: value };
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    if (!Array.isArray(value)) yield { path, text: name };
    yield* stringsOf(part, `${path}.${name}`);
  }
}
