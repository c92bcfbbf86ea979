/** A JSON Schema of the API's description, as far as input is made from it. */
export type Schema = {
  type?: string | string[];
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  $ref?: string;
  enum?: unknown[];
  const?: unknown;
  format?: string;
  default?: unknown;
  examples?: unknown[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  oneOf?: Schema[];
  anyOf?: Schema[];
  allOf?: Schema[];
};

/** Numbers that follow from a seed (mulberry32), so that a failure can be repeated. */
export function seeded(seed: number) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    chance: (probability: number) => next() < probability,
    below: (bound: number) => Math.floor(next() * bound),
    pick: <T>(from: readonly T[]): T => from[Math.floor(next() * from.length)] as T,
  };
}
export type Random = ReturnType<typeof seeded>;

/** What strangers send in place of a value. */
const NASTY: unknown[] = [
  null,
  "",
  " ",
  "\u0000",
  "\ud800",
  "' OR 1=1 --",
  "../../etc/passwd",
  "<script>alert(1)</script>",
  "{{7*7}}",
  "%00",
  "x".repeat(5_000),
  "٣",
  "é",
  "\u202etxt",
  -1,
  0,
  1e308,
  0.1 + 0.2,
  2 ** 53,
  true,
  [],
  [[[[]]]],
  {},
  { __proto__: { isAdmin: true } },
  { toString: 1, constructor: { prototype: {} } },
  "1970-01-01T00:00:00Z",
  "9999-12-31T23:59:59.999Z",
  "00000000-0000-0000-0000-000000000000",
  "http://169.254.169.254/latest",
];

/** Makes values for schemas of a document: mostly right ones, now and then one that is wrong. */
export function inputMaker(random: Random, resolve: (ref: string) => Schema, known: Record<string, string[]>) {
  const leaf = (schema: Schema, name: string): unknown => {
    const type = Array.isArray(schema.type) ? random.pick(schema.type) : schema.type;
    const pool = known[name];
    if (type === "string" && pool && random.chance(0.7)) return random.pick(pool);
    const { examples = [], format, minimum = 0, maximum = minimum + 1_000 } = schema;
    if (examples.length > 0 && random.chance(0.5)) return random.pick(examples);
    if (type === "integer") return minimum + random.below(Math.min(maximum - minimum + 1, 1_000));
    if (type === "number") return Math.round((minimum + random.next() * Math.min(maximum - minimum, 10)) * 100) / 100;
    if (type === "boolean") return random.chance(0.5);
    if (type === "null") return null;
    if (type === "object" || type === undefined) return { text: "hello" };
    if (format === "uuid") return `019b0000-0000-7000-8000-00000000000${random.below(10)}`;
    if (format === "email") return `fuzz-${random.below(1_000)}@example.com`;
    if (format === "uri") return `https://example.com/${random.below(10)}`;
    if (format === "date-time") return new Date(Date.UTC(2026, random.below(12), 1)).toISOString();
    if (format === "date") return `2026-0${1 + random.below(9)}-01`;
    return `text-${random.below(1_000)}`.slice(0, schema.maxLength ?? 100).padEnd(schema.minLength ?? 0, "x");
  };
  const make = (schema: Schema, name = "", depth = 0): unknown => {
    if (random.chance(0.04)) return random.pick(NASTY);
    if (schema.$ref) return make(resolve(schema.$ref), name, depth);
    if (schema.const !== undefined) return schema.const;
    if (schema.enum) return random.pick(schema.enum);
    const variants = schema.oneOf ?? schema.anyOf;
    if (variants) return make(random.pick(variants), name, depth);
    if (schema.properties) return object(schema, depth);
    if (schema.type === "array") {
      const count = (schema.minItems ?? 0) + random.below(3);
      return Array.from({ length: count }, () => make(schema.items ?? {}, name, depth + 1));
    }
    return leaf(schema, name);
  };
  const object = ({ properties = {}, required = [] }: Schema, depth: number) => {
    const made: Record<string, unknown> = {};
    for (const [name, property] of Object.entries(properties))
      if ((required.includes(name) && random.chance(0.97)) || random.chance(depth > 3 ? 0.05 : 0.35))
        made[name] = make(property, name, depth + 1);
    if (random.chance(0.03)) made.unknown_field = 1;
    return made;
  };
  return make;
}
