/**
 * The rules of the automatic checks, by what each reads. A statement about a version says which ran, and how often each found something.
 * Rules that refuse an upload are not among them: what they find is never reviewed.
 */

/** In every text, of a package or of a skill. */
const TEXT_RULES = [
  "api_token",
  "disables_protection",
  "encoded_blob",
  "encoded_command",
  "fake_prerequisite",
  "hidden_unicode",
  "hides_from_user",
  "image_exfiltration",
  "invented_trust",
  "pipe_to_shell",
  "private_key",
  "prompt_injection",
  "role_comment",
] as const;

/** In the files of a package and its SKILL.md. */
export const PACKAGE_RULES = [
  ...TEXT_RULES,
  "allowed_tools_form",
  "body_empty",
  "body_length",
  "executable",
  "field_empty",
  "field_not_text",
  "frontmatter_dashes",
  "metadata_nested",
  "nested_archive",
  "reference_depth",
  "reference_missing",
  "reference_outside",
  "secrets_and_network",
  "system_files",
  "unchecked_rest",
  "unknown_field",
  "unread_files",
  "unreadable_text",
  "version_format",
  "version_place",
] as const;

/** In the texts of a skill, such as its readme and schemas. */
const SKILL_RULES = [
  ...TEXT_RULES,
  "asks_for_secret",
  "names_other_tool",
  "outside_link",
  "unrendered_markdown",
] as const;

/** In its names and price, compared with those of others at the time of the decision. */
const SUBMISSION_RULES = ["brand_name", "imitated_publisher", "imitated_skill", "says_free"] as const;

const ALL = [...PACKAGE_RULES, ...SKILL_RULES, ...SUBMISSION_RULES];
export const RULES: readonly string[] = [...new Set<string>(ALL)].sort();

/** How many findings each rule has, by its id. */
export type RuleCounts = Record<string, number>;

/**
 * Every rule that read a submission with the number of its findings; a finding of a rule of another release counts, too. `inPackage`
 * are the rules that inspected its package, null without one: a rule that reads packages and isn't among them did not read all of it.
 */
export function countRules(findings: readonly { rule: string }[], inPackage: readonly string[] | null): RuleCounts {
  const counts = new Map<string, number>();
  const missed = inPackage ? PACKAGE_RULES.filter((rule) => !inPackage.includes(rule)) : [];
  for (const rule of [...SKILL_RULES, ...(inPackage ?? []), ...SUBMISSION_RULES]) counts.set(rule, 0);
  for (const rule of missed) counts.delete(rule);
  for (const { rule } of findings) counts.set(rule, (counts.get(rule) ?? 0) + 1);
  return Object.fromEntries([...counts].sort(([one], [other]) => (one < other ? -1 : 1)));
}
