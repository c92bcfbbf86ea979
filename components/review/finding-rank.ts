import type { Tone } from "@/components/ui/panel";

/** What can harm a buyer: a live secret, an attack on the agent, code or text that nobody sees. */
const SERIOUS = new Set([
  "api_token",
  "private_key",
  "prompt_injection",
  "pipe_to_shell",
  "hidden_unicode",
  "unrendered_markdown",
  "executable",
]);
/** What the checks could not read, so that only a person can judge it. */
const SUSPECT = new Set([
  "encoded_blob",
  "nested_archive",
  "unread_files",
  "unreadable_text",
  "unchecked_rest",
  "findings_cut",
]);

type Ranked = { rule: string; severity: string };

/** How serious a finding is for a buyer: 0 is the worst. The author's mistakes of form come last, unless they refuse the package. */
function rankOf({ rule, severity }: Ranked): 0 | 1 | 2 {
  if (severity === "error" || SERIOUS.has(rule)) return 0;
  return SUSPECT.has(rule) ? 1 : 2;
}

const TONES: Tone[] = ["bad", "warn", "plain"];

/** The color of a finding. */
export const toneOf = (finding: Ranked): Tone => TONES[rankOf(finding)] ?? "plain";

/** Whether a finding can harm a buyer. */
export const isSerious = (finding: Ranked): boolean => rankOf(finding) === 0;

/** The findings, the most serious first; those of one rank keep their order. */
export function bySeverity<F extends Ranked>(findings: readonly F[]): F[] {
  return findings.toSorted((left, right) => rankOf(left) - rankOf(right));
}
