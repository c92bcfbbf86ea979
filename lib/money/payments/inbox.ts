/** The inbox of the processor's events, for administrators. */

import * as events from "@/lib/money/payments/events";
import { prisma } from "@/lib/platform/core/db";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { PaymentEvent } from "@/lib/platform/core/generated/client";

const EVENTS_SHOWN = 50;
const REFUSED_MS = 30 * 24 * 60 * 60 * 1000;
const MAX_ERROR_CHARS = 500;

type State = Pick<PaymentEvent, "processedAt" | "lastError">;

function stateOf({ processedAt, lastError }: State): "waiting" | "failed" | "refused" {
  if (processedAt) return "refused";
  return lastError === null ? "waiting" : "failed";
}

const shownError = ({ lastError }: State) => lastError?.slice(0, MAX_ERROR_CHARS) ?? null;

/** How many events wait, have failed or were refused, and the newest of them. */
export async function overview() {
  const waits = { processedAt: null };
  const isRefused = {
    processedAt: { not: null },
    lastError: { not: null },
    receivedAt: { gt: new Date(Date.now() - REFUSED_MS) },
  };
  const table = prisma().paymentEvent;
  const [rows, waiting, failed, refused] = await Promise.all([
    table.findMany({
      where: { OR: [waits, isRefused] },
      orderBy: [{ receivedAt: "desc" }, { id: "asc" }],
      take: EVENTS_SHOWN,
      omit: { payload: true },
    }),
    table.count({ where: waits }),
    table.count({ where: { ...waits, lastError: { not: null } } }),
    table.count({ where: isRefused }),
  ]);
  const shown = rows.map((row) => ({
    id: row.id,
    type: row.type,
    state: stateOf(row),
    attempts: row.attempts,
    error: shownError(row),
    received_at: row.receivedAt,
  }));
  return { waiting, failed, refused, events: shown };
}

/** Applies an event that waits or has failed, by `others` when it is not about an order. */
export async function retry(
  id: string,
  others: events.Applier,
): Promise<{ id: string; outcome: "applied" | "refused" | "failed"; error: string | null }> {
  const row = await prisma().paymentEvent.findUnique({ where: { id } });
  if (!row) throw notFound();
  if (row.processedAt) throw new AppError("not_retryable", "This event has been processed already.");
  const failure = await events.apply(id, others).then(
    () => null,
    (error: unknown) => error,
  );
  if (!failure) return { id, outcome: "applied", error: null };
  const after = await prisma().paymentEvent.findUniqueOrThrow({ where: { id } });
  return { id, outcome: failure instanceof AppError ? "refused" : "failed", error: shownError(after) };
}
