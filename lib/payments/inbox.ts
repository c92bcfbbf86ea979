/** The inbox of the processor's events, for those who look after it. */
import { query } from "@/lib/core/db";
import { AppError, notFound } from "@/lib/core/errors";
import * as events from "@/lib/payments/events";

/** Most events that are shown. */
const EVENTS_SHOWN = 50;
const REFUSED_DAYS = 30;
const MAX_ERROR_CHARS = 500;

type EventRow = {
  id: string;
  type: string;
  state: "waiting" | "failed" | "refused";
  attempts: number;
  error: string | null;
  received_at: Date;
};

const STATE = `CASE WHEN processed_at IS NOT NULL THEN 'refused' WHEN last_error IS NOT NULL THEN 'failed' ELSE 'waiting' END`;
const OPEN = `(processed_at IS NULL OR (last_error IS NOT NULL AND received_at > now() - make_interval(days => ${REFUSED_DAYS})))`;

/** How many events wait, have failed or were refused, and the newest of them. */
export async function overview() {
  const [rows, [counts]] = await Promise.all([
    query<EventRow>(
      "inbox.events",
      `SELECT id, type, ${STATE} AS state, attempts, left(last_error, ${MAX_ERROR_CHARS}) AS error, received_at
         FROM payment_event WHERE ${OPEN} ORDER BY received_at DESC, id LIMIT ${EVENTS_SHOWN}`,
      [],
    ),
    query<{ waiting: number; failed: number; refused: number }>(
      "inbox.counts",
      `SELECT count(*) FILTER (WHERE processed_at IS NULL)::int AS waiting,
         count(*) FILTER (WHERE processed_at IS NULL AND last_error IS NOT NULL)::int AS failed,
         count(*) FILTER (WHERE processed_at IS NOT NULL)::int AS refused FROM payment_event WHERE ${OPEN}`,
      [],
    ),
  ]);
  return { ...(counts ?? { waiting: 0, failed: 0, refused: 0 }), events: rows };
}

/** Applies an event that waits or has failed, by `others` when it is not about an order. Throws not_found, and not_retryable for one that is done. */
export async function retry(
  id: string,
  others: events.Applier,
): Promise<{ id: string; outcome: "applied" | "refused" | "failed"; error: string | null }> {
  const [row] = await query<{ processed_at: Date | null }>(
    "inbox.state",
    "SELECT processed_at FROM payment_event WHERE id = $1",
    [id],
  );
  if (!row) throw notFound();
  if (row.processed_at) throw new AppError("not_retryable", "This event has been processed already.");
  const failure = await events.apply(id, others).then(
    () => null,
    (error: unknown) => error,
  );
  if (!failure) return { id, outcome: "applied", error: null };
  const [after] = await query<{ last_error: string | null }>(
    "inbox.error",
    `SELECT left(last_error, ${MAX_ERROR_CHARS}) AS last_error FROM payment_event WHERE id = $1`,
    [id],
  );
  return {
    id,
    outcome: failure instanceof AppError ? "refused" : "failed",
    error: after?.last_error ?? null,
  };
}
