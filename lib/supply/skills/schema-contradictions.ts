import { echo, type Issue } from "@/lib/platform/core/errors";
import { resolvePointer } from "@/lib/supply/skills/schema-pointer";

/** Most schemas that one search visits; what lies beyond is taken as satisfiable. */
const MAX_VISITS = 2_000;
const TYPES = ["object", "array", "string", "number", "boolean", "null"] as const;
type Type = (typeof TYPES)[number];
type Schema = Record<string, unknown>;
/** The whole schema, and how many schemas were visited. */
type Search = { root: Schema; work: { visits: number } };
/** Where no value is left, and why. */
type Contradiction = { path: string; reason: string };
/** A schema that a value must satisfy, with its path. */
type Part = { schema: Schema; path: string };

/**
 * Why no value satisfies a schema; null where that is not certain. It knows types, bounds, enum, const, required properties and what
 * forbids them, through `allOf` and references; conditions, `not` and patterns are taken as satisfiable.
 */
export function contradictionOf(schema: Schema, at: string): Issue | null {
  const found = impossible([[schema, at]], { root: schema, work: { visits: 0 } });
  return found && { param: found.path, message: `no input can satisfy this: ${found.reason}` };
}

/** Why no value satisfies all of these schemas together. */
function impossible(schemas: [unknown, string][], search: Search): Contradiction | null {
  const parts: Part[] = [];
  for (const [schema, path] of schemas) {
    const never = gather(schema, path, parts, search);
    if (never) return never;
  }
  if (search.work.visits > MAX_VISITS) return null;
  return noType(parts) ?? noChoice(parts) ?? noBranch(parts, search) ?? noValueOfItsType(parts, search);
}

/** Adds a schema with all that it includes to `parts`. Returns the contradiction of one that allows nothing. */
function gather(schema: unknown, path: string, parts: Part[], search: Search): Contradiction | null {
  if (schema === false) return { path, reason: "false allows nothing" };
  if (!isSchema(schema) || ++search.work.visits > MAX_VISITS) return null;
  parts.push({ schema, path });
  if (typeof schema.$ref === "string") {
    const target = schema.$ref === "#" ? null : resolvePointer(search.root, schema.$ref);
    const never = gather(target, path, parts, search);
    if (never) return never;
  }
  for (const [at, part] of listOf(schema.allOf).entries()) {
    const never = gather(part, `${path}.allOf[${at}]`, parts, search);
    if (never) return never;
  }
  return null;
}

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);

/** An integer is a number; whether a number may be one is a matter of its bounds. */
const typeOf = (name: unknown) => (name === "integer" ? "number" : name) as Type;
const typesOf = ({ type }: Schema): Type[] =>
  type === undefined ? [...TYPES] : (Array.isArray(type) ? type : [type]).map(typeOf);

function allowedTypes(parts: Part[]): Type[] {
  return TYPES.filter((type) => parts.every(({ schema }) => typesOf(schema).includes(type)));
}

function noType(parts: Part[]): Contradiction | null {
  if (allowedTypes(parts).length > 0) return null;
  const path = parts.findLast(({ schema }) => schema.type !== undefined)?.path ?? "";
  return { path: `${path}.type`, reason: "its types exclude each other" };
}

function valueType(value: unknown): Type {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : (typeof value as Type);
}

/** The values of `enum` and `const` that are left by those of the others and by the types and bounds of all. */
function noChoice(parts: Part[]): Contradiction | null {
  const choices = parts.flatMap(({ schema, path }) => [
    ...("const" in schema ? [{ path: `${path}.const`, values: [schema.const] }] : []),
    ...(Array.isArray(schema.enum) ? [{ path: `${path}.enum`, values: schema.enum as unknown[] }] : []),
  ]);
  const [first, ...others] = choices;
  if (!first) return null;
  const keys = others.map(({ values }) => new Set(values.map(keyOf)));
  const left = first.values.filter(
    (value) => keys.every((set) => set.has(keyOf(value))) && parts.every(({ schema }) => fits(value, schema)),
  );
  if (left.length > 0) return null;
  return { path: first.path, reason: "none of its values is allowed by the rest of the schema" };
}

/** Objects of equal members in another order are equal, too: those are never told apart. */
const keyOf = (value: unknown) =>
  typeof value === "object" && value !== null ? valueType(value) : JSON.stringify(value);

function fits(value: unknown, schema: Schema): boolean {
  if (!typesOf(schema).includes(valueType(value))) return false;
  if (typeof value === "string") {
    const length = [...value].length;
    return length >= lowest(schema.minLength) && length <= highest(schema.maxLength);
  }
  if (typeof value !== "number") return true;
  const { least, most } = rangeOf([{ schema, path: "" }]);
  if (isInteger(schema) && !Number.isInteger(value)) return false;
  return (least.isOpen ? value > least.at : value >= least.at) && (most.isOpen ? value < most.at : value <= most.at);
}

const lowest = (value: unknown) => (typeof value === "number" ? value : 0);
const highest = (value: unknown) => (typeof value === "number" ? value : Number.POSITIVE_INFINITY);
const isInteger = ({ type }: Schema) =>
  (Array.isArray(type) ? type : [type]).includes("integer") && !listOf(type).includes("number");

/** A list of alternatives of which each contradicts the rest. */
function noBranch(parts: Part[], search: Search): Contradiction | null {
  const rest = parts.map(({ schema: { anyOf: _, oneOf: __, allOf: ___, $ref: ____, ...own }, path }) => [own, path]);
  for (const { schema, path } of parts)
    for (const name of ["anyOf", "oneOf"] as const) {
      const branches = listOf(schema[name]);
      const isPossible = (branch: unknown, at: number) =>
        !impossible([...(rest as [unknown, string][]), [branch, `${path}.${name}[${at}]`]], search);
      if (branches.length > 0 && !branches.some(isPossible))
        return {
          path: `${path}.${name}`,
          reason: "every alternative contradicts itself or the rest of the schema",
        };
    }
  return null;
}

