import { AppError, type Issue } from "@/lib/platform/core/errors";
import { hasChanged, missingTerms, missingToSubmit } from "@/lib/supply/publishing/content";
import { contentOfRow, type SkillRow, termsOfRow } from "@/lib/supply/publishing/rows";
import type { Content } from "@/lib/supply/skills/content-schemas";
import type { SkillStatus } from "@/lib/supply/skills/schemas";
import type { Terms } from "@/lib/supply/skills/terms";

/** The status of a skill with this content: a draft until it is submitted, then in review. */
export function statusAfter(row: SkillRow, content: Content, submit: boolean | undefined): SkillStatus {
  if (row.status === "draft") return submit ? "pending" : "draft";
  const isChanged = hasChanged(contentOfRow(row), content);
  if (!isChanged && (!submit || row.status === "pending")) return row.status;
  return submit === false ? "draft" : "pending";
}

/** Whether a change needs a review. */
export function isSubmission(row: SkillRow, content: Content, submit: boolean | undefined): boolean {
  if (statusAfter(row, content, submit) !== "pending") return false;
  return row.status !== "pending" || hasChanged(contentOfRow(row), content);
}

export function requireComplete(content: Content, terms: Terms): void {
  refuse(missingToSubmit(content, terms), "This skill cannot be submitted yet");
}

export function requirePriced(terms: Terms): void {
  refuse(missingTerms(terms), "A skill on sale needs its price");
}

export function requireApprovable(row: SkillRow): void {
  refuse(
    missingToSubmit(contentOfRow(row), termsOfRow(row)),
    "This skill cannot be approved until its developer completes it",
  );
}

function refuse(missing: Issue[], what: string): void {
  const [first] = missing;
  if (!first) return;
  const reasons = missing.map(({ message }) => message).join("; ");
  throw new AppError("not_submittable", `${what}: ${reasons}.`, {
    param: first.param,
    details: { issues: missing },
  });
}
