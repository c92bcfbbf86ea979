import { DOC_PAGES } from "@/app/_lib/docs-pages";
import { skillLines } from "@/app/_lib/markdown";
import { env } from "@/lib/platform/core/env";
import * as site from "@/lib/platform/site/service";
import * as catalog from "@/lib/supply/catalog/service";

const SKILLS_SHOWN = 100;

/** What an agent should know of this site, and where it finds the rest. */
export async function GET(): Promise<Response> {
  const { PUBLIC_URL } = env();
  const [name, { data }] = await Promise.all([
    site.marketplaceName(),
    catalog.browse({ limit: SKILLS_SHOWN, offset: 0 }, null),
  ]);
  const lines = [
    `# ${name}`,
    "> Skills for AI agents: reviewed, paid with prepaid credits (1 credit = 1 US dollar), run through one API.",
    `## Use\n\n- API description: ${PUBLIC_URL}/v1/openapi.json\n- Register: POST ${PUBLIC_URL}/v1/auth/register\n- MCP server (Streamable HTTP; OAuth with a spending cap, or an API key): ${PUBLIC_URL}/mcp\n- Free packages for \`npx skills add\`: ${PUBLIC_URL}/.well-known/agent-skills/index.json\n- Free packages as Claude Code plugins: ${PUBLIC_URL}/.claude-plugin/marketplace.json\n- Search: GET ${PUBLIC_URL}/v1/skills?search=…\n- Compare up to four skills for your number of calls a month: ${PUBLIC_URL}/compare.md?skills={slug},{slug}&calls=1000\n- Execute: POST ${PUBLIC_URL}/v1/skills/{slug}/execute (send an Idempotency-Key, and ?max_price= with the highest price that you accept; add ?dry_run=true for a quote)`,
    `## Docs\n\nAll in one: ${PUBLIC_URL}/llms-full.txt\n\n${DOC_PAGES.map(({ slug, title, summary }) => `- [${title}](${PUBLIC_URL}/docs/${slug}.md): ${summary}`).join("\n")}`,
    `## Popular skills\n\n${skillLines(data)}`,
  ];
  return new Response(`${lines.join("\n\n")}\n`, {
    headers: { "content-type": "text/plain; charset=utf-8" },
  });
}
