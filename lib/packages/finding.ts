import { AppError } from "@/lib/core/errors";

/** `error` refuses the package, `warning` tells its author, `notice` tells its reviewer. */
export type Severity = "error" | "warning" | "notice";

/** One thing found in a package: which rule, in which file (null: the archive itself), on which line (from 1). */
export type Finding = {
  rule: string;
  file: string | null;
  line: number | null;
  severity: Severity;
  message: string;
};

/** Takes note of one finding about the file at hand. */
export type Report = (severity: Severity, rule: string, line: number | null, message: string) => void;

/** More findings than this help nobody and would let a hostile package fill our answers. */
export const MAX_FINDINGS = 100;

const MAX_SHOWN_NAME_CHARACTERS = 200;
const UNPRINTABLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;

/** An error about a file, or about the whole archive when `file` is null. */
export function errorFinding(
  rule: string,
  file: string | null,
  message: string,
  line: number | null = null,
): Finding {
  return { rule, file: file === null ? null : printable(file), line, severity: "error", message };
}

/** A name from a stranger, fit for a message: control and invisible characters written as `\u{…}`, cut to 200. */
export function printable(name: string): string {
  const cut = name.length > MAX_SHOWN_NAME_CHARACTERS ? `${name.slice(0, MAX_SHOWN_NAME_CHARACTERS)}…` : name;
  return cut.replace(UNPRINTABLE, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);
}

/** The 400 that names the first error in its message and carries up to 100 findings in `details.findings`. */
export function invalidPackage(findings: [Finding, ...Finding[]], cause?: unknown): AppError {
  const [first] = findings;
  const place =
    first.file === null ? "" : `${first.file}${first.line === null ? "" : `, line ${first.line}`}: `;
  const more = findings.length > 1 ? ` (and ${findings.length - 1} more)` : "";
  return new AppError("invalid_package", `${place}${first.message}${more}`, {
    details: { findings: findings.slice(0, MAX_FINDINGS) },
    cause,
  });
}

/** Of a rule that hits over and over, these many remarks stay before others give way to them. */
const KEPT_OF_EACH_RULE = 3;

/**
 * At most `max` findings, the last of which says how many are left out. Each rule keeps its first ones, so that many
 * harmless remarks cannot push out the one that matters.
 */
export function cutFindings(findings: Finding[], max: number, file: string | null): Finding[] {
  if (findings.length <= max) return findings;
  const seen = new Map<string, number>();
  const isFirst = findings.map(({ rule, message }) => {
    const key = `${rule} ${message}`;
    seen.set(key, (seen.get(key) ?? 0) + 1);
    return (seen.get(key) ?? 0) <= KEPT_OF_EACH_RULE;
  });
  const order = [...findings.keys()];
  const chosen = [...order.filter((at) => isFirst[at]), ...order.filter((at) => !isFirst[at])].slice(
    0,
    max - 1,
  );
  const kept = chosen.toSorted((left, right) => left - right).flatMap((at) => findings[at] ?? []);
  const message = `${findings.length - kept.length} more remarks are left out.`;
  return [...kept, { rule: "findings_cut", file, line: null, severity: "notice", message }];
}

/** Throws `invalid_package` if there is any finding; the findings are all errors. */
export function refuseIfAny(findings: Finding[]): void {
  const [first, ...rest] = findings;
  if (first !== undefined) throw invalidPackage([first, ...rest]);
}
