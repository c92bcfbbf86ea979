/** What administrators are notified of by themselves, once a day while it lasts: an overdue queue, and jobs that fail. */
import { prisma, transaction } from "@/lib/platform/core/db";
import { health } from "@/lib/platform/jobs/runs";
import { notifyAdministrators } from "@/lib/platform/notifications/service";
import * as site from "@/lib/platform/site/service";

const HOUR_MS = 60 * 60 * 1000;

/** Notifies every administrator of what is overdue or failing now. Returns of how many things. */
export async function alertAdministrators(): Promise<number> {
  const day = new Date().toISOString().slice(0, 10);
  const { settings } = await site.current();
  const hours = settings.review_target_hours;
  const [count, { jobs }] = await Promise.all([
    prisma().skillRevision.count({
      where: { status: "pending", submittedAt: { lt: new Date(Date.now() - hours * HOUR_MS) } },
    }),
    health(),
  ]);
  const failing = jobs.filter(({ state }) => state === "failing");
  await transaction(async (db) => {
    if (count > 0) await notifyAdministrators(db, day, { kind: "queue_overdue", data: { count, hours } });
    for (const { queue, error } of failing)
      await notifyAdministrators(db, `${queue}: ${day}`, {
        kind: "job_failing",
        data: { queue, error: error ?? "It gave no reason." },
      });
  });
  return failing.length + (count > 0 ? 1 : 0);
}
