import { RE2JS } from "re2js";
import type { Issue } from "@/lib/core/errors";

/** Limits of a stranger's schema: each keeps one call's validation short. */
const MAX_SCHEMA_BYTES = 32 * 1024;
const MAX_SCHEMA_DEPTH = 16;
/** Most schemas that references and combinators may unfold to. */
const MAX_UNFOLDED = 2_000;
const MAX_UNIQUE_ITEMS = 200;
const DIALECT = "https://json-schema.org/draft/2020-12/schema";
const REFUSED = new Set([
  "$id",
  "$anchor",
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
const DATA = new Set(["const", "enum", "default", "examples", "example"]);

type Schema = Record<string, unknown>;

/** What makes a schema unfit to be a skill's `api_schema`; empty when it is fine. Local, acyclic references only. */
export function limitIssues(schema: Schema): Issue[] {
  const size = Buffer.byteLength(JSON.stringify(schema));
  if (size > MAX_SCHEMA_BYTES)
    return [issue("api_schema", `must be at most ${MAX_SCHEMA_BYTES} bytes; this has ${size}`)];
  const issues: Issue[] = [];
  walk(schema, "api_schema", 1, issues);
  if (issues.length > 0) return issues;
  const unfolded = unfold(schema, schema, [], { count: 0 });
  return unfolded ? [unfolded] : [];
}

function issue(param: string, message: string): Issue {
  return { param, message };
}

function walk(value: unknown, at: string, depth: number, issues: Issue[]): void {
  if (typeof value !== "object" || value === null) return;
  if (depth > MAX_SCHEMA_DEPTH) {
    issues.push(issue(at, `must be at most ${MAX_SCHEMA_DEPTH} levels deep`));
    return;
  }
  if (Array.isArray(value)) {
    value.forEach((item, index) => {
      walk(item, `${at}[${index}]`, depth + 1, issues);
    });
    return;
  }
  for (const [key, part] of Object.entries(value)) {
    const path = `${at}.${key}`;
    const problem = keywordProblem(key, part);
    if (problem) issues.push(issue(path, problem));
    if (DATA.has(key)) continue;
    if (NAMED.has(key)) walkNamed(key, part, path, depth + 1, issues);
    else walk(part, path, depth + 1, issues);
  }
}

function walkNamed(key: string, value: unknown, at: string, depth: number, issues: Issue[]): void {
  if (typeof value !== "object" || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const problem = key === "patternProperties" ? patternProblem(name) : null;
    if (problem) issues.push(issue(`${at}.${name}`, problem));
    walk(part, `${at}.${name}`, depth + 1, issues);
  }
}

function keywordProblem(key: string, value: unknown): string | null {
  if (REFUSED.has(key)) return "is not supported here";
  if (key === "$schema" && value !== DIALECT && value !== `${DIALECT}#`)
    return `must be ${DIALECT}, or absent`;
  if (key === "$ref" && !(typeof value === "string" && (value === "#" || value.startsWith("#/"))))
    return "must be local, such as #/$defs/unit";
  if (key !== "pattern") return null;
  return typeof value === "string" ? patternProblem(value) : "must be a text";
}

/** Patterns run in linear time: what RE2 does not know (look-around, back-references) is refused. */
function patternProblem(pattern: string): string | null {
  try {
    RE2JS.compile(RE2JS.translateRegExp(pattern));
    return null;
  } catch {
    return "is not a pattern that can be matched in linear time (no look-around, no back-references)";
  }
}

/** Follows every reference as validation would, counting what it meets. Returns the issue of a cycle or of too much. */
function unfold(root: Schema, value: unknown, trail: string[], work: { count: number }): Issue | null {
  if (typeof value !== "object" || value === null) return null;
  if (++work.count > MAX_UNFOLDED)
    return issue("api_schema", `unfolds to more than ${MAX_UNFOLDED} schemas; use fewer references`);
  if (Array.isArray(value)) return firstIssue(value, (item) => unfold(root, item, trail, work));
  const schema = value as Schema;
  if (schema.uniqueItems === true && !isSmallArray(schema)) {
    return issue("api_schema", `uniqueItems needs a maxItems of at most ${MAX_UNIQUE_ITEMS}`);
  }
  if (typeof schema.$ref === "string") {
    if (trail.includes(schema.$ref))
      return issue("api_schema", `the reference ${schema.$ref} leads back to itself`);
    const target = resolve(root, schema.$ref);
    if (target === undefined) return issue("api_schema", `the reference ${schema.$ref} leads nowhere`);
    const found = unfold(root, target, [...trail, schema.$ref], work);
    if (found) return found;
  }
  return firstIssue(Object.entries(schema), ([key, part]) => {
    if (DATA.has(key) || key === "$defs" || key === "definitions") return null;
    return unfold(root, NAMED.has(key) && part ? Object.values(part) : part, trail, work);
  });
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

function resolve(root: Schema, ref: string): unknown {
  let at: unknown = root;
  for (const part of ref.slice(2).split("/").filter(Boolean)) {
    const name = decodeURIComponent(part).replaceAll("~1", "/").replaceAll("~0", "~");
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, name)) return undefined;
    at = (at as Schema)[name];
  }
  return at;
}
