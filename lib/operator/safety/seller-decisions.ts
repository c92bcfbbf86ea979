/**
 * Everything that was decided against a seller, in one list: what, why, by which evidence, since when and how to appeal. Nothing is
 * stored for it: each entry is read where the decision is.
 */
import { decisionsAboutAccount } from "@/lib/operator/safety/account-decisions";
import type { SellerDecision, SellerDecisionQuery } from "@/lib/operator/safety/seller-decision-schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { toPage } from "@/lib/platform/core/page";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import * as site from "@/lib/platform/site/service";
import type { Finding } from "@/lib/supply/packages/finding";

/** Most entries of a kind. */
const MOST = 200;
const MAX_EVIDENCE = 5;
/** Days for which a warning is listed, since it has no end date. */
const WARNED_DAYS = 90;

type Skill = NonNullable<SellerDecision["skill"]>;

/** Decisions against the caller and their skills, newest first. */
export async function list({ accountId }: Pick<Caller, "accountId">, { kind, limit, offset }: SellerDecisionQuery) {
  const { settings } = await site.current();
  const contact = settings.support_email
    ? `Write to ${settings.support_email}.`
    : `Write to ${settings.operator_name}, who runs this marketplace.`;
  const found = await Promise.all([
    rejections(accountId),
    suspensions(accountId, contact),
    salesPauses(accountId),
    malwareReports(accountId),
    warnings(accountId),
    foundByOthers(accountId, contact),
    decisionsAboutAccount(accountId, contact),
  ]);
  const all = found
    .flat()
    .filter((one) => kind === undefined || one.kind === kind)
    .toSorted((one, other) => timeOf(other) - timeOf(one));
  return toPage(all.slice(offset, offset + limit), all.length, { limit, offset });
}

const timeOf = ({ since }: SellerDecision) => new Date(since).getTime();
const historyOf = ({ id }: Pick<Skill, "id">) => `/console/${id}/history`;
const appealOf = ({ id }: Pick<Skill, "id">) => `POST /v1/developer/skills/${id}/appeal`;

type Judged = Skill & { version: number; since: Date; reason: string | null; appealed: boolean; is_public: boolean };

async function rejections(accountId: string): Promise<SellerDecision[]> {
  const rows = await query<Judged & { findings: Finding[] | null }>(
    "decisions.rejections",
    `SELECT s.id, s.slug, r.name, r.number AS version, r.reviewed_at AS since, r.rejection_reason AS reason,
        s.visibility = 'public' AS is_public, p.findings, EXISTS (SELECT 1 FROM review_event e
          WHERE e.revision_id = r.id AND e.action = 'appeal') AS appealed
       FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
         LEFT JOIN skill_package p ON p.id = r.package_id
      -- A private skill that a member took out of use was approved.
      WHERE s.owner_id = $1 AND s.status = 'rejected' AND r.status = 'rejected' AND r.reviewed_at IS NOT NULL
      ORDER BY r.reviewed_at DESC LIMIT ${MOST}`,
    [accountId],
  );
  return rows.map((row) => ({
    id: `rejection:${row.id}:${row.version}`,
    kind: "rejection",
    title: `${row.name}, version ${row.version}, was not approved`,
    reason: row.reason ?? "The reviewer gave no reason.",
    evidence: severe(row.findings ?? []),
    since: row.since,
    skill: skillOf(row),
    appeal: {
      how: !row.is_public
        ? "Change it and submit it again, or ask the member who decided."
        : row.appealed
          ? "This version was appealed before. Change what the reviewer asks for and submit it again."
          : "Appeal in its history: another administrator decides. Or change it and submit it again.",
      operation: row.is_public && !row.appealed ? appealOf(row) : null,
      page: historyOf(row),
    },
  }));
}

const skillOf = ({ id, slug, name }: Skill): Skill => ({ id, slug, name });

/** The findings that can harm buyers, in a line each. */
const severe = (findings: readonly Finding[]): string[] =>
  findings
    .filter(({ severity }) => severity === "high")
    .slice(0, MAX_EVIDENCE)
    .map(({ file, line, message }) => `${[file, line].filter((part) => part !== null).join(":")}: ${message}`);

async function suspensions(accountId: string, contact: string): Promise<SellerDecision[]> {
  const rows = await query<
    Skill & { since: Date; reason: string | null; recall: string | null; digest: string | null }
  >(
    "decisions.suspensions",
    `SELECT s.id, s.slug, r.name, s.suspended_at AS since, s.suspension_reason AS reason, a.summary AS recall,
        p.sha256 AS digest
       FROM skill s JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
         LEFT JOIN skill_package p ON p.id = r.package_id
         LEFT JOIN LATERAL (SELECT * FROM advisory a WHERE a.skill_id = s.id AND a.kind = 'malware'
           AND a.withdrawn_at IS NULL ORDER BY a.published_at DESC LIMIT 1) AS a ON true
      WHERE s.owner_id = $1 AND s.suspended_at IS NOT NULL ORDER BY s.suspended_at DESC LIMIT ${MOST}`,
    [accountId],
  );
  return rows.map((row) => ({
    id: `suspension:${row.id}`,
    kind: "suspension",
    title: row.recall === null ? `${row.name} is suspended` : `${row.name} was recalled as malware`,
    reason: row.reason ?? "No reason was given.",
    evidence: [
      row.recall === row.reason ? null : row.recall,
      row.recall && row.digest && `SHA-256 ${row.digest}`,
    ].filter((line) => line !== null),
    since: row.since,
    skill: skillOf(row),
    appeal: { how: `${contact} Only an administrator can end it.`, operation: null, page: historyOf(row) },
  }));
}

