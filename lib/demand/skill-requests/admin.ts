/** What administrators do with requests for skills: they look at what was reported, and keep or remove it. */
import type { ModeratedRequest, ModeratedRequestQuery } from "@/lib/demand/skill-requests/schemas";
import { matching, offersOf, SHOWN, type Shown } from "@/lib/demand/skill-requests/service";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { MAX_TOTAL, toPage } from "@/lib/platform/core/page";

const ASKED = { ...SHOWN, account: { select: { id: true, email: true } } } satisfies Prisma.SkillRequestSelect;
type Asked = Shown & { account: { id: string; email: string } };
const REPORTED_FIRST = [{ reportedAt: { sort: "asc", nulls: "last" } }, { createdAt: "desc" }, { id: "desc" }] as const;

/** All requests: those that are reported first, then the newest. */
export async function list({ search, reported, limit, offset }: ModeratedRequestQuery) {
  const where = { ...matching(search), ...(reported && { reportedAt: { not: null } }) };
  const orderBy = [...REPORTED_FIRST];
  const [rows, counted] = await Promise.all([
    prisma().skillRequest.findMany({ where, select: ASKED, orderBy, take: limit, skip: offset }),
    prisma().skillRequest.count({ where, orderBy, take: MAX_TOTAL + 1 }),
  ]);
  const offers = await offersOf(rows);
  return toPage(
    rows.map((row) => toModerated(row, offers(row))),
    counted,
    { limit, offset },
  );
}

/** How many requests are reported. */
export const countReported = (): Promise<number> =>
  prisma().skillRequest.count({ where: { reportedAt: { not: null } } });

/** Leaves a reported request where it is; further reports change nothing. Throws not_found. */
export async function keep(caller: Caller, id: string): Promise<ModeratedRequest> {
  return transaction(async (db) => {
    const request = await requireRequest(db, id);
    await prisma(db).skillRequest.updateMany({ where: { id }, data: { reportedAt: null, clearedAt: new Date() } });
    await audit.write(db, caller.accountId, "request.keep", { type: "request", id }, { votes: request.votes });
    return { ...request, reported_at: null };
  });
}

/** Removes a request with its votes and offers, and returns it a last time. Throws not_found. */
export async function remove(caller: Caller, id: string): Promise<ModeratedRequest> {
  return transaction(async (db) => {
    const last = await requireRequest(db, id);
    await prisma(db).skillRequest.deleteMany({ where: { id } });
    await audit.write(db, caller.accountId, "request.remove", { type: "request", id }, { votes: last.votes });
    return last;
  });
}

async function requireRequest(db: Queryable, id: string): Promise<ModeratedRequest> {
  const row = await prisma(db).skillRequest.findUnique({ where: { id }, select: ASKED });
  if (!row) throw notFound();
  return toModerated(row, (await offersOf([row], db))(row));
}

const toModerated = (row: Asked, offers: ModeratedRequest["offers"]): ModeratedRequest => ({
  id: row.id,
  title: row.title,
  text: row.text,
  votes: row.votes,
  offers,
  created_at: row.createdAt,
  asked_by: row.account,
  reported_at: row.reportedAt,
});
