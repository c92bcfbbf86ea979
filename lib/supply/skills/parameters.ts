import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { RE2JS } from "re2js";
import { Cache } from "@/lib/platform/core/cache";
import { echo, type Issue } from "@/lib/platform/core/errors";
import { contradictionOf } from "@/lib/supply/skills/schema-contradictions";
import { checksPerValue, limitIssues } from "@/lib/supply/skills/schema-limits";

/** Most bytes of cached compiled schemas; compiled, a schema takes about ten times its JSON. */
const MAX_COMPILED_BYTES = 32 * 1024 * 1024;
const CODE_PER_SCHEMA = 10;
/** Most work of one validation on patterns, in characters times instructions: about 50 ms of the event loop. */
const MAX_MATCH_STEPS = 1_000_000;
const MAX_CHECKS = 5_000_000;
const MAX_PARAMETER_DEPTH = 64;
const MAX_ISSUES = 20;

type Schema = Record<string, unknown>;

/** Steps left of the running validation. Validations are synchronous, so they do not overlap. */
let matchStepsLeft = 0;

class TooMuchWork extends Error {}

/** Compiles patterns to RE2, which does not backtrack. Without its own `toString`, ajv would merge patterns. */
const linearRegExp = Object.assign(
  (pattern: string) => {
    const compiled = RE2JS.compile(RE2JS.translateRegExp(pattern));
    const instructions = compiled.programSize();
    return {
      test: (text: string) => {
        matchStepsLeft -= (text.length + 1) * instructions;
        if (matchStepsLeft < 0) throw new TooMuchWork();
        return compiled.matcher(text).find();
      },
      toString: () => pattern,
    };
  },
  { code: "re2js" },
);

/** The problems of a schema as a skill's `api_schema`, by path; empty if it is valid. */
export function checkSchema(schema: Schema): Issue[] {
  const issues = limitIssues(schema);
  if (issues.length > 0) return issues;
  if (schema.type !== undefined && schema.type !== "object") {
    return [{ param: "api_schema.type", message: "must be object: parameters are sent as a JSON object" }];
  }
  return compileIssues(schema);
}

/** What makes a schema unfit to be a skill's `response_schema`; it may be of any type. */
export function checkResponseSchema(schema: Schema): Issue[] {
  const issues = limitIssues(schema);
  return (issues.length > 0 ? issues : compileIssues(schema)).map(({ param, message }) => ({
    param: param.replace(/^api_schema/, "response_schema"),
    message,
  }));
}

/** That it compiles, that some value satisfies it, and that its own examples do. */
function compileIssues(schema: Schema): Issue[] {
  try {
    compile(schema);
  } catch (error) {
    const reason =
      error instanceof Error ? error.message.replace(/^schema is invalid: data/, "").replace(/^[/.]+/, "") : "";
    return [{ param: "api_schema", message: `is not a valid JSON Schema: ${echo(reason)}` }];
  }
  const contradiction = contradictionOf(schema, "api_schema");
  return contradiction ? [contradiction] : exampleIssues(schema);
}

/** What the schema says against its own examples, the first of which fills in the form. */
function exampleIssues(schema: Schema): Issue[] {
  const examples: unknown[] = Array.isArray(schema.examples) ? schema.examples : [];
  return examples.flatMap((example, at) =>
    checkValue(schema, JSON.stringify(schema), example).map(({ param, message }) => ({
      param: `api_schema.examples[${at}]${param === "body" ? "" : `.${param}`}`,
      message,
    })),
  );
}

/** Checks schemas against JSON Schema itself. Compiling that takes ten times as long as a usual schema. */
const judge = new Ajv2020({ strict: false, ownProperties: true, logger: false });
const NAMES_JSON_SCHEMA = /"\$(ref|dynamicRef)":"https?:\/\/json-schema\.org\//;

