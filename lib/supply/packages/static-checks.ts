import { setImmediate } from "node:timers/promises";
import { megabytes } from "@/lib/platform/core/limits";
import { behaviorOf } from "@/lib/supply/packages/behavior";
import type { PackageBehavior } from "@/lib/supply/packages/behavior-schemas";
import { ATTACK_CHECKS } from "@/lib/supply/packages/check-attacks";
import { findBinaries } from "@/lib/supply/packages/check-binaries";
import { BLOB_CHECKS } from "@/lib/supply/packages/check-blobs";
import { findSecretReaders } from "@/lib/supply/packages/check-code";
import { type Check, type Hit, MAX_HITS_PER_CHECK } from "@/lib/supply/packages/check-hits";
import { INJECTION_CHECKS, REMOTE_CODE_CHECKS } from "@/lib/supply/packages/check-phrases";
import { SECRET_CHECKS } from "@/lib/supply/packages/check-secrets";
import { findHiddenUnicode } from "@/lib/supply/packages/check-unicode";
import { cutFindings, type Finding, printable, severityOf } from "@/lib/supply/packages/finding";
import { MAX_CHECKED_BYTES } from "@/lib/supply/packages/limits";
import type { Checked } from "@/lib/supply/packages/schemas";
import { decodeText } from "@/lib/supply/packages/text";

/** A file to look at: `content` is all of it, or its first MiB when `isWhole` is false. */
export type CheckedFile = { path: string; content: Buffer; isWhole: boolean };

const TEXT_CHECKS: Check[] = [
  ...SECRET_CHECKS,
  ...INJECTION_CHECKS,
  ...REMOTE_CODE_CHECKS,
  ...BLOB_CHECKS,
  ...ATTACK_CHECKS,
  findHiddenUnicode,
];
/** Names that promise text; such a file that is none cannot be checked, and may mean to avoid it. */
const TEXT_NAME =
  /\.(?:bash|bat|[ch]|cmd|cpp|css|csv|go|html?|java|[cm]?js|json|jsx|lua|md|php|pl|ps1|py|rb|rs|sh|sql|svg|toml|[cm]?ts|tsx|txt|xml|ya?ml|zsh)$/i;
const MAX_FINDINGS_PER_FILE = 30;
/** A check of a longer text takes milliseconds, so others get a turn after it. */
const LONG_TEXT_CHARACTERS = 64 * 1024;

/**
 * What a reviewer should look at in one file, in the order of its lines: secrets, injected prompts, remote code,
 * encoded data, programs, invisible characters, and what could not be looked at; how much of it was read, and what its code does. At most 30,
 * none of which refuses the package. Never throws, and takes time linear in the size of `content`.
 */
export async function checkFile(
  file: CheckedFile,
): Promise<{ findings: Finding[]; checked: Checked; behavior: PackageBehavior | null }> {
  const text = decodeText(file.content);
  const hits = text === null ? [] : [...(await runChecks(text)), ...findSecretReaders(file.path, text)];
  const findings = [
    ...pathFindings(file.path),
    ...findBinaries(file.content).map((hit) => toFinding(file.path, hit, null)),
  ];
  findings.push(...locate(file.path, text ?? "", hits));
  if (text === null && TEXT_NAME.test(file.path)) {
    const message = "This file is named like text but is none, so its content was not checked.";
    findings.push(toFinding(file.path, { index: 0, rule: "unreadable_text", message }, null));
  }
  if (!file.isWhole) {
    const message = `Only the first ${megabytes(MAX_CHECKED_BYTES)} of this file was checked.`;
    findings.unshift(toFinding(file.path, { index: 0, rule: "unchecked_rest", message }, null));
  }
  const checked = text === null ? "none" : file.isWhole ? "whole" : "start";
  return {
    findings: cutFindings(findings, MAX_FINDINGS_PER_FILE, printable(file.path)),
    checked,
    behavior: text === null ? null : behaviorOf(file.path, text),
  };
}

/** The same about a text that is no file, such as a description; `name` replaces the path. */
export async function checkText(name: string, text: string, further: Check[] = []): Promise<Finding[]> {
  const hits = await runChecks(text, [...TEXT_CHECKS, ...further]);
  return cutFindings(locate(name, text, hits), MAX_FINDINGS_PER_FILE, name);
}

async function runChecks(text: string, checks = TEXT_CHECKS): Promise<Hit[]> {
  const hits: Hit[] = [];
  for (const check of checks) {
    const found = check(text);
    const last = found.at(-1);
    if (last && found.length >= MAX_HITS_PER_CHECK) last.message += " This check stopped here: look below, too.";
    hits.push(...found);
    if (text.length > LONG_TEXT_CHARACTERS) await setImmediate();
  }
  return hits;
}

function pathFindings(path: string): Finding[] {
  return findHiddenUnicode(path).map((hit) => toFinding(path, hit, null));
}

/** Sorts hits by place and gives each its line; the same remark about the same line is made once. */
function locate(path: string, text: string, hits: Hit[]): Finding[] {
  const findings: Finding[] = [];
  const seen = new Set<string>();
  let [line, at] = [1, 0];
  for (const hit of hits.toSorted((left, right) => left.index - right.index)) {
    for (let next = text.indexOf("\n", at); next >= 0 && next < hit.index; next = text.indexOf("\n", at)) {
      line++;
      at = next + 1;
    }
    const key = `${line} ${hit.rule} ${hit.message}`;
    if (!seen.has(key)) findings.push(toFinding(path, hit, line));
    seen.add(key);
  }
  return findings;
}

function toFinding(path: string, { rule, message, severity }: Hit, line: number | null): Finding {
  return { rule, file: printable(path), line, severity: severity ?? severityOf(rule), message };
}
