import { readFileSync } from "node:fs";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { runIn } from "@/tests/support/npm-project";
import { person } from "@/tests/support/people";

const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
beforeAll(async () => {
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(() => drain(host));

const guide = readFileSync("app/docs/guides/connect.md", "utf8");

function blocks(language: string): string[] {
  const found = [...guide.matchAll(new RegExp(`\`\`\`${language}\n(.*?)\`\`\``, "gs"))];
  return found.map(([, block = ""]) => block.replaceAll("{{base}}", base));
}

test("every command of the guide on connecting runs, and its configurations reach the server", async () => {
  const { key } = await person();
  const [claude, ...commands] = blocks("sh");
  expect(claude).toBe(`claude mcp add --transport http skills ${base}/mcp\n`);
  const made: Record<string, string>[] = [];
  for (const command of commands) {
    const script = command.replaceAll("curl ", "curl -sf ");
    const { code, stdout } = await runIn(".", ["bash", "-ec", script], { env: { SKILLS_API_KEY: key } });
    expect([command, code]).toEqual([command, 0]);
    for (const line of stdout.split(/(?<=\})(?=\{)/)) made.push(JSON.parse(line));
  }
  const secret = made.find(({ api_key }) => api_key)?.api_key ?? "";
  expect(made.map(({ issuer, resource }) => issuer ?? resource).filter(Boolean)).toHaveLength(2);
  const [open, keyed] = blocks("json").map((block) => JSON.parse(block).mcpServers.skills);
  expect(open).toEqual({ type: "http", url: `${base}/mcp` });
  const headers = { authorization: keyed.headers.Authorization.replace(/\$\{SKILLS_API_KEY\}/, secret) };
  const client = new Client({ name: "guide", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(keyed.url), { requestInit: { headers } }));
  expect((await client.callTool({ name: "get_balance" })).isError).toBeUndefined();
  await client.close();
});
