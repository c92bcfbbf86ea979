import { env } from "@/lib/platform/core/env";

/** What tokens can be for: the addresses of the API and of the MCP server. */
export function resources() {
  const { PUBLIC_URL } = env();
  return { api: `${PUBLIC_URL}/v1`, mcp: `${PUBLIC_URL}/mcp` };
}
