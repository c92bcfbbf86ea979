import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";
import type { Issue } from "@/lib/core/errors";
import { limitIssues } from "@/lib/skills/schema-limits";

/** Compiled schemas kept in memory. */
const MAX_COMPILED = 500;
/** Longest text that a pattern is matched against; longer ones fail it. */
const MAX_MATCHED_CHARS = 64 * 1024;
const MAX_ISSUES = 20;

type Schema = Record<string, unknown>;

/** Compiles patterns to RE2, which cannot be made to backtrack. Without its own `toString`, ajv would merge patterns. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    return {
      test: (text: string) => text.length <= MAX_MATCHED_CHARS && compiled.matcher(text).find(),
      toString: () => pattern,
    };
  },
  { code: "re2js" },
);

/** What makes a schema unfit to be a skill's `api_schema`, by its path; empty when it is fine. */
export function checkSchema(schema: Schema): Issue[] {
  const issues = limitIssues(schema);
  if (issues.length > 0) return issues;
  if (schema.type !== undefined && schema.type !== "object") {
    return [{ param: "api_schema.type", message: "must be object: parameters are sent as a JSON object" }];
  }
  try {
    compile(schema);
    return [];
  } catch (error) {
    const reason =
      error instanceof Error
        ? error.message.replace(/^schema is invalid: data/, "").replace(/^[/.]+/, "")
        : "";
    return [{ param: "api_schema", message: `is not a valid JSON Schema: ${reason}` }];
  }
}

function compile(schema: Schema): ValidateFunction {
  // A new instance for each schema: a shared one keeps every schema it has ever seen.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: true,
    addUsedSchema: false,
    logger: false,
    code: { regExp: linearRegExp },
  });
  addFormats.default(ajv, {
    mode: "fast",
    formats: ["date", "time", "date-time", "duration", "uri", "email", "hostname", "ipv4", "ipv6", "uuid"],
  });
  return ajv.compile(schema);
}

const compiled = new Map<string, ValidateFunction>();

function compiledFor(schema: Schema, cacheKey: string): ValidateFunction {
  const known = compiled.get(cacheKey);
  const validate = known ?? compile(schema);
  compiled.delete(cacheKey);
  compiled.set(cacheKey, validate);
  if (compiled.size > MAX_COMPILED) compiled.delete(compiled.keys().next().value ?? "");
  return validate;
}

/**
 * Checks the parameters of a call against a skill's schema, compiled once a revision. An absent schema accepts any
 * object. Returns one issue a problem, each with the path of its parameter.
 */
export function validateParameters(schema: Schema | null, cacheKey: string, parameters: Schema): Issue[] {
  if (schema === null) return [];
  const validate = compiledFor(schema, cacheKey);
  return validate(parameters) ? [] : (validate.errors ?? []).slice(0, MAX_ISSUES).map(toIssue);
}

function toIssue({ instancePath, keyword, params, message }: ErrorObject): Issue {
  const at = pathOf(instancePath);
  const join = (name: string) => (at ? `${at}.${name}` : name);
  if (keyword === "required") return { param: join(String(params.missingProperty)), message: "is required" };
  if (keyword === "additionalProperties")
    return { param: join(String(params.additionalProperty)), message: "is not a parameter of this skill" };
  if (keyword === "enum")
    return { param: at || "body", message: `must be one of ${JSON.stringify(params.allowedValues)}` };
  if (keyword === "const")
    return { param: at || "body", message: `must be ${JSON.stringify(params.allowedValue)}` };
  return { param: at || "body", message: message ?? "is invalid" };
}

/** `/items/0/name` is `items[0].name`. */
function pathOf(pointer: string): string {
  return pointer
    .split("/")
    .slice(1)
    .map((part) => part.replaceAll("~1", "/").replaceAll("~0", "~"))
    .reduce((at, part) => (/^\d+$/.test(part) && at ? `${at}[${part}]` : at ? `${at}.${part}` : part), "");
}
