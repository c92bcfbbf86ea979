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

/** Throws `invalid_package` if there is any finding; the findings are all errors. */
export function refuseIfAny(findings: Finding[]): void {
  const [first, ...rest] = findings;
  if (first !== undefined) throw invalidPackage([first, ...rest]);
}
