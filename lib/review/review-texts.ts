import { findUnrendered } from "@/lib/packages/check-markdown";
import { cutFindings, type Finding, printable } from "@/lib/packages/finding";
import { checkText } from "@/lib/packages/static-checks";

const MAX_TEXT_FINDINGS = 100;

type Texts = {
  name: string;
  description: string;
  readme: string | null;
  api_schema: Record<string, unknown> | null;
};

/**
 * What a reviewer should look at in the texts of a revision, which agents get as they are: what the checks of packages
 * find, and what the readme's page leaves out. The field stands in the place of the file. Never throws.
 */
export async function checkTexts({
  name,
  description,
  readme,
  api_schema: schema,
}: Texts): Promise<Finding[]> {
  const findings = [
    ...(await checkText("name", name)),
    ...(await checkText("description", description)),
    ...(readme === null ? [] : await checkText("readme", readme, [findUnrendered])),
  ];
  for (const { path, text } of stringsOf(schema, "api_schema")) {
    const found = await checkText(printable(path), text);
    // A line of a string inside JSON leads nowhere.
    findings.push(...found.map((finding) => ({ ...finding, line: null })));
  }
  return cutFindings(findings, MAX_TEXT_FINDINGS, null);
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
