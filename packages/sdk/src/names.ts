/** A skill, which may be a private one such as `@acme/ledger`, and after another slash one of its tools. */
const NAME = /^(@[^/]+\/[^/]+|[^/]+)(?:\/(.+))?$/;

/** The slug and the tool that `skill` or `skill/tool` names. */
export function splitName(name: string): { slug: string; tool: string | undefined } {
  const [, slug = name, tool] = NAME.exec(name) ?? [];
  return { slug, tool };
}
