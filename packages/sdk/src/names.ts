/** A skill, which may be a private one such as `@acme/ledger`, and after another slash one of its tools. */
const NAME = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.+))?$/;

/** The slug and the tool that `skill` or `skill/tool` names. */
export function splitName(name: string): { slug: string; tool: string | undefined } {
  const [, slug = name, tool] = NAME.exec(name) ?? [];
  return { slug, tool };
}

const MAX_NAME_CHARACTERS = 64;

/** The name of a skill's tool: letters, digits, `_` and `-`, as every agent kit takes it. */
export const toolName = (slug: string) => slug.replace("@", "").replaceAll(/[-/]/g, "_").slice(0, MAX_NAME_CHARACTERS);

/** Where a skill is run; `skill/tool` names one tool of a skill with several. */
export function executeOf(name: string): string {
  const { slug, tool } = splitName(name);
  return `${pathOf(slug)}/${tool === undefined ? "" : `tools/${encodeURIComponent(tool)}/`}execute`;
}

/** Where a skill is. */
export const pathOf = (slug: string) => `/v1/skills/${encodeURIComponent(slug)}`;
