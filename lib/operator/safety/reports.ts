/**
 * Reports of problems with skills, and their triage. Invariants: an account has one
 * open report of a skill; a report is decided once, in one transaction with its effects. A decision locks the
 * skill first, then its reports.
 */
import type { PoolClient } from "pg";
import * as usable from "@/lib/demand/purchases/access";
import type {
  Report,
  ReportDecision,
  ReportInput,
  ReportQuery,
  ReportState,
  TriagedReport,
} from "@/lib/operator/safety/report-schemas";
import * as skills from "@/lib/operator/safety/skills";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { isPrivateSlug } from "@/lib/platform/core/limits";
import { MAX_TOTAL, type PageRequest, toPage } from "@/lib/platform/core/page";
import { readPage } from "@/lib/platform/core/page-query";
import { notify, notifyAdministrators } from "@/lib/platform/notifications/service";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as catalog from "@/lib/supply/catalog/service";
import * as review from "@/lib/supply/review/service";
import { namesOf } from "@/lib/supply/skills/names";

const STATE_AFTER = { dismiss: "dismissed", warn: "warned", suspend: "suspended" } as const;

/** Reports a skill of the marketplace, or a private one of the caller's organization, as the member. */
export async function report(
  caller: Caller,
  slug: string,
  { kind, text }: ReportInput,
  claimed: Claim | null,
): Promise<Report> {
  const isPrivate = isPrivateSlug(slug);
  const listing = isPrivate ? await usable.requireUsable(caller, slug) : await catalog.requireListing(slug);
  if (!isPrivate && listing.owner_id === caller.accountId)
    throw new AppError("own_skill", "This is your own skill: change it or take it back instead.");
  const work = async (db: PoolClient): Promise<Report> => {
    const row = await prisma(db).skillReport.create({
      data: {
        id: newId(),
        skillId: listing.skill_id,
        reporterId: isPrivate ? caller.personId : caller.accountId,
        kind,
        text,
      },
    });
    const made: Report = {
      id: row.id,
      created_at: row.createdAt,
      skill: { slug, name: listing.name },
      kind,
      text,
      state: "open",
      decided_at: null,
    };
    await notifyAdministrators(db, row.id, {
      kind: "report_filed",
      data: { skill: listing.name, slug, text },
    });
    await keepAnswer(db, claimed, made);
    return made;
  };
  return transaction(work).catch((cause: unknown) => {
    if (!violates(cause, "skill_report_one_open")) throw cause;
    throw new AppError("already_reported", "You have reported this skill already; we are looking at it.", {
      cause,
    });
  });
}

/** The skills that somebody may know: public ones, and private ones of their organizations. */
async function knownAmong(personId: string, skillIds: string[]): Promise<string[]> {
  const memberships = await prisma().membership.findMany({ where: { personId }, select: { organizationId: true } });
  const ours = { ownerId: { in: memberships.map(({ organizationId }) => organizationId) } };
  const known = await prisma().skill.findMany({
    where: { id: { in: skillIds }, OR: [{ visibility: "public" }, ours] },
    select: { id: true },
  });
  return known.map(({ id }) => id);
}

/**
 * The caller's own reports, newest first, with what became of them. The skill's name and slug are empty for a private skill of an
 * organization that the caller has left.
 */
export async function listOwn({ accountId }: Caller, { limit, offset }: PageRequest) {
  const where = { reporterId: accountId };
  const newestFirst: Prisma.SkillReportOrderByWithRelationInput[] = [{ createdAt: "desc" }, { id: "desc" }];
  const [rows, count] = await Promise.all([
    prisma().skillReport.findMany({ where, orderBy: newestFirst, take: limit, skip: offset }),
    prisma().skillReport.count({ where, orderBy: newestFirst, take: MAX_TOTAL + 1 }),
  ]);
  const known = await knownAmong(
    accountId,
    rows.map(({ skillId }) => skillId),
  );
  const names = await namesOf(known);
  const reports = rows.map((row) => ({
    id: row.id,
    kind: row.kind as Report["kind"],
    text: row.text,
    state: row.state as ReportState,
    created_at: row.createdAt,
    decided_at: row.decidedAt,
    skill: names.get(row.skillId) ?? { slug: "", name: "" },
  }));
  return toPage(reports, count, { limit, offset });
}

type TriageRow = Omit<Report, "skill"> & {
  slug: string;
  name: string;
  note: string | null;
  skill_id: string;
  live: boolean;
  suspended: boolean;
  developer_id: string;
  developer_name: string;
  developer_email: string;
  reporter_id: string;
  reporter_name: string;
  reporter_email: string;
  reports: number;
  dismissed: number;
  open_reports: number;
  decider_id: string | null;
  decider_name: string | null;
};

const FROM = `FROM skill_report p JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
    JOIN account d ON d.id = s.owner_id JOIN account a ON a.id = p.reporter_id
      LEFT JOIN account b ON b.id = p.decided_by`;