function compile(schema: Schema): ValidateFunction {
  judge.validateSchema(schema, true);
  // A new instance for each schema: a shared one would cache every schema forever.
  const ajv = new Ajv2020({
    strict: false,
    allErrors: false,
    validateFormats: true,
    addUsedSchema: false,
    validateSchema: false,
    meta: NAMES_JSON_SCHEMA.test(JSON.stringify(schema)),
    // A parameter may be named "constructor": ignore inherited properties.
    ownProperties: true,
    logger: false,
    code: { regExp: linearRegExp },
  });
  // Inherited properties are not formats either.
  Object.setPrototypeOf(ajv.formats, null);
  addFormats.default(ajv, {
    mode: "fast",
    formats: ["date", "time", "date-time", "duration", "uri", "email", "hostname", "ipv4", "ipv6", "uuid"],
  });
  return ajv.compile(schema);
}

type Compiled = { validate: ValidateFunction; checks: number; bytes: number };

const compiled = new Cache<Compiled>({
  name: "schemas",
  maxBytes: MAX_COMPILED_BYTES,
  bytesOf: ({ bytes }) => bytes,
});

function compiledFor(schema: Schema, cacheKey: string): Compiled {
  const cached = compiled.get(cacheKey);
  if (cached) return cached;
  const bytes = CODE_PER_SCHEMA * Buffer.byteLength(JSON.stringify(schema));
  const entry = { validate: compile(schema), checks: checksPerValue(schema), bytes };
  compiled.set(cacheKey, entry);
  return entry;
}

/**
 * Validates the parameters of a call against a skill's schema, which is compiled once per revision. Without a schema,
 * any object is valid: how deep it is was bounded when it was read. Returns an issue with its path for each problem, including parameters that are too deep or too
 * expensive to validate.
 */
export function validateParameters(schema: Schema | null, cacheKey: string, parameters: Schema): Issue[] {
  return checkValue(schema, cacheKey, parameters);
}

/** The same for any JSON value: `body` is the path of the value itself. */
export function checkValue(schema: Schema | null, cacheKey: string, value: unknown): Issue[] {
  if (schema === null) return [];
  const values = countValues(value, 1);
  if (values === Number.POSITIVE_INFINITY)
    return [{ param: "body", message: `must be at most ${MAX_PARAMETER_DEPTH} levels deep` }];
  const { validate, checks } = compiledFor(schema, cacheKey);
  if (values * checks > MAX_CHECKS)
    return [{ param: "body", message: "has more values than this skill's schema can check in time" }];
  matchStepsLeft = MAX_MATCH_STEPS;
  try {
    return validate(value) ? [] : (validate.errors ?? []).slice(0, MAX_ISSUES).map(toIssue);
  } catch (error) {
    if (!(error instanceof TooMuchWork)) throw error;
    return [{ param: "body", message: "has more text than the patterns of this skill can match in time" }];
  }
}

/** The number of values in a value, including itself; infinite when it is too deep. */
function countValues(value: unknown, depth: number): number {
  if (typeof value !== "object" || value === null) return 1;
  if (depth > MAX_PARAMETER_DEPTH) return Number.POSITIVE_INFINITY;
  let count = 1;
  // Without lists of an object's values, which would take longer than the counting.
  if (Array.isArray(value)) for (const part of value) count += countValues(part, depth + 1);
  else for (const name in value) count += countValues((value as Schema)[name], depth + 1);
  return count;
}

function toIssue({ instancePath, keyword, params, message }: ErrorObject): Issue {
  const at = pathOf(instancePath);
  const join = (name: string) => (at ? `${at}.${name}` : name);
  if (keyword === "required") return { param: join(String(params.missingProperty)), message: "is required" };
  if (keyword === "additionalProperties")
    return { param: join(String(params.additionalProperty)), message: "is not a parameter of this skill" };
  if (keyword === "enum")
    return { param: at || "body", message: `must be one of ${JSON.stringify(params.allowedValues)}` };
  if (keyword === "const") return { param: at || "body", message: `must be ${JSON.stringify(params.allowedValue)}` };
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
