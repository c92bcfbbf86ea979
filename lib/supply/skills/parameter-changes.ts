type Schema = Record<string, unknown>;

/** How a parameter differs: in a `breaking` way when calls that were valid may be refused now. */
export type ParameterChange = {
  /** Its name, with those of the objects around it: `options.language`. */
  name: string;
  change: (typeof PARAMETER_CHANGES)[number];
  breaking: boolean;
};

export const PARAMETER_CHANGES = ["added", "removed", "made_required", "made_optional", "narrowed", "changed"] as const;

/** Deepest object whose parameters are compared one by one; below, the object has changed as a whole. */
const MAX_DEPTH = 5;
/** Limits of a value, and whether a higher one admits less. */
const LIMITS = {
  minimum: true,
  exclusiveMinimum: true,
  minLength: true,
  minItems: true,
  minProperties: true,
  maximum: false,
  exclusiveMaximum: false,
  maxLength: false,
  maxItems: false,
  maxProperties: false,
};

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);
const listOf = (value: unknown): unknown[] => (Array.isArray(value) ? value : []);
const partsOf = (schema: Schema) => (isSchema(schema.properties) ? schema.properties : {});

/** What differs between the parameters of two schemas, in the order of the newer one, with what was removed at the end. */
export function parameterChanges(before: Schema | null, after: Schema | null): ParameterChange[] {
  return compareObjects(before ?? {}, after ?? {}, "", 0);
}

function compareObjects(before: Schema, after: Schema, prefix: string, depth: number): ParameterChange[] {
  const [old, next] = [partsOf(before), partsOf(after)];
  const needed = { before: listOf(before.required), after: listOf(after.required) };
  const changes = Object.entries(next).flatMap(([key, part]): ParameterChange[] => {
    const name = prefix + key;
    const isRequired = needed.after.includes(key);
    if (!Object.hasOwn(old, key)) return [{ name, change: "added", breaking: isRequired }];
    const wasRequired = needed.before.includes(key);
    const moved: ParameterChange[] =
      isRequired === wasRequired
        ? []
        : [{ name, change: isRequired ? "made_required" : "made_optional", breaking: isRequired }];
    return [...moved, ...compareParts(old[key], part, name, depth)];
  });
  const removed = Object.keys(old).filter((key) => !Object.hasOwn(next, key));
  return [
    ...changes,
    ...removed.map((key): ParameterChange => ({ name: prefix + key, change: "removed", breaking: true })),
  ];
}

function compareParts(before: unknown, after: unknown, name: string, depth: number): ParameterChange[] {
  if (JSON.stringify(before) === JSON.stringify(after)) return [];
  if (!isSchema(before) || !isSchema(after)) {
    const breaking = after === false;
    return [{ name, change: breaking ? "narrowed" : "changed", breaking }];
  }
  if (isNarrower(before, after)) return [{ name, change: "narrowed", breaking: true }];
  const inner = depth < MAX_DEPTH ? compareInside(before, after, name, depth + 1) : [];
  return inner.length > 0 ? inner : [{ name, change: "changed", breaking: false }];
}

/** What differs between the named parts of two objects, or of the items of two lists: `items[].name`. */
function compareInside(before: Schema, after: Schema, name: string, depth: number): ParameterChange[] {
  if (isSchema(before.properties) && isSchema(after.properties))
    return compareObjects(before, after, `${name}.`, depth);
  return isSchema(before.items) && isSchema(after.items) && depth <= MAX_DEPTH
    ? compareInside(before.items, after.items, `${name}[]`, depth + 1)
    : [];
}

/** Whether some value that `before` admits is one that `after`, by its own keywords, does not. */
function isNarrower(before: Schema, after: Schema): boolean {
  return (
    losesSome(before.type, after.type) ||
    losesSome("const" in before ? [before.const] : before.enum, "const" in after ? [after.const] : after.enum) ||
    Object.entries(LIMITS).some(([key, isFloor]) => isTighter(before[key], after[key], isFloor)) ||
    ["pattern", "format", "multipleOf"].some((key) => after[key] !== undefined && before[key] !== after[key]) ||
    (after.uniqueItems === true && before.uniqueItems !== true) ||
    (after.additionalProperties === false && before.additionalProperties !== false) ||
    (isSchema(after.items) && isNarrower(isSchema(before.items) ? before.items : {}, after.items))
  );
}

/** Whether a list of what is admitted lacks something of the list before; no list admits everything. */
function losesSome(before: unknown, after: unknown): boolean {
  if (after === undefined) return false;
  if (before === undefined) return true;
  const [old, next] = [before, after].map((value) =>
    (Array.isArray(value) ? value : [value]).map((each) => JSON.stringify(each)),
  );
  const admits = new Set(next);
  const isAdmitted = (each: string) => admits.has(each) || (each === '"integer"' && admits.has('"number"'));
  return (old ?? []).some((each) => !isAdmitted(each));
}

function isTighter(before: unknown, after: unknown, isFloor: boolean): boolean {
  if (typeof after !== "number") return false;
  if (typeof before !== "number") return true;
  return isFloor ? after > before : after < before;
}
