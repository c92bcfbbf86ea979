import { RE2JS } from "re2js";
import { echo, type Issue } from "@/lib/platform/core/errors";
import { patternSize } from "@/lib/supply/skills/pattern-size";
import { resolvePointer } from "@/lib/supply/skills/schema-pointer";

/** Limits of developers' schemas, which keep the validation of a call short. */
export const MAX_SCHEMA_BYTES = 32 * 1024;
const MAX_SCHEMA_DEPTH = 16;
const MAX_UNFOLDED = 2_000;
export const MAX_UNIQUE_ITEMS = 200;
/** Most instructions that all patterns of a schema may compile to, so that compiling and matching them stays quick. */
const MAX_PATTERN_INSTRUCTIONS = 20_000;
/** Most characters of all patterns of a schema: classes of many characters are one instruction, and slow to compile. */
const MAX_PATTERN_CHARS = 8_000;
/** The dialect of schemas here. */
export const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const REFUSED = new Set([
  "$id",
  "$dynamicRef",
  "$dynamicAnchor",
  "$recursiveRef",
  "$recursiveAnchor",
  "$vocabulary",
  "$data",
  "$async",
]);
/** Keywords whose value maps names, chosen by the author, to schemas. */
const NAMED = new Set(["properties", "patternProperties", "$defs", "definitions", "dependentSchemas"]);
/** Keywords whose value is data, not a schema. */
const DATA = new Set(["const", "enum", "default", "examples", "example", "required", "dependentRequired"]);

type Schema = Record<string, unknown>;
type Findings = { issues: Issue[]; instructions: number; patternChars: number };
/** What unfolding has met so far; targets of references are walked once. */
type Work = { count: number; targets: Set<string> };

/** The problems of a schema as a skill's `api_schema`; empty if it is valid. Local, acyclic references only. */
export function limitIssues(schema: Schema): Issue[] {
  const size = Buffer.byteLength(JSON.stringify(schema));
  if (size > MAX_SCHEMA_BYTES)
    return [issue("api_schema", `must be at most ${MAX_SCHEMA_BYTES} bytes; this has ${size}`)];
  const issues = walked(schema, "api_schema");
  if (issues.length > 0) return issues;
  const unfolded = unfold(schema, schema, [], { count: 0, targets: new Set() });
  return unfolded ? [unfolded] : [];
}

/** How many checks a schema makes of one value at most, references and combinators unfolded. */
export function checksPerValue(schema: Schema): number {
  const work: Work = { count: 0, targets: new Set() };
  unfold(schema, schema, [], work);
  return work.count;
}

function walked(schema: unknown, at: string): Issue[] {
  const findings: Findings = { issues: [], instructions: 0, patternChars: 0 };
  walk(schema, at, 1, findings);
  if (hasTooLarge(findings))
    findings.issues.push(issue(at, "has patterns that are too large together; use shorter ones"));
  return findings.issues;
}

function issue(param: string, message: string): Issue {
  return { param, message };
}

function walk(value: unknown, at: string, depth: number, findings: Findings): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    findings.issues.push(issue(at, `must be at most ${MAX_SCHEMA_DEPTH} levels deep`));
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, `${at}[${index}]`, depth + 1, findings);
    });
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    const path = `${at}.${key}`;
    const problem = keywordProblem(key, part, findings);
    if (problem) findings.issues.push(issue(path, problem));
    if (DATA.has(key)) continue;
    if (NAMED.has(key)) walkNamed(key, part, { at: path, depth: depth + 1 }, findings);
    else walk(part, path, depth + 1, findings);
  }
}

function walkNamed(
  key: string,
  value: unknown,
  { at, depth }: { at: string; depth: number },
  findings: Findings,
): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const problem = key === "patternProperties" ? patternProblem(name, findings) : null;
    if (problem) findings.issues.push(issue(`${at}.${name}`, problem));
    walk(part, `${at}.${name}`, depth + 1, findings);
  }
}

function keywordProblem(key: string, value: unknown, findings: Findings): string | null {
  if (REFUSED.has(key)) return "is not supported here";
  if (key === "$schema" && value !== DIALECT && value !== `${DIALECT}#`) return `must be ${DIALECT}, or absent`;
  if (key === "$ref" && !(typeof value === "string" && (value === "#" || value.startsWith("#/"))))
    return "must be local, such as #/$defs/unit";
  if (key !== "pattern") return null;
  return typeof value === "string" ? patternProblem(value, findings) : "must be a text";
}

const hasTooLarge = ({ instructions, patternChars }: Findings) =>
  instructions > MAX_PATTERN_INSTRUCTIONS || patternChars > MAX_PATTERN_CHARS;

/** Patterns run in linear time: look-around and back-references, which RE2 lacks, are refused. */
function patternProblem(pattern: string, findings: Findings): string | null {
  findings.patternChars += pattern.length;
  findings.instructions += patternSize(pattern);
  // Compiling is slow for large patterns: once they are too large, the rest is not looked at.
  if (hasTooLarge(findings)) return null;
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return null;
  } catch {
    return "is not a pattern that can be matched in linear time (no look-around, no back-references)";
  }
}

/** Follows every reference as validation would, counting what it meets. Returns the issue of a cycle or of too much. */
function unfold(root: Schema, value: unknown, trail: string[], work: Work): Issue | null {
  if (typeof value !== "object" || value === null) return null;
  if (++work.count > MAX_UNFOLDED)
    return issue("api_schema", `unfolds to more than ${MAX_UNFOLDED} schemas; use fewer references`);
  if (Array.isArray(value)) return firstIssue(value, (item) => unfold(root, item, trail, work));
  const schema = value as Schema;
  if (schema.uniqueItems === true && !isSmallArray(schema)) {
    return issue("api_schema", `uniqueItems needs a maxItems of at most ${MAX_UNIQUE_ITEMS}`);
  }
  // Every item is compared with every other one.
  if (schema.uniqueItems === true) work.count += Math.ceil(Number(schema.maxItems) / 2);
  if (typeof schema.$ref === "string") {
    if (trail.includes(schema.$ref))
      return issue("api_schema", `the reference ${echo(schema.$ref)} leads back to itself`);
    const target = resolvePointer(root, schema.$ref);
    if (target === undefined) return issue("api_schema", `the reference ${echo(schema.$ref)} leads nowhere`);
    const found = targetIssue(schema.$ref, target, work) ?? unfold(root, target, [...trail, schema.$ref], work);
    if (found) return found;
  }
  return firstIssue(Object.entries(schema), ([key, part]) => {
    if (DATA.has(key) || key === "$defs" || key === "definitions") return null;
    return unfold(root, NAMED.has(key) && part ? Object.values(part) : part, trail, work);
  });
}

/** A reference may lead into a default or an example, which the first walk took for data. */
function targetIssue(ref: string, target: unknown, work: Work): Issue | null {
  if (work.targets.has(ref)) return null;
  work.targets.add(ref);
  return walked(target, `api_schema${ref.slice(1).replaceAll("/", ".")}`)[0] ?? null;
}

function isSmallArray(schema: Schema): boolean {
  return typeof schema.maxItems === "number" && schema.maxItems <= MAX_UNIQUE_ITEMS;
}

function firstIssue<T>(items: T[], check: (item: T) => Issue | null): Issue | null {
  for (const item of items) {
    const found = check(item);
    if (found) return found;
  }
  return null;
}
