import { readFileSync } from "node:fs";
import { usageError } from "./failure.ts";
import { readStdin } from "./input.ts";

type Json = Record<string, unknown>;
type Schema = {
  type?: string | string[];
  items?: Schema;
  properties?: Record<string, Schema>;
  required?: string[];
};

/** The flag of a parameter: `maxWords` and `max_words` are `--max-words`. */
export const flagOf = (name: string) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1-$2")
    .replaceAll("_", "-")
    .toLowerCase();

/**
 * Makes a skill's parameters from flags, by its schema: numbers, booleans (`--flag`, `--no-flag`), lists (a flag repeated)
 * and JSON for objects. `--input` has the whole object as JSON, a file's name behind `@`, or `-` for standard input; flags
 * win over it. Throws a usage error that names the flag, or those that are missing.
 */
export async function parametersOf(schema: Schema | null, rest: string[], input: string | undefined): Promise<Json> {
  const parameters = input === undefined ? {} : asObject(await textOf(input));
  const properties = schema?.properties ?? {};
  const byFlag = new Map(Object.keys(properties).map((name) => [flagOf(name), name]));
  for (let at = 0; at < rest.length; at++) {
    const [, flag = "", given] = /^--([^=]+)(?:=([\s\S]*))?$/.exec(rest[at] ?? "") ?? [];
    if (!flag) throw usageError(`\`${rest[at]}\` is no flag. Parameters are flags: --name value.`);
    const isNegated = flag.startsWith("no-") && !byFlag.has(flag);
    const name = byFlag.get(isNegated ? flag.slice(3) : flag) ?? (flag in properties ? flag : undefined);
    if (name === undefined) throw usageError(`The skill has no parameter --${flag}.${known(byFlag)}`);
    const property = properties[name] ?? {};
    const next = rest[at + 1];
    const isSwitch = typeOf(property) === "boolean" && given === undefined && !/^(true|false)$/.test(next ?? "");
    if (isSwitch) {
      parameters[name] = !isNegated;
      continue;
    }
    const text = given ?? (next?.startsWith("--") ? undefined : rest[++at]);
    if (text === undefined) throw usageError(`--${flag} needs a value.`);
    const isList = typeOf(property) === "array";
    const value = await readValue(isList ? (property.items ?? {}) : property, text, flag);
    const before = parameters[name];
    parameters[name] = !isList || Array.isArray(value) ? value : [...(Array.isArray(before) ? before : []), value];
  }
  requireAll(schema, parameters);
  return parameters;
}

function requireAll(schema: Schema | null, parameters: Json): void {
  const missing = (schema?.required ?? []).filter((name) => !(name in parameters));
  if (missing.length > 0)
    throw usageError(
      `Missing: ${missing.map((name) => `--${flagOf(name)}`).join(", ")}. Give flags, or JSON with --input (- reads standard input).`,
    );
}

const known = (flags: Map<string, string>) =>
  flags.size === 0 ? "" : ` It takes: ${[...flags.keys()].map((flag) => `--${flag}`).join(", ")}.`;

const typeOf = ({ type }: Schema) => (Array.isArray(type) ? type.find((one) => one !== "null") : type);

async function readValue(schema: Schema, given: string, flag: string): Promise<unknown> {
  const type = typeOf(schema);
  if (type === "integer" || type === "number") {
    const number = Number(given);
    if (given.trim() === "" || !Number.isFinite(number)) throw usageError(`--${flag} must be a number.`);
    return number;
  }
  if (type === "boolean") {
    if (given !== "true" && given !== "false") throw usageError(`--${flag} must be true or false.`);
    return given === "true";
  }
  const text = given === "-" || given.startsWith("@") ? await textOf(given) : given;
  if (type === "string") return text;
  try {
    return JSON.parse(text);
  } catch {
    if (type === "object") throw usageError(`--${flag} must be JSON.`);
    return text;
  }
}

async function textOf(given: string): Promise<string> {
  if (given === "-") return readStdin();
  if (!given.startsWith("@")) return given;
  try {
    return readFileSync(given.slice(1), "utf8");
  } catch {
    throw usageError(`${given.slice(1)} cannot be read.`);
  }
}

/** The objects of a text with one JSON object a line: a file behind `@`, or `-` for standard input. Throws a usage error. */
export async function inputLines(given: string): Promise<Json[]> {
  const lines = (await textOf(given)).split("\n").filter((line) => line.trim() !== "");
  return lines.map(asObject);
}

function asObject(text: string): Json {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Json;
  } catch {}
  throw usageError("--input must be a JSON object; a batch takes one a line.");
}
