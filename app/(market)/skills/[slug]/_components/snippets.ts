/** A piece of code: what it is called, what it is written in, and itself. */
export type Snippet = { label: string; language: string; code: string };

/**
 * What a skill offers: to be run, to be downloaded, or both; and what a use of it costs now, so that no code pays more than
 * its reader has seen. Null when uses are not paid one by one.
 */
export type Offer = {
  base: string;
  slug: string;
  /** The tool that is used, of a skill with several. */
  tool: string | null;
  canRun: boolean;
  canDownload: boolean;
  maxPrice: number | null;
};

/** The ways to use a skill from a program, as they stand in the page's address. */
export const SNIPPET_LANGUAGES = ["curl", "typescript", "python", "mcp"] as const;
export type SnippetLanguage = (typeof SNIPPET_LANGUAGES)[number];

const TITLES = { curl: "curl", typescript: "TypeScript", python: "Python", mcp: "MCP" };

/** What people call a way to use a skill. */
export function snippetTitle(language: SnippetLanguage): string {
  return TITLES[language];
}

/** Ready-made code that uses a skill with these parameters. Empty when the skill cannot be used that way. */
export function snippetsOf(language: SnippetLanguage, offer: Offer, parameters: unknown): Snippet[] {
  const { run, download } = WRITERS[language];
  return [...(offer.canRun ? run(offer, parameters) : []), ...(offer.canDownload && download ? download(offer) : [])];
}

type Writer = {
  run: (offer: Offer, parameters: unknown) => Snippet[];
  download?: (offer: Offer) => Snippet[];
};

/** Where a skill is used, for no more than it costs now. */
const address = ({ base, slug, tool, maxPrice }: Offer, action: "execute" | "download") =>
  `${base}/v1/skills/${slug}/${tool !== null && action === "execute" ? `tools/${tool}/` : ""}${action}${maxPrice === null ? "" : `?max_price=${maxPrice}`}`;

const WRITERS: Record<SnippetLanguage, Writer> = {
  curl: {
    run: (offer, parameters) => [
      {
        label: "Run",
        language: "sh",
        code: `curl "${address(offer, "execute")}" \\
  -H "Authorization: Bearer $SKILLS_API_KEY" \\
  -H "Content-Type: application/json" \\
  -H "Idempotency-Key: $(date +%s%N)" \\
  -d '${JSON.stringify(parameters).replace(/'/g, "'\\''")}'`,
      },
    ],
    download: (offer) => [
      {
        label: "Download",
        language: "sh",
        code: `curl -f "${address(offer, "download")}" \\
  -H "Authorization: Bearer $SKILLS_API_KEY" \\
  -o ${offer.slug}.zip`,
      },
    ],
  },
  typescript: {
    run: (offer, parameters) => [
      {
        label: "Run",
        language: "ts",
        code: `const response = await fetch("${address(offer, "execute")}", {
  method: "POST",
  headers: {
    Authorization: \`Bearer \${process.env.SKILLS_API_KEY}\`,
    "Content-Type": "application/json",
    "Idempotency-Key": crypto.randomUUID(),
  },
  body: JSON.stringify(${indented(parameters, "  ")}),
});
if (!response.ok) throw new Error((await response.json()).error.message);
const { result, usage, balance } = await response.json();`,
      },
    ],
    download: (offer) => [
      {
        label: "Download",
        language: "ts",
        code: `import { writeFile } from "node:fs/promises";

const response = await fetch("${address(offer, "download")}", {
  headers: { Authorization: \`Bearer \${process.env.SKILLS_API_KEY}\` },
});
if (!response.ok) throw new Error((await response.json()).error.message);
await writeFile("${offer.slug}.zip", Buffer.from(await response.arrayBuffer()));`,
      },
    ],
  },
  python: {
    run: (offer, parameters) => [
      {
        label: "Run",
        language: "python",
        code: `import os
import uuid

import requests

response = requests.post(
    "${address(offer, "execute")}",
    headers={
        "Authorization": f"Bearer {os.environ['SKILLS_API_KEY']}",
        "Idempotency-Key": str(uuid.uuid4()),
    },
    json=${toPython(parameters)},
)
response.raise_for_status()
result = response.json()["result"]`,
      },
    ],
    download: (offer) => [
      {
        label: "Download",
        language: "python",
        code: `import os

import requests

response = requests.get(
    "${address(offer, "download")}",
    headers={"Authorization": f"Bearer {os.environ['SKILLS_API_KEY']}"},
)
response.raise_for_status()
with open("${offer.slug}.zip", "wb") as file:
    file.write(response.content)`,
      },
    ],
  },
  mcp: {
    run: ({ base, slug, tool, maxPrice }, parameters) => [
      {
        label:
          "Run once for Claude Code; other clients use the same URL. You approve access and set a spending cap in the browser",
        language: "sh",
        code: `claude mcp add --transport http skills ${base}/mcp`,
      },
      {
        label: "Then the agent calls the tool execute_skill with",
        language: "json",
        code: indented({ slug, ...(tool !== null && { tool }), parameters, max_price: maxPrice ?? 0 }, ""),
      },
    ],
  },
};

/** JSON whose lines after the first begin as deep as the code around it. */
function indented(value: unknown, indent: string): string {
  return JSON.stringify(value, null, 2).replace(/\n/g, `\n${indent}`);
}

function toPython(value: unknown): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (Array.isArray(value)) return `[${value.map(toPython).join(", ")}]`;
  if (typeof value === "object")
    return `{${Object.entries(value)
      .map(([key, part]) => `${JSON.stringify(key)}: ${toPython(part)}`)
      .join(", ")}}`;
  return JSON.stringify(value);
}
