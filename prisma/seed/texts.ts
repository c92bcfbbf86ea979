import { TOOLS } from "@/dev/demo-provider/handler";
import { exampleFor } from "@/lib/supply/skills/schema-example";
import type { SeedSkill } from "@/prisma/seed/skills";

/** Longest text, and longest list, that a readme shows of an answer. */
const MAX_SHOWN_CHARS = 160;
const MAX_SHOWN_ITEMS = 5;

/** The Markdown readme of a demo skill. */
export function readmeOf(skill: SeedSkill): string {
  return [
    `# ${skill.name}`,
    skill.about,
    ...(skill.tool ? apiPart(skill, skill.tool) : []),
    ...(skill.guide ? guidePart(skill.guide) : []),
  ].join("\n\n");
}

function apiPart(skill: SeedSkill, tool: string): string[] {
  const schema = TOOLS[tool]?.schema ?? {};
  const properties = Object.entries(
    (schema.properties ?? {}) as Record<string, { title?: string; description?: string; type?: string }>,
  );
  const rows = properties.map(
    ([name, { title, description, type }]) => `| \`${name}\` | ${type ?? "any"} | ${description ?? title ?? ""} |`,
  );
  const example = exampleFor(schema) as Record<string, unknown>;
  return [
    "## Parameters",
    ["| name | type | meaning |", "| --- | --- | --- |", ...rows].join("\n"),
    "## Example",
    `\`\`\`json\n${JSON.stringify(example, null, 2)}\n\`\`\``,
    "Response:",
    `\`\`\`json\n${JSON.stringify(TOOLS[tool]?.run(example), shortened, 2)}\n\`\`\``,
    `Call it at \`/v1/skills/${skill.slug}/execute\`.`,
  ];
}

function shortened(_key: string, value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, MAX_SHOWN_ITEMS);
  if (typeof value !== "string" || value.length <= MAX_SHOWN_CHARS) return value;
  return `${value.slice(0, MAX_SHOWN_CHARS)}…`;
}

function guidePart(guide: string[]): string[] {
  return [
    "## How it works",
    guide.map((step, index) => `${index + 1}. ${step}`).join("\n"),
    "## Use",
    "Download the package and put it into your agent's skills folder; any agent that reads Agent Skills will find it.",
  ];
}

/** The SKILL.md of a demo skill's package. */
export function skillMdOf(skill: SeedSkill, version = "1.0.0"): string {
  const steps = (skill.guide ?? []).map((step, index) => `${index + 1}. ${step}`).join("\n");
  return `---
name: ${skill.slug}
description: ${JSON.stringify(skill.description)}
license: CC-BY-4.0
metadata:
  version: "${version}"
---

# ${skill.name}

${skill.about}

## Steps

${steps}

## Always

- Say what you assume, and ask when an assumption would change the result.
- Keep the material that you were given apart from what you conclude.
- Stop when a step cannot be done, and say which one and why.
`;
}
