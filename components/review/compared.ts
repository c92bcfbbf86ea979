/** What a revision says, as the API answers it. */
export type RevisionContent = {
  name: string;
  description: string;
  category: string;
  readme: string | null;
  execution_type: string;
  api_endpoint: string | null;
  api_schema: Record<string, unknown> | null;
  package: { version: string; sha256: string } | null;
};

/** One field of two revisions as text; null where a revision has none. */
export type ComparedField = { name: string; before: string | null; after: string | null };

/** The texts of a revision by the names of its fields, in the order in which people judge them. */
export function textsOf(content: RevisionContent): Record<string, string | null> {
  return {
    Name: content.name,
    Description: content.description,
    Category: content.category,
    Kind: content.execution_type,
    Endpoint: content.api_endpoint,
    Schema: content.api_schema && JSON.stringify(content.api_schema, null, 2),
    Package: content.package && `${content.package.version} (SHA-256 ${content.package.sha256.slice(0, 12)})`,
    Readme: content.readme,
  };
}

/** The fields in which two revisions differ; all that are filled when there is no revision before. */
export function changedFields(before: RevisionContent | null, after: RevisionContent): ComparedField[] {
  const [old, next] = [before && textsOf(before), textsOf(after)];
  return Object.entries(next)
    .map(([name, text]) => ({ name, before: old?.[name] ?? null, after: text }))
    .filter((field) => field.before !== field.after);
}
