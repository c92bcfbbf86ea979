/**
 * Runs of the ledger's invariants: each is stored, and administrators are notified of what it finds.
 */
import { peopleOf } from "@/lib/identity/accounts/people";
import * as reconciliation from "@/lib/money/ledger/reconciliation";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import type { Prisma } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import * as notifications from "@/lib/platform/notifications/service";

const DAY_MS = 24 * 60 * 60 * 1000;
/** Runs older than this are deleted, except those that found something. */
const STORED_RUN_DAYS = 30;
/** How long a run that found something is shown, whatever later runs found. */
const SHOWN_BROKEN_MS = 7 * DAY_MS;

type Run = reconciliation.Findings & {
  id: string;
  broken: number;
  whole: boolean;
  duration_ms: number;
  ran_at: Date;
};
type Actor = { id: string; name: string } | null;

/** The last check, and the last one of some days that found something; null without one. */
export async function lastRuns() {
  const since = new Date(Date.now() - SHOWN_BROKEN_MS);
  const [last, broken] = await Promise.all([lastRun({}), lastRun({ broken: { gt: 0 }, ranAt: { gt: since } })]);
  return { last, broken };
}

async function lastRun(where: Prisma.InvariantRunWhereInput): Promise<(Run & { actor: Actor }) | null> {
  const row = await prisma().invariantRun.findFirst({
    where,
    orderBy: [{ ranAt: "desc" }, { id: "desc" }],
  });
  if (!row) return null;
  const { actorId, durationMs, ranAt, ...run } = row;
  const people = await peopleOf([actorId]);
  return {
    ...(run as typeof run & reconciliation.Findings),
    duration_ms: durationMs,
    ran_at: ranAt,
    actor: actorId ? { id: actorId, name: people.get(actorId)?.name ?? "" } : null,
  };
}

/**
 * Checks the invariants, on all rows or on those since they last held, stores the findings, and notifies the
 * administrators, once a day for the same. `caller` is null for the jobs.
 */
export async function run(caller: Pick<Caller, "accountId" | "name"> | null, isWhole: boolean) {
  const startedAt = performance.now();
  const findings = await reconciliation.check({ isWhole });
  if (!findings) throw new AppError("internal", "This process ends: the check was not finished.");
  const { counts, examples, unchecked } = findings;
  const broken = Object.entries(counts).filter(([, count]) => count > 0);
  for (const [invariant, count] of broken)
    log.fatal(
      { invariant, count, examples: Object.entries(examples).find(([name]) => name === invariant)?.[1] },
      "an invariant of the ledger is broken",
    );
  const run = {
    id: newId(),
    broken: broken.length,
    counts,
    examples,
    unchecked,
    whole: isWhole,
    duration_ms: Math.round(performance.now() - startedAt),
    ran_at: new Date(),
  };
  await transaction(async (db) => {
    await keep(db, run, caller?.accountId ?? null);
    await notifyFindings(
      db,
      broken.map(([name, count]) => `${name} (${count})`),
      Object.keys(unchecked),
    );
    if (caller)
      await audit.write(
        db,
        caller.accountId,
        "system.check_invariants",
        { type: "system", id: "invariants" },
        { broken: run.broken },
      );
  });
  return { ...run, actor: caller && { id: caller.accountId, name: caller.name } };
}

async function keep(db: Queryable, run: Run, actorId: string | null): Promise<void> {
  const { duration_ms: durationMs, ran_at: ranAt, ...found } = run;
  await prisma(db).invariantRun.create({ data: { ...found, durationMs, ranAt, actorId } });
  const oldest = new Date(ranAt.getTime() - STORED_RUN_DAYS * DAY_MS);
  await prisma(db).invariantRun.deleteMany({ where: { broken: 0, ranAt: { lt: oldest } } });
}

/** Notifies every administrator, once a day for the same invariants. */
async function notifyFindings(db: Queryable, broken: string[], unchecked: string[]): Promise<void> {
  if (broken.length + unchecked.length === 0) return;
  const day = new Date().toISOString().slice(0, 10);
  const names = [...broken.map((each) => each.replace(/ \(\d+\)$/, "")), ...unchecked].toSorted();
  await notifications.notifyAdministrators(db, `${day}: ${names.join(", ")}`, {
    kind: "ledger_broken",
    data: { broken, unchecked },
  });
}