const SELECT = `SELECT p.id, p.kind, p.text, p.state, p.note, p.created_at, p.decided_at,
    s.id AS skill_id, s.slug, r.name,
    EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live, s.suspended_at IS NOT NULL AS suspended,
    d.id AS developer_id, d.name AS developer_name, d.email AS developer_email,
    a.id AS reporter_id, a.name AS reporter_name, a.email AS reporter_email, b.id AS decider_id, b.name AS decider_name,
    (SELECT count(*)::int FROM skill_report o WHERE o.reporter_id = p.reporter_id) AS reports,
    (SELECT count(*)::int FROM skill_report o WHERE o.reporter_id = p.reporter_id
    AND o.state = 'dismissed') AS dismissed,
    (SELECT count(*)::int FROM skill_report o WHERE o.skill_id = p.skill_id AND o.state = 'open') AS open_reports
  ${FROM}`;

function toTriaged(row: TriageRow): TriagedReport {
  return {
    id: row.id,
    skill: {
      id: row.skill_id,
      slug: row.slug,
      name: row.name,
      live: row.live,
      suspended: row.suspended,
      developer: { id: row.developer_id, name: row.developer_name, email: row.developer_email },
    },
    kind: row.kind,
    text: row.text,
    state: row.state,
    note: row.note,
    created_at: row.created_at,
    decided_at: row.decided_at,
    decided_by: row.decider_id ? { id: row.decider_id, name: row.decider_name ?? "" } : null,
    reporter: {
      id: row.reporter_id,
      name: row.reporter_name,
      email: row.reporter_email,
      reports: row.reports,
      dismissed: row.dismissed,
    },
    open_reports: row.open_reports,
  };
}

/** All reports: open ones oldest first, others newest first. */
export async function list({ state, kind, skill, limit, offset }: ReportQuery) {
  const isQueue = state === "open";
  const where = `WHERE ($1::text IS NULL OR p.state = $1) AND ($2::text IS NULL OR p.kind = $2)
    AND ($3::text IS NULL OR s.slug = $3)`;
  const order = isQueue ? "p.created_at, p.id" : "p.created_at DESC, p.id DESC";
  const statement = {
    name: `reports.list.${isQueue ? "queue" : "all"}`,
    text: `${SELECT} ${where} ORDER BY ${order} LIMIT $4 OFFSET $5`,
    matches: `skill_report p JOIN skill s ON s.id = p.skill_id ${where}`,
    values: [state ?? null, kind ?? null, skill ?? null],
  };
  const [page, counts] = await Promise.all([readPage(statement, { limit, offset }, toTriaged), countByState()]);
  return { ...page, counts };
}

/** How many reports are in each state. */
export async function countByState(): Promise<Record<ReportState, number>> {
  const rows = await prisma().skillReport.groupBy({ by: "state", _count: true });
  const counts = { open: 0, dismissed: 0, warned: 0, suspended: 0 };
  for (const { state, _count } of rows) counts[state as ReportState] = _count;
  return counts;
}

/** Decides an open report. */
export async function decide(caller: Caller, id: string, { action, note }: ReportDecision): Promise<TriagedReport> {
  const decided = await transaction(async (db) => {
    const { skill } = await requireReport(db, id);
    const row = await review.lock(db, skill.id, "any");
    const marks = review.marksOf(caller, row.owner_id);
    const current = await requireReport(db, id);
    if (current.state !== "open") {
      throw new AppError("already_decided", `This report has been decided already: ${current.state}.`, {
        details: { state: current.state, decided_by: current.decided_by?.name ?? null },
      });
    }
    const outcome = STATE_AFTER[action];
    // A suspension answers all that is said of the skill.
    const where = { skillId: skill.id, ...(outcome !== "suspended" && { id }) };
    const closed = await skills.closeReports(db, caller, { where, skill: row, outcome, note });
    if (action === "warn") {
      await review.record(db, caller, row, { action: "warn", reason: note });
      await notify(db, row.owner_id, id, {
        kind: "skill_warned",
        data: { skill: row.name, skillId: row.id, note },
      });
    }
    if (action === "suspend") await skills.suspendIn(db, caller, skill.id, { reason: note, malware: false });
    await audit.write(
      db,
      caller.accountId,
      `report.${action}`,
      { type: "report", id },
      { ...(row.visibility === "public" && { slug: skill.slug }), kind: current.kind, note, closed, ...marks },
    );
    return requireReport(db, id);
  });
  if (action === "suspend") await skills.refundBuyers(decided.skill.id, caller);
  return decided;
}

async function requireReport(db: Queryable, id: string): Promise<TriagedReport> {
  const [row] = await query<TriageRow>("reports.get", `${SELECT} WHERE p.id = $1`, [id], db);
  if (!row) throw notFound();
  return toTriaged(row);
}
