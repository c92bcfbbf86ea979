import { env } from "@/lib/platform/core/env";

/** Untrusted text inside a line of Markdown, fully escaped. */
export function inline(text: string): string {
  return text.replace(/\s+/g, " ").replace(/[\\`*_{}[\]<>#|~!]/g, "\\$&");
}

/** A list of skills in Markdown: each with what it does and the address of its own text. */
export function skillLines(skills: { slug: string; name: string; description: string }[]): string {
  const address = (slug: string) => `${env().PUBLIC_URL}/skills/${slug}.md`;
  return skills
    .map(({ slug, name, description }) => `- [${inline(name)}](${address(slug)}): ${inline(description)}`)
    .join("\n");
}

/** An answer in Markdown, from its blocks. */
export function markdownAnswer(blocks: string[]): Response {
  return new Response(`${blocks.join("\n\n")}\n`, {
    headers: { "content-type": "text/markdown; charset=utf-8" },
  });
}
