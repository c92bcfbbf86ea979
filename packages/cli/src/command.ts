import { type ParseArgsConfig, parseArgs } from "node:util";
import type { Globals } from "./config.ts";
import { usageError } from "./failure.ts";

type Options = NonNullable<ParseArgsConfig["options"]>;
export type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

/** A command of the CLI. */
export type Command = {
  /** What follows its name, as the help shows it. */
  usage: string;
  summary: string;
  options?: Options;
  /** Hands over unknown flags in `rest`: those of a skill's parameters. */
  takesAnyFlag?: boolean;
  /** Prints what its help says of these arguments. */
  helpOf?: (input: { globals: Globals; args: string[] }) => Promise<void>;
  run: (input: { globals: Globals; args: string[]; values: Values; rest: string[] }) => Promise<void>;
};

const GLOBAL_OPTIONS = {
  json: { type: "boolean" },
  key: { type: "string" },
  url: { type: "string" },
  account: { type: "string" },
  help: { type: "boolean", short: "h" },
} satisfies Options;

/** Reads the arguments of a command. Throws a usage error that names what is wrong. */
export function parse(command: Command, argv: string[]) {
  const options: Options = { ...GLOBAL_OPTIONS, ...command.options };
  const [own, rest] = command.takesAnyFlag ? split(argv, options) : [argv, []];
  try {
    const { values, positionals } = parseArgs({ args: own, options, allowPositionals: true, strict: true });
    const { json = false, key, url, account, help = false } = values as Values;
    const globals: Globals = {
      json: json === true,
      key: asText(key),
      url: asText(url),
      account: asText(account),
    };
    return { globals, args: positionals, values: values as Values, rest, isHelp: help === true };
  } catch (error) {
    throw usageError((error as Error).message);
  }
}

/** Parts the command's own flags from those of a skill; what follows `--` belongs to the skill. */
function split(argv: string[], options: Options): [own: string[], rest: string[]] {
  const own: string[] = [];
  const rest: string[] = [];
  for (let at = 0; at < argv.length; at++) {
    const arg = argv[at] as string;
    if (arg === "--") return [own, [...rest, ...argv.slice(at + 1)]];
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || name in options) {
      own.push(arg);
      if (name !== undefined && options[name]?.type === "string" && !arg.includes("=")) own.push(argv[++at] ?? "");
    } else {
      rest.push(arg);
      const next = argv[at + 1];
      if (!arg.includes("=") && next !== undefined && !next.startsWith("--")) rest.push(argv[++at] as string);
    }
  }
  return [own, rest];
}

export const asText = (value: Values[string]) => (typeof value === "string" ? value : undefined);

/** A flag that is a number. Throws a usage error. */
export function asNumber(values: Values, name: string): number | undefined {
  const text = asText(values[name]);
  if (text === undefined) return undefined;
  const number = Number(text);
  if (text.trim() === "" || !Number.isFinite(number)) throw usageError(`--${name} must be a number.`);
  return number;
}

/** The one argument of a command. Throws a usage error. */
export function onlyArgument(args: string[], what: string): string {
  const [first, second] = args;
  if (first === undefined) throw usageError(`Name the ${what}.`);
  if (second !== undefined) throw usageError(`One ${what} only; \`${second}\` is too many.`);
  return first;
}
