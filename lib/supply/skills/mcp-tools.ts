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

function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, part]) => [name, sorted(part)]),
  );
}
