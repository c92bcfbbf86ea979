import { TOOLS } from "@/dev/demo-provider/handler";

/** What a tool of the demo provider answers. Throws when there is no such tool, and ToolError for bad input. */
export function run(tool: string, input: Record<string, unknown>): Record<string, unknown> {
  const found = TOOLS[tool];
  if (!found) throw new Error(`there is no tool ${tool}`);
  return found.run(input) as Record<string, unknown>;
}