async function salesPauses(accountId: string): Promise<SellerDecision[]> {
  const rows = await query<Skill & { since: Date; reason: string; appealed: boolean }>(
    "decisions.pauses",
    `SELECT s.id, s.slug, r.name, s.unlisted_at AS since, s.sales_pause_reason AS reason,
        EXISTS (SELECT 1 FROM review_event e
          WHERE e.revision_id = s.current_revision_id AND e.action = 'appeal'
            AND e.created_at >= s.unlisted_at) AS appealed
       FROM skill s JOIN skill_revision r ON r.id = s.live_revision_id
      WHERE s.owner_id = $1 AND s.sales_pause_reason IS NOT NULL AND s.unlisted_at IS NOT NULL
      ORDER BY s.unlisted_at DESC LIMIT ${MOST}`,
    [accountId],
  );
  return rows.map((row) => ({
    id: `pause:${row.id}`,
    kind: "pause",
    title: `Sales of ${row.name} are paused`,
    reason: "More than once, its endpoint responded differently than when it was reviewed, in a way that harms buyers.",
    evidence: row.reason.split("\n"),
    since: row.since,
    skill: skillOf(row),
    appeal: {
      how: row.appealed
        ? "It was appealed: an administrator decides. Submitting another version ends it, too, once that is approved."
        : "Correct the endpoint and appeal in its history, or submit another version: an administrator decides.",
      operation: row.appealed ? null : appealOf(row),
      page: historyOf(row),
    },
  }));
}

async function malwareReports(accountId: string): Promise<SellerDecision[]> {
  const rows = await query<Skill & { since: Date; found: string; package: string; version: string }>(
    "decisions.malware",
    `SELECT s.id, s.slug, r.name, m.scanned_at AS since, m.found, p.id AS package, p.version
       FROM skill s JOIN skill_package p ON p.skill_id = s.id JOIN malware_scan m ON m.package_id = p.id
         JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
      WHERE s.owner_id = $1 AND package_paused(p.id) AND m.scanned_at IS NOT NULL
      ORDER BY m.scanned_at DESC LIMIT ${MOST}`,
    [accountId],
  );
  return rows.map((row) => ({
    id: `pause:${row.package}`,
    kind: "pause",
    title: `Downloads of ${row.name} ${row.version} are paused`,
    reason: "A malware scanner reports its package. Scanners are sometimes wrong, so a reviewer will check it.",
    evidence: [row.found],
    since: row.since,
    skill: skillOf(row),
    appeal: {
      how: "If you know why it was reported, reply in its history; reviewers read that.",
      operation: `POST /v1/developer/skills/${row.id}/comments`,
      page: historyOf(row),
    },
  }));
}

async function warnings(accountId: string): Promise<SellerDecision[]> {
  const rows = await query<Skill & { since: Date; reason: string | null; event: string }>(
    "decisions.warnings",
    `SELECT s.id, s.slug, r.name, e.created_at AS since, e.reason, e.id AS event
       FROM skill s JOIN review_event e ON e.skill_id = s.id AND e.action = 'warn' AND e.created_at > $2
         JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
      WHERE s.owner_id = $1 ORDER BY e.created_at DESC LIMIT ${MOST}`,
    [accountId, daysAgo(WARNED_DAYS)],
  );
  return rows.map((row) => ({
    id: `warning:${row.event}`,
    kind: "warning",
    title: `You were asked to change ${row.name}`,
    reason: row.reason ?? "No reason was given.",
    evidence: [],
    since: row.since,
    skill: skillOf(row),
    appeal: {
      how: "Reply in its history. The skill stays on the marketplace.",
      operation: `POST /v1/developer/skills/${row.id}/comments`,
      page: historyOf(row),
    },
  }));
}

/** Advisories that administrators published about the account's skills; a recall is a suspension. */
async function foundByOthers(accountId: string, contact: string): Promise<SellerDecision[]> {
  const rows = await prisma().advisory.findMany({
    where: { skill: { ownerId: accountId }, byMarketplace: true, kind: { not: "malware" }, withdrawnAt: null },
    orderBy: { publishedAt: "desc" },
    take: MOST,
    include: { skill: { select: { id: true, slug: true } } },
  });
  return rows.map(({ id, skill, summary, details, severity, introduced, publishedAt }) => ({
    id: `advisory:${id}`,
    kind: "advisory",
    title: `An administrator published an advisory about ${skill.slug}: ${summary}`,
    reason: details || summary,
    evidence: [`Severity: ${severity}`, `From version ${introduced} on`],
    since: publishedAt,
    skill: { ...skill, name: skill.slug },
    appeal: { how: contact, operation: null, page: historyOf(skill) },
  }));
}
