/** What reviewers see of a pending submission before they open it: findings, who sends it, how long it waits, and its likes. */
import { prisma } from "@/lib/platform/core/db";
import * as site from "@/lib/platform/site/service";
import { bySeverity, type Finding } from "@/lib/supply/packages/finding";
import * as imitatedNames from "@/lib/supply/publishing/imitated-names";
import type { SkillRow } from "@/lib/supply/publishing/rows";
import { endpointsOf } from "@/lib/supply/publishing/submission-risk";
import { checkPrice, checkTexts } from "@/lib/supply/publishing/text-findings";
import type { QueueSignals } from "@/lib/supply/review/similar-schemas";

const HOUR_MS = 60 * 60 * 1000;
/** Shorter texts are alike by chance. */
const MIN_TEXT_CHARS = 20;

/** The signals of pending submissions by the skill's id. */
export async function signalsOf(rows: readonly SkillRow[]): Promise<Map<string, QueueSignals>> {
  const owners = [...new Set(rows.map(({ owner_id }) => owner_id))];
  const [{ settings }, accounts, approved, packages, assigned, imitated, endpoints] = await Promise.all([
    site.current(),
    prisma().account.findMany({ where: { id: { in: owners } }, select: { id: true, emailVerified: true } }),
    prisma().skill.findMany({
      where: { ownerId: { in: owners }, liveRevisionId: { not: null } },
      distinct: ["ownerId"],
      select: { ownerId: true },
    }),
    prisma().skillPackage.findMany({
      where: { id: { in: rows.flatMap(({ package_id }) => package_id ?? []) } },
      select: { id: true, contentSha256: true, findings: true },
    }),
    assigneesOf(rows.map(({ id }) => id)),
    imitatedNames.namesOf(rows),
    endpointsOf(rows),
  ]);
  const groups = groupsOf(
    rows.map((row) => ({
      ...row,
      content: packages.find(({ id }) => id === row.package_id)?.contentSha256 ?? null,
    })),
  );
  const latest = Date.now() - settings.review_target_hours * HOUR_MS;
  const signals = new Map<string, QueueSignals>();
  for (const row of rows) {
    const found = packages.find(({ id }) => id === row.package_id)?.findings as Finding[] | undefined;
    const names = imitated.get(row.id) ?? [];
    const findings = [...(found ?? []), ...names, ...checkPrice(row), ...(await checkTexts(row))];
    signals.set(row.id, {
      ...worstOf(findings),
      endpoint: endpoints.get(row.id) ?? null,
      risk: row.risk ?? "high",
      high_findings: findings.filter(({ severity }) => severity === "high").length,
      imitated_names: names.length,
      first_submission: approved.every(({ ownerId }) => ownerId !== row.owner_id),
      email_verified: accounts.find(({ id }) => id === row.owner_id)?.emailVerified ?? false,
      overdue: row.submitted_at !== null && row.submitted_at.getTime() < latest,
      group: groups.get(row.id) ?? null,
      assignee: assigned.get(row.id) ?? null,
    });
  }
  return signals;
}

function worstOf(findings: readonly Finding[]): Pick<QueueSignals, "worst_finding"> {
  const [worst] = bySeverity(findings);
  return { worst_finding: worst && worst.severity !== "low" ? `${worst.rule}: ${worst.message}` : null };
}

/** Who has taken which submission. */
export async function assigneesOf(skillIds: string[]): Promise<Map<string, { id: string; name: string }>> {
  const rows = await prisma().reviewAssignment.findMany({ where: { skillId: { in: skillIds } } });
  const people = await prisma().account.findMany({
    where: { id: { in: rows.map(({ accountId }) => accountId) } },
    select: { id: true, name: true },
  });
  const names = new Map(people.map(({ id, name }) => [id, name]));
  return new Map(rows.map(({ skillId, accountId }) => [skillId, { id: accountId, name: names.get(accountId) ?? "" }]));
}

type Grouped = Pick<SkillRow, "id" | "name" | "description" | "readme"> & { content: string | null };

/** The first submission of each group of near-identical ones, by the ids of all of them; lone ones are left out. */
export function groupsOf(rows: readonly Grouped[]): Map<string, string> {
  const firsts = new Map<string, string>();
  const roots = new Map<string, string>();
  for (const row of rows) {
    const keys = keysOf(row);
    const root = keys.map((key) => firsts.get(key)).find((first) => first !== undefined) ?? row.id;
    for (const key of keys) if (!firsts.has(key)) firsts.set(key, root);
    roots.set(row.id, root);
  }
  const sizes = new Map<string, number>();
  for (const root of roots.values()) sizes.set(root, (sizes.get(root) ?? 0) + 1);
  return new Map([...roots].filter(([, root]) => (sizes.get(root) ?? 0) > 1));
}

/** What is the same in near-identical submissions: a text without digits and signs, or the content of the package. */
function keysOf({ description, readme, content }: Grouped): string[] {
  const plain = (text: string | null) =>
    (text ?? "")
      .toLowerCase()
      .replace(/[^\p{L}]+/gu, " ")
      .trim();
  return [
    `description ${plain(description)}`,
    `readme ${plain(readme)}`,
    ...(content === null ? [] : [`package of content ${content}`]),
  ].filter((key) => key.length >= MIN_TEXT_CHARS + "description ".length);
}
