import type { z } from "zod";
import { CONTENT_NAMES } from "@/lib/supply/skills/content-fields";
import { CONTENT_FIELDS } from "@/lib/supply/skills/content-schemas";

/** The content fields of a skill as a Markdown table. */
export function contentText(): string {
  const rows = CONTENT_NAMES.map((name) => `| \`${name}\` | ${descriptionOf(CONTENT_FIELDS[name])} |`);
  return ["| field | what it is |", "| --- | --- |", ...rows].join("\n");
}

/** What the API says of a field; optional and nullable ones say it inside. */
function descriptionOf(schema: z.ZodType): string {
  if (schema.description) return schema.description;
  const { unwrap } = schema as { unwrap?: () => z.ZodType };
  return unwrap ? descriptionOf(unwrap.call(schema)) : "";
}
