import { isMap, isScalar, isSeq, type ParsedNode } from "yaml";
import { type Finding, MAX_FINDINGS, printable, type Report } from "@/lib/supply/packages/finding";
import { type Field, type Frontmatter, readFrontmatter } from "@/lib/supply/packages/frontmatter";
import { checkBody } from "@/lib/supply/packages/skill-body";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";
import { isSemver } from "@/lib/supply/packages/version";

/** The fields of a SKILL.md that the format knows. `version` is `metadata.version` if it is a semantic version. */
export type SkillFrontmatter = {
  name: string;
  description: string;
  license: string | null;
  compatibility: string | null;
  metadata: Record<string, string>;
  allowedTools: string[];
  version: string | null;
};

/** `frontmatter` is null when name or description cannot be read. */
export type SkillMd = { frontmatter: SkillFrontmatter | null; body: string; findings: Finding[] };

type Options = {
  /** The package's files relative to SKILL.md; without them references are not looked up. */
  files?: ReadonlySet<string>;
};

const NAME = /^[a-z0-9]+(-[a-z0-9]+)*$/;
const MAX_NAME_CHARACTERS = 64;
const MAX_DESCRIPTION_CHARACTERS = 1024;
const MAX_COMPATIBILITY_CHARACTERS = 500;
const KNOWN_FIELDS = new Set(["name", "description", "license", "compatibility", "metadata", "allowed-tools"]);

/**
 * Reads a SKILL.md and checks it against the Agent Skills format. Never throws, whatever the text: errors and
 * warnings come back as findings with the line they are on, errors first and at most 100.
 */
export function parseSkillMd(text: string, options: Options = {}): SkillMd {
  const findings: Finding[] = [];
  const report: Report = (severity, rule, line, message) => {
    findings.push({ rule, file: SKILL_FILE, line, severity, message });
  };
  const source = readFrontmatter(text);
  for (const { rule, line, message, isWarning } of source.problems) {
    report(isWarning ? "low" : "error", rule, line, message);
  }
  const frontmatter = source.fields === null ? null : checkFields(source, source.fields, report);
  checkBody(source, options.files, report);
  const isError = ({ severity }: Finding) => severity === "error";
  const sorted = [...findings.filter(isError), ...findings.filter((finding) => !isError(finding))];
  return { frontmatter, body: source.body, findings: sorted.slice(0, MAX_FINDINGS) };
}

function checkFields(source: Frontmatter, fields: Map<string, Field>, report: Report): SkillFrontmatter | null {
  const name = checkName(readText(fields, "name", report), fields, report);
  const description = checkDescription(readText(fields, "description", report), fields, report);
  const license = readText(fields, "license", report);
  const compatibility = checkCompatibility(fields, report);
  const metadata = readMetadata(fields, source, report);
  const allowedTools = readAllowedTools(fields, report);
  const version = checkVersion(metadata, report);
  for (const field of fields.values()) {
    if (KNOWN_FIELDS.has(field.key)) continue;
    const shown = printable(field.key);
    if (field.key === "version") {
      report("low", "version_place", field.line, "`version` belongs under `metadata`; here it is ignored.");
    } else {
      report("low", "unknown_field", field.line, `\`${shown}\` is not a field of the format; agents may ignore it.`);
    }
  }
  if (name === null || description === null) return null;
  const values = Object.fromEntries([...metadata].map(([key, { value }]) => [key, value]));
  return { name, description, license, compatibility, metadata: values, allowedTools, version };
}

function checkName(name: string | null, fields: Map<string, Field>, report: Report): string | null {
  const line = fields.get("name")?.line ?? 1;
  if (name === null || name === "") {
    report("error", "name_missing", line, "`name` is missing.");
    return null;
  }
  const shown = printable(name);
  if (name.length > MAX_NAME_CHARACTERS) {
    report("error", "name_length", line, `\`name\` is longer than ${MAX_NAME_CHARACTERS} characters.`);
  } else if (!NAME.test(name)) {
    const message = `\`name\` is "${shown}"; use lower-case letters a-z, digits and single hyphens between them.`;
    report("error", "name_format", line, message);
  }
  return name;
}

function checkDescription(description: string | null, fields: Map<string, Field>, report: Report): string | null {
  const line = fields.get("description")?.line ?? 1;
  if (description === null || description.trim() === "") {
    report("error", "description_missing", line, "`description` is missing or blank.");
    return null;
  }
  const length = countCharacters(description);
  if (length > MAX_DESCRIPTION_CHARACTERS) {
    const message = `\`description\` has ${length} characters; ${MAX_DESCRIPTION_CHARACTERS} are allowed.`;
    report("error", "description_length", line, message);
  }
  return description.trim();
}

