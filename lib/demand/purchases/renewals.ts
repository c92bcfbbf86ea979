/**
 * Renewals of subscriptions. Invariants: a term is charged once, however many processes run the job; a buyer is notified once of
 * each renewal ahead and of each subscription that lapses.
 */

import { NO_FEE } from "@/lib/money/ledger/fee";
import { pool, query, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { formatCredits } from "@/lib/platform/core/money";
import { forEachIsolated, isRunEnding } from "@/lib/platform/jobs/isolated";
import { notify } from "@/lib/platform/notifications/service";

/** Purchases per step, chosen at random among the `MOST_DUE` that are longest overdue; and most steps of one run. */
const RENEWAL_BATCH = 50;
const MOST_DUE = 1_000;
const RENEWAL_STEPS = 20;
/** Renewals per query that are announced. */
const ANNOUNCE_BATCH = 500;
/** How long before a renewal its buyer is notified. */
const ANNOUNCED_DAYS = 3;

export type Renewal = { purchaseId: string; outcome: "renewed" | "lapsed" | "cancelled" | "not_due" };

/**
 * Renews, lapses or ends purchases whose period is over, each in its own transaction. Safe to run twice concurrently: the order is
 * random, so that concurrent runs share the work and one purchase that fails blocks no other.
 */
export async function renewDue(): Promise<Renewal[]> {
  const done: Renewal[] = [];
  for (let step = 0; step < RENEWAL_STEPS && !isRunEnding(); step++) {
    const due = await query<{ id: string }>(
      "purchases.due",
      `SELECT id FROM (
         SELECT id FROM purchase WHERE status = 'active' AND current_period_end <= now()
           ORDER BY current_period_end LIMIT ${MOST_DUE}
       ) AS due ORDER BY random() LIMIT ${RENEWAL_BATCH}`,
      [],
    );
    const renewed = await forEachIsolated("renew-purchases", due, idOf, async ({ id }) => ({
      purchaseId: id,
      outcome: await renew(id),
    }));
    done.push(...renewed);
    if (due.length < RENEWAL_BATCH) break;
  }
  return done;
}

const idOf = ({ id }: { id: string }) => id;

type RenewedRow = {
  outcome: Renewal["outcome"];
  buyer_id: string;
  price_micros: string;
  slug: string;
  name: string;
  is_listed: boolean;
  /** It is a package, which is yanked or paused. */
  is_withheld: boolean;
  /** The organization that bought it no longer allows it. */
  is_disallowed: boolean;
  key_pays: boolean;
  /** Whose budget has no room for it. */
  full_budget: string | null;
};

/** Renews one purchase, and notifies its buyer in the same transaction when it lapses. */
async function renew(id: string): Promise<Renewal["outcome"]> {
  return transaction(async (db) => {
    const [row] = await query<RenewedRow>(
      "purchases.renew",
      `SELECT purchase_renew($1, $2, $3) AS outcome, p.buyer_id, purchase_next_price(p) AS price_micros, s.slug, r.name,
           EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS is_listed,
           EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id AND l.execution_type = 'download'
             AND (package_yanked(l.package_id) OR package_paused(l.package_id))) AS is_withheld,
           skill_withheld(p.buyer_id, p.skill_id, NULL) AS is_disallowed, key_still_pays(p.key_id) AS key_pays,
           (SELECT b.kind FROM budgets_counting(p.buyer_id, p.key_id, p.skill_id,
              coalesce(p.person_id, member_of_charge(p.key_id, NULL))) o
             JOIN budget b ON b.id = o.budget_id WHERE o.spent_micros + purchase_next_price(p) > o.amount_micros
             LIMIT 1) AS full_budget
         FROM purchase p JOIN skill s ON s.id = p.skill_id
           JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id) WHERE p.id = $1`,
      [id, newId(), NO_FEE],
      db,
    );
    if (row?.outcome === "lapsed")
      await notify(db, row.buyer_id, id, {
        kind: "purchase_lapsed",
        data: {
          skill: row.name,
          slug: row.slug,
          credits: formatCredits(BigInt(row.price_micros)),
          reason: lapseReason(row),
        },
      });
    return row?.outcome ?? "not_due";
  });
}

function lapseReason({ is_listed, is_withheld, is_disallowed, key_pays, full_budget }: RenewedRow) {
  if (!is_listed) return "gone";
  if (is_withheld) return "withheld";
  if (is_disallowed) return "disallowed";
  if (!key_pays || full_budget === "key") return "key";
  return full_budget ? "budget" : "credits";
}

type UpcomingRow = {
  id: string;
  buyer_id: string;
  price_micros: string;
  term: number;
  date: string;
  current_period_end: Date;
  name: string;
  is_short: boolean;
};

/**
 * Notifies buyers of renewals and ends of trials within the next 3 days, once per term; of daily ones only when credits are short. Returns how many.
 */
export async function announceRenewals(): Promise<number> {
  let sum = 0;
  let last: Pick<UpcomingRow, "id" | "current_period_end"> | undefined;
  do {
    const upcoming: UpcomingRow[] = await nextUpcoming(last);
    sum += await announce(upcoming);
    last = upcoming.length === ANNOUNCE_BATCH ? upcoming.at(-1) : undefined;
  } while (last && !isRunEnding());
  return sum;
}

/** The next renewals without a notification, after `last` if there is one. */
function nextUpcoming(last: Pick<UpcomingRow, "id" | "current_period_end"> | undefined) {
  return query<UpcomingRow>(
    "purchases.upcoming",
    `SELECT p.id, p.buyer_id, c.price_micros, p.term, p.current_period_end,
       to_char(p.current_period_end AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS date,
       r.name, w.posted_micros - w.held_micros < c.price_micros AS is_short
     FROM purchase p JOIN skill s ON s.id = p.skill_id JOIN wallet w ON w.account_id = p.buyer_id
       JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
       CROSS JOIN LATERAL purchase_next_price(p) AS c (price_micros)
     WHERE p.status = 'active' AND p.auto_renew AND c.price_micros > 0 AND s.unlisted_at IS NULL
       AND EXISTS (SELECT 1 FROM account a WHERE a.id = p.buyer_id AND a.suspended_at IS NULL AND a.closed_at IS NULL)
       AND key_still_pays(p.key_id) AND p.current_period_end BETWEEN greatest(now(), $2)
         AND now() + make_interval(days => $1)
       AND (p.current_period_end, p.id) > (coalesce($2::timestamptz, '-infinity'),
         coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
       AND (p.interval <> 'day' OR p.term = 0 OR w.posted_micros - w.held_micros < c.price_micros)
       AND NOT EXISTS (SELECT 1 FROM notification n
         WHERE n.account_id = p.buyer_id
           AND n.kind = CASE WHEN p.term = 0 THEN 'trial_ends' ELSE 'renewal_ahead' END AND n.subject = p.id || ':' || p.term)
     ORDER BY p.current_period_end, p.id LIMIT ${ANNOUNCE_BATCH}`,
    [ANNOUNCED_DAYS, last?.current_period_end ?? null, last?.id ?? null],
  );
}

async function announce(upcoming: UpcomingRow[]): Promise<number> {
  const notified = await forEachIsolated("announce-renewals", upcoming, idOf, (row) =>
    notify(pool(), row.buyer_id, `${row.id}:${row.term}`, {
      kind: row.term === 0 ? "trial_ends" : "renewal_ahead",
      data: {
        skill: row.name,
        credits: formatCredits(BigInt(row.price_micros)),
        date: row.date,
        isShort: row.is_short,
      },
    }),
  );
  return notified.length;
}
