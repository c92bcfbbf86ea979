/** What waits in this installation, and for how long: the first sign of a job or a service that does not keep up. */
import { query } from "@/lib/core/db";

/** How many items of a kind wait, and for how many seconds the oldest has. */
export type Waiting = { kind: string; count: number; oldest_seconds: number };

const AGE = "coalesce(extract(epoch FROM now() - min";

/**
 * Everything that waits now: open holds of calls, mails that failed and are tried again, links to mail, payment events to
 * apply, revisions to review, reports to decide. A kind of which nothing waits has a count of 0.
 */
export function waiting(): Promise<Waiting[]> {
  return query<Waiting>(
    "system.waiting",
    `SELECT 'hold' AS kind, count(*)::int AS count, ${AGE}(created_at)), 0)::float8 AS oldest_seconds
       FROM hold WHERE state = 'held'
     UNION ALL SELECT 'mail', count(*)::int, ${AGE}(created_at)), 0)::float8
       FROM notification WHERE mail_due_at IS NOT NULL AND mail_attempts > 0
     UNION ALL SELECT 'link', count(*)::int, ${AGE}(created_at)), 0)::float8 FROM link_request
     UNION ALL SELECT 'payment_event', count(*)::int, ${AGE}(received_at)), 0)::float8
       FROM payment_event WHERE processed_at IS NULL
     UNION ALL SELECT 'review', count(*)::int, ${AGE}(submitted_at)), 0)::float8
       FROM skill_revision WHERE status = 'pending'
     UNION ALL SELECT 'report', count(*)::int, ${AGE}(created_at)), 0)::float8
       FROM skill_report WHERE state = 'open'`,
    [],
  );
}