function checkCompatibility(fields: Map<string, Field>, report: Report): string | null {
  const text = readText(fields, "compatibility", report);
  const line = fields.get("compatibility")?.line ?? 1;
  if (text === null) return null;
  const length = countCharacters(text);
  if (text.trim() === "" || length > MAX_COMPATIBILITY_CHARACTERS) {
    const message = `\`compatibility\` has ${length} characters; between 1 and ${MAX_COMPATIBILITY_CHARACTERS} are allowed.`;
    report("error", "compatibility_length", line, message);
  }
  return text;
}

/** A field's text; null when it is absent, empty, or not text, which is reported. */
function readText(fields: Map<string, Field>, key: string, report: Report): string | null {
  const field = fields.get(key);
  if (field === undefined) return null;
  const text = scalarText(field.value);
  if (text === undefined) {
    report("error", "field_type", field.line, `\`${key}\` must be text, not a list or a map.`);
    return null;
  }
  if (text === null) {
    const isOptional = key !== "name" && key !== "description";
    if (isOptional) report("low", "field_empty", field.line, `\`${key}\` has no value; leave it out.`);
    return null;
  }
  if (isScalar(field.value) && typeof field.value.value !== "string") {
    const kind = typeof field.value.value;
    report("low", "field_not_text", field.line, `YAML reads \`${key}\` as a ${kind}; put the value in quotes.`);
  }
  return text;
}

/** The text of a scalar as it was written, null for no value, undefined for a list or a map. */
function scalarText(node: ParsedNode | null): string | null | undefined {
  if (node === null) return null;
  if (!isScalar(node)) return undefined;
  if (typeof node.value === "string") return node.value;
  return node.value === null ? null : (node.source ?? String(node.value));
}

type MetadataValue = { value: string; line: number };

function readMetadata(fields: Map<string, Field>, source: Frontmatter, report: Report): Map<string, MetadataValue> {
  const values = new Map<string, MetadataValue>();
  const field = fields.get("metadata");
  if (field === undefined || (isScalar(field.value) && field.value.value === null)) return values;
  if (!isMap(field.value)) {
    report("error", "metadata_type", field.line, "`metadata` must be a map of names to texts.");
    return values;
  }
  for (const { key, value } of field.value.items) {
    const name = isScalar(key) ? String(key.value) : "";
    const line = source.lineOf(key);
    const text = scalarText(value);
    if (typeof text === "string") values.set(name, { value: text, line });
    if (text !== undefined) continue;
    const message = `\`metadata.${printable(name)}\` is nested; the format allows only text, so agents may ignore it.`;
    report("low", "metadata_nested", line, message);
  }
  return values;
}

function checkVersion(metadata: Map<string, MetadataValue>, report: Report): string | null {
  const version = metadata.get("version");
  if (version === undefined) return null;
  if (isSemver(version.value)) return version.value;
  const message = `\`metadata.version\` is "${printable(version.value)}", not a version such as 1.0.0, so it is ignored.`;
  report("low", "version_format", version.line, message);
  return null;
}

function readAllowedTools(fields: Map<string, Field>, report: Report): string[] {
  const field = fields.get("allowed-tools");
  if (field === undefined) return [];
  if (isSeq(field.value)) {
    const items = field.value.items.map((item) => (isScalar(item) ? scalarText(item) : undefined));
    const texts = items.filter((item) => typeof item === "string");
    if (texts.length === items.length) {
      const message = "`allowed-tools` is a list; write the tools in one line with blanks between them.";
      report("low", "allowed_tools_form", field.line, message);
      return texts;
    }
  }
  const text = readText(fields, "allowed-tools", report);
  if (text === null) return [];
  const { tools, hasCommas } = splitTools(text);
  if (hasCommas) {
    const message = "`allowed-tools` has commas between the tools; separate them with blanks.";
    report("low", "allowed_tools_form", field.line, message);
  }
  return tools;
}

/** Splits at blanks and commas, but not inside the parentheses of `Bash(git log, git diff)`. */
function splitTools(text: string): { tools: string[]; hasCommas: boolean } {
  const tools: string[] = [];
  let [tool, depth, hasCommas] = ["", 0, false];
  for (const character of `${text} `) {
    if (character === "(") depth++;
    if (character === ")") depth = Math.max(0, depth - 1);
    const isBreak = depth === 0 && /[\s,]/.test(character);
    if (depth === 0 && character === ",") hasCommas = true;
    if (!isBreak) tool += character;
    if (isBreak && tool !== "") tools.push(tool);
    if (isBreak) tool = "";
  }
  return { tools, hasCommas };
}

function countCharacters(text: string): number {
  return [...text].length;
}
