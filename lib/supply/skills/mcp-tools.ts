import { createHash } from "node:crypto";

type Tool = Record<string, unknown> & { name: string };

/** What agents and clients read of a tool: a change of anything else does not matter. */
const DEFINITION = ["name", "title", "description", "inputSchema", "outputSchema", "annotations"] as const;

/** A tool's definition as its server lists it. */
export function definitionOf(tool: Tool): Record<string, unknown> {
  return Object.fromEntries(DEFINITION.flatMap((name) => (tool[name] === undefined ? [] : [[name, tool[name]]])));
}

/** SHA-256 of a tool's definition, whatever the order of its properties. */
export const toolDigest = (tool: Tool): string => digestOf(definitionOf(tool));

/** SHA-256 of JSON, whatever the order of its properties. */
export function digestOf(value: unknown): string {
  return createHash("sha256")
    .update(JSON.stringify(sorted(value)))
    .digest("hex");
}

const HINTS = ["readOnlyHint", "destructiveHint", "idempotentHint", "openWorldHint"] as const;

/** What buyers see of a definition, as text to compare: title and description, then schemas and hints as JSON in one order. */
export function definitionText({
  title,
  description,
  inputSchema,
  outputSchema,
  annotations,
}: Record<string, unknown>) {
  const { $schema: _, ...input } = recordOf(inputSchema);
  const { $schema: __, ...output } = recordOf(outputSchema);
  const hints = Object.entries(recordOf(annotations)).filter(([name]) => HINTS.some((hint) => hint === name));
  const parts: [string, Record<string, unknown>][] = [
    ["Input schema", input],
    ["Output schema", output],
    ["Hints", Object.fromEntries(hints.filter(([, value]) => typeof value === "boolean"))],
  ];
  const shown = parts.filter(([, value]) => Object.keys(value).length > 0);
  const texts = [title, description].filter((text) => typeof text === "string" && text.trim() !== "");
  return [...texts, ...shown.map(([name, value]) => `${name}: ${JSON.stringify(sorted(value), null, 2)}`)].join("\n");
}

const recordOf = (value: unknown) => ((typeof value === "object" ? value : null) as Record<string, unknown>) ?? {};

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}