/** Contradictions within each type that is allowed: only if all of them have one is there no value. */
function noValueOfItsType(parts: Part[], search: Search): Contradiction | null {
  let first: Contradiction | null = null;
  for (const type of allowedTypes(parts)) {
    const found = IMPOSSIBLE[type](parts, search);
    if (!found) return null;
    first ??= found;
  }
  return first;
}

const IMPOSSIBLE: Record<Type, (parts: Part[], search: Search) => Contradiction | null> = {
  object: noObject,
  array: noArray,
  string: (parts) => crossed(parts, "minLength", "maxLength"),
  number: noNumber,
  boolean: () => null,
  null: () => null,
};

function crossed(parts: Part[], low: string, high: string): Contradiction | null {
  const least = extreme(parts, low, Math.max);
  const most = extreme(parts, high, Math.min);
  if (!least || !most || least.at <= most.at) return null;
  return { path: `${least.path}.${low}`, reason: `${low} ${least.at} is above ${high} ${most.at}` };
}

function extreme(parts: Part[], name: string, pick: (...values: number[]) => number) {
  const found = parts.filter(({ schema }) => typeof schema[name] === "number");
  const at = pick(...found.map(({ schema }) => Number(schema[name])));
  const holder = found.find(({ schema }) => schema[name] === at);
  return holder && { at, path: holder.path };
}

type Bound = { at: number; isOpen: boolean; path: string };

function rangeOf(parts: Part[]): { least: Bound; most: Bound } {
  let least: Bound = { at: Number.NEGATIVE_INFINITY, isOpen: false, path: "" };
  let most: Bound = { at: Number.POSITIVE_INFINITY, isOpen: false, path: "" };
  const bounds = (schema: Schema, name: string, exclusive: string) =>
    [
      { at: schema[name], isOpen: false },
      { at: schema[exclusive], isOpen: true },
    ].filter((bound): bound is { at: number; isOpen: boolean } => typeof bound.at === "number");
  for (const { schema, path } of parts) {
    for (const bound of bounds(schema, "minimum", "exclusiveMinimum"))
      if (bound.at > least.at || (bound.at === least.at && bound.isOpen)) least = { ...bound, path };
    for (const bound of bounds(schema, "maximum", "exclusiveMaximum"))
      if (bound.at < most.at || (bound.at === most.at && bound.isOpen)) most = { ...bound, path };
  }
  return { least, most };
}

function noNumber(parts: Part[]): Contradiction | null {
  const { least, most } = rangeOf(parts);
  const isWhole = parts.some(({ schema }) => isInteger(schema));
  const low = isWhole ? Math.ceil(least.at) + (least.isOpen && Number.isInteger(least.at) ? 1 : 0) : least.at;
  const high = isWhole ? Math.floor(most.at) - (most.isOpen && Number.isInteger(most.at) ? 1 : 0) : most.at;
  const isEmpty = low > high || (!isWhole && low === high && (least.isOpen || most.isOpen));
  if (!isEmpty) return null;
  const path = least.path || most.path;
  return {
    path,
    reason: `no ${isWhole ? "integer" : "number"} lies between its bounds ${least.at} and ${most.at}`,
  };
}

function noArray(parts: Part[], search: Search): Contradiction | null {
  const fewest = extreme(parts, "minItems", Math.max)?.at ?? 0;
  for (const { schema, path } of parts) {
    if (fewest === 0 || schema.items === undefined) continue;
    const prefix = listOf(schema.prefixItems).length;
    const found = fewest > prefix ? impossible([[schema.items, `${path}.items`]], search) : null;
    if (found) return found;
  }
  return crossed(parts, "minItems", "maxItems");
}

function noObject(parts: Part[], search: Search): Contradiction | null {
  const bounds = crossed(parts, "minProperties", "maxProperties");
  if (bounds) return bounds;
  const required = new Map(
    parts.flatMap(({ schema, path }) =>
      listOf(schema.required).map((name) => [String(name), `${path}.required`] as const),
    ),
  );
  const most = extreme(parts, "maxProperties", Math.min);
  if (most && required.size > most.at)
    return {
      path: `${most.path}.maxProperties`,
      reason: `${required.size} properties are required, and at most ${most.at} allowed`,
    };
  for (const [name, path] of required) {
    const found = noProperty(parts, name, path, search);
    if (found) return found;
  }
  return null;
}

/** Why a required property can have no value. */
function noProperty(parts: Part[], name: string, at: string, search: Search): Contradiction | null {
  const schemas: [unknown, string][] = [];
  for (const { schema, path } of parts) {
    const properties = isSchema(schema.properties) ? schema.properties : {};
    if (Object.hasOwn(properties, name)) {
      if (properties[name] === false) return forbidden(name, at);
      schemas.push([properties[name], `${path}.properties.${name}`]);
      // A name that a pattern allows is judged by the pattern.
    } else if (!isSchema(schema.patternProperties)) {
      if (schema.additionalProperties === false) return forbidden(name, at);
      schemas.push([schema.additionalProperties, `${path}.additionalProperties`]);
    }
  }
  return impossible(schemas, search);
}

const forbidden = (name: string, path: string): Contradiction => ({
  path,
  reason: `${echo(name)} is required but not allowed`,
});
