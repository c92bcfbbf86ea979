import { AppError } from "@/lib/platform/core/errors";
import { Severity } from "@/lib/platform/core/severity-schemas";

/** Findings that can harm a buyer: a live secret, an attack on the agent, hidden code or text. */
const HIGH_RULES = new Set([
  "api_token",
  "private_key",
  "prompt_injection",
  "pipe_to_shell",
  "secrets_and_network",
  "hidden_unicode",
  "executable",
  "disables_protection",
  "encoded_command",
]);

/** How severe a check's finding is when the check does not say so itself. */
export function severityOf(rule: string): Severity {
  return HIGH_RULES.has(rule) ? "high" : "medium";
}

/** The findings, the most severe first; those of one severity keep their order. */
export function bySeverity<F extends { severity: Severity }>(findings: readonly F[]): F[] {
  return findings.toSorted((left, right) => rankOf(left) - rankOf(right));
}

function rankOf({ severity }: { severity: Severity }): number {
  return Severity.options.indexOf(severity);
}

/** One thing found in a package: which rule, in which file (null: the archive itself), on which line (from 1). */
export type Finding = {
  rule: string;
  file: string | null;
  line: number | null;
  severity: Severity;
  message: string;
};

export type Report = (severity: Severity, rule: string, line: number | null, message: string) => void;

/** Most findings, so that a hostile package can't fill our answers. */
export const MAX_FINDINGS = 100;

const MAX_SHOWN_NAME_CHARACTERS = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** An error about a file, or about the whole archive when `file` is null. */
export function errorFinding(rule: string, file: string | null, message: string, line: number | null = null): Finding {
  return { rule, file: file === null ? null : printable(file), line, severity: "error", message };
}

/** An untrusted name for a message: control and invisible characters written as `\u{…}`, cut to 200. */
export function printable(name: string): string {
  const cut = name.length > MAX_SHOWN_NAME_CHARACTERS ? `${name.slice(0, MAX_SHOWN_NAME_CHARACTERS)}…` : name;
  return cut.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The 400 that names the first error in its message and carries up to 100 findings in `details.findings`. */
export function invalidPackage(findings: [Finding, ...Finding[]], cause?: unknown): AppError {
  const [first] = findings;
  const place = first.file === null ? "" : `${first.file}${first.line === null ? "" : `, line ${first.line}`}: `;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  return new AppError("invalid_package", `${place}${first.message}${more}`, {
    details: { findings: findings.slice(0, MAX_FINDINGS) },
    cause,
  });
}

/** Of a rule that hits over and over, these many remarks stay before others give way to them. */
const FIRST_OF_EACH_RULE = 3;

/**
 * At most `max` findings, the last of which says how many are left out and how severe the worst of them is. The most
 * severe stay, and of these the first of each rule, so that many harmless remarks cannot push out the one that matters.
 */
export function cutFindings(findings: Finding[], max: number, file: string | null): Finding[] {
  if (findings.length <= max) return findings;
  const seen = new Map<string, number>();
  const entries = findings.map((finding, at) => {
    const key = `${finding.rule} ${finding.message}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return { at, finding, severity: finding.severity, isFirst: (seen.get(key) ?? 0) <= FIRST_OF_EACH_RULE };
  });
  const ordered = bySeverity(entries.toSorted((left, right) => Number(right.isFirst) - Number(left.isFirst)));
  const shown = ordered.slice(0, max - 1).toSorted((left, right) => left.at - right.at);
  const [worst] = ordered.slice(max - 1);
  const message = `${findings.length - shown.length} more remarks are left out.`;
  const severity = worst?.severity === "high" ? "high" : "medium";
  return [...shown.map(({ finding }) => finding), { rule: "findings_cut", file, line: null, severity, message }];
}

export function refuseIfAny(findings: Finding[]): void {
  const [first, ...rest] = findings;
  if (first !== undefined) throw invalidPackage([first, ...rest]);
}
