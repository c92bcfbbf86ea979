/** Clients that an agent runs in, each with the one command that adds our MCP server; the last takes the address alone. */
const CLIENTS: { id: string; title: string; commandOf: (url: string) => string }[] = [
  { id: "claude", title: "Claude Code", commandOf: (url) => `claude mcp add --transport http skills ${url}` },
  { id: "codex", title: "Codex", commandOf: (url) => `codex mcp add skills --url ${url}` },
  { id: "gemini", title: "Gemini CLI", commandOf: (url) => `gemini mcp add --transport http skills ${url}` },
  {
    id: "vscode",
    title: "VS Code",
    commandOf: (url) => `code --add-mcp '${JSON.stringify({ name: "skills", type: "http", url })}'`,
  },
  { id: "other", title: "Other", commandOf: (url) => url },
];

/** The command of each client for the marketplace at `base`. */
export function clientCommands(base: string): { id: string; title: string; command: string }[] {
  return CLIENTS.map(({ id, title, commandOf }) => ({ id, title, command: commandOf(`${base}/mcp`) }));
}
