import {
  CONTENT,
  CONTENT_NAMES,
  type ContentField,
  type ContentName,
  linesText,
} from "@/lib/supply/skills/content-fields";
import type { Content } from "@/lib/supply/skills/content-schemas";

/** What a revision says, as the API answers it. */
export type RevisionContent = Omit<Content, "package_id" | "category"> & {
  category: string;
  package: { version: string; sha256: string } | null;
};

/** One field of two revisions as text; null where a revision has none. */
export type ComparedField = { name: string; before: string | null; after: string | null };

/** Long texts come last, so that what is short is not lost below them. */
const isLong = (name: ContentName) => CONTENT[name].form === "markdown";

/** The texts of a revision by the names of its fields, in the order in which people judge them. */
function textsOf(content: RevisionContent): Record<string, string | null> {
  const textOf = (name: ContentName) => [CONTENT[name].label, valueText(name, content[name])];
  return Object.fromEntries([
    ...CONTENT_NAMES.filter((name) => !isLong(name)).map(textOf),
    ["Package", content.package && `${content.package.version} (SHA-256 ${content.package.sha256.slice(0, 12)})`],
    ...CONTENT_NAMES.filter(isLong).map(textOf),
  ]);
}

function valueText(name: ContentName, value: RevisionContent[ContentName]): string | null {
  const field: ContentField = CONTENT[name];
  if (typeof value === "object")
    return value && (field.form === "lines" ? linesText(value) : JSON.stringify(value, null, 2));
  return field.choices?.[value] ?? value;
}

/** Names of the choices about something that a revision does not have. */
const unusedChoices = (content: RevisionContent): string[] => [
  ...(content.package ? [] : [CONTENT.package_preview.label]),
  ...(content.response_schema ? [] : [CONTENT.response_mode.label]),
  ...(content.operations ? [] : [CONTENT.endpoint_type.label]),
];

/** The fields in which two revisions differ; all that are filled and used when there is no revision before. */
export function changedFields(before: RevisionContent | null, after: RevisionContent): ComparedField[] {
  const [old, next] = [before && textsOf(before), textsOf(after)];
  const unused = before ? [] : unusedChoices(after);
  return Object.entries(next)
    .map(([name, text]) => ({ name, before: old?.[name] ?? null, after: text }))
    .filter((field) => field.before !== field.after && !unused.includes(field.name));
}
