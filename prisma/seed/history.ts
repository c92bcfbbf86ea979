/**
 * The past of the demo: three months of top-ups, purchases, renewals, refunds, calls and payouts, posted by the functions of the
 * ledger in the order in which they happened, and then dated. One transaction: the demo has all of it or nothing.
 */
import type { PoolClient } from "pg";
import * as documents from "@/lib/money/billing/documents";
import * as ledger from "@/lib/money/ledger/service";
import { newId } from "@/lib/platform/core/ids";
import { priceToMicros } from "@/lib/platform/core/money";
import { backdate, beginMoments, type Moments } from "@/prisma/seed/backdating";
import { payOut } from "@/prisma/seed/history-payouts";
import { type Call, HISTORY_DAYS, type Purchase, planOf, type TopUp } from "@/prisma/seed/history-plan";

type Bought = { id: string; term: number };
type Event = { ago: number } & (
  | { kind: "topup"; topUp: TopUp }
  | { kind: "purchase"; purchase: Purchase }
  | { kind: "term"; bought: Bought; renews: boolean }
  | { kind: "refund"; bought: Bought }
  | { kind: "payout" }
);

type Account = { id: string; key: string | null; prefix: string | null };
type Skill = { id: string; version: number };
type World = { db: PoolClient; moments: Moments; accounts: Map<string, Account>; skills: Map<string, Skill> };

/** How long ago earnings were paid out, in days. */
const PAYOUTS_AGO = [59.3, 29.3];

/** Writes the history. `emails` are those of its people, by the key that the plan names them with. */
export async function writeHistory(db: PoolClient, emails: Record<string, string>): Promise<void> {
  await db.query("SELECT usage_partitions_ensure(now() - make_interval(days => $1), 6)", [HISTORY_DAYS + 3]);
  const moments = await beginMoments(db);
  const world = { db, moments, accounts: await accountsOf(db, emails), skills: await skillsOf(db) };
  const plan = planOf();
  const queue: Event[] = [
    ...plan.topUps.map((topUp) => ({ ago: topUp.ago, kind: "topup" as const, topUp })),
    ...plan.purchases.map((purchase) => ({ ago: purchase.ago, kind: "purchase" as const, purchase })),
    ...PAYOUTS_AGO.map((ago) => ({ ago, kind: "payout" as const })),
  ].sort((one, other) => other.ago - one.ago);
  let calls = plan.calls;
  for (let event = queue.shift(); event; event = queue.shift()) {
    const { ago } = event;
    await makeCalls(
      world,
      calls.filter((call) => call.ago > ago),
    );
    calls = calls.filter((call) => call.ago <= ago);
    for (const next of await happen(world, event)) {
      const at = queue.findIndex((other) => other.ago < next.ago);
      queue.splice(at === -1 ? queue.length : at, 0, next);
    }
  }
  await makeCalls(world, calls);
  await addViews(world, plan.views);
  await backdate(world);
}

/** Does what happened at a moment. Returns what follows from it. */
async function happen(world: World, event: Event): Promise<Event[]> {
  switch (event.kind) {
    case "topup":
      await topUp(world, event.topUp);
      return [];
    case "purchase":
      return buy(world, event.purchase);
    case "term":
      await endTerm(world, event.bought, event);
      return [];
    case "refund":
      await refund(world, event.bought, event.ago);
      return [];
    case "payout":
      await payOut(world, event.ago);
      return [];
  }
}

async function accountsOf(db: PoolClient, emails: Record<string, string>): Promise<World["accounts"]> {
  const { rows } = await db.query<Account & { email: string }>(
    `SELECT DISTINCT ON (a.id) a.id, a.email, k.id AS key, k.prefix
       FROM account a LEFT JOIN api_key k ON k.account_id = a.id
      WHERE a.email = ANY($1) ORDER BY a.id, k.created_at`,
    [Object.values(emails)],
  );
  return new Map(
    Object.entries(emails).flatMap(([name, email]) => {
      const found = rows.find((row) => row.email === email);
      return found ? [[name, found] as const] : [];
    }),
  );
}

async function skillsOf(db: PoolClient): Promise<World["skills"]> {
  const { rows } = await db.query<{ slug: string; id: string; version: number }>(
    "SELECT slug, skill_id AS id, revision_number AS version FROM listing",
  );
  return new Map(rows.map((row) => [row.slug, row]));
}

async function topUp({ db, moments, accounts }: World, { ago, by, dollars }: TopUp): Promise<void> {
  const account = accounts.get(by);
  if (!account) return;
  const [id, credits] = [newId(), priceToMicros(dollars)];
  const at = moments.at(ago);
  // Without a payment at the processor, which knows none of the demo's: nothing of it can go back to a card.
  await db.query(
    `INSERT INTO topup_order (id, account_id, amount_cents, credits_micros, state, session_id, paid_at, created_at)
     VALUES ($1, $2, $3, $4, 'paid', $5, $6, $6)`,
    [id, account.id, dollars * 100, credits, `cs_demo_${id}`, at],
  );
  await ledger.post(db, {
    kind: "topup",
    sourceType: "topup",
    sourceId: id,
    subject: null,
    entries: [
      { account: "wallet", ownerId: account.id, amount: credits },
      { account: "processor", ownerId: null, amount: -credits },
    ],
  });
  await documents.issue(db, {
    kind: "receipt",
    reason: "payment",
    accountId: account.id,
    orderId: id,
    source: { type: "topup", id },
    net: credits,
    tax: 0n,
  });
  moments.note("topup", id, at);
}

async function buy(
  { db, moments, accounts }: World,
  { ago, by, skill, renews, refundedAgo }: Purchase,
): Promise<Event[]> {
  const id = newId();
  const at = moments.at(ago);
  const { rows } = await db.query<{ outcome: string }>(
    "SELECT outcome FROM purchase_buy($1, $2, $3, $4, NULL, NULL, $5, NULL, NULL)",
    [id, newId(), accounts.get(by)?.id, skill, renews],
  );
  // Some have not paid in enough by then.
  if (rows[0]?.outcome !== "bought") return [];
  moments.note("purchase", `${id}:1`, at);
  const dated = await db.query<{ term: number; ago: number }>(
    `WITH dated AS (
       UPDATE purchase SET anchor_at = $2, started_at = $2, current_period_end = term_end($2, interval, 1) WHERE id = $1
       RETURNING interval)
     SELECT n AS term, extract(epoch FROM now() - term_end($2, interval, n))::float8 / 86400 AS ago
       FROM dated, generate_series(1, 95) AS n WHERE term_end($2, interval, n) < now()`,
    [id, at],
  );
  const terms = dated.rows.filter((row) => refundedAgo === null || row.ago > refundedAgo);
  return [
    ...terms.map((row): Event => ({ kind: "term", ago: row.ago, bought: { id, term: row.term }, renews })),
    ...(refundedAgo === null ? [] : [{ kind: "refund" as const, ago: refundedAgo, bought: { id, term: 1 } }]),
  ];
}

/** Renews a subscription whose term is over, or ends it. */
async function endTerm(
  { db, moments }: World,
  { id, term }: Bought,
  { ago, renews }: Event & { kind: "term" },
): Promise<void> {
  const { rows } = await db.query<{ pays: boolean }>(
    `SELECT $2 AND w.posted_micros >= p.price_micros AS pays FROM purchase p JOIN wallet w ON w.account_id = p.buyer_id
      WHERE p.id = $1 AND p.status = 'active'`,
    [id, renews],
  );
  if (!rows[0]) return;
  if (!rows[0].pays) {
    await db.query(
      `UPDATE purchase SET status = CASE WHEN auto_renew THEN 'expired' ELSE 'cancelled' END, ended_at = current_period_end
        WHERE id = $1`,
      [id],
    );
    return;
  }
  await db.query(
    `WITH renewed AS (
       UPDATE purchase SET term = $2, current_period_end = term_end(anchor_at, interval, $2) WHERE id = $1 RETURNING *)
     SELECT ledger_post_sale($3, 'renewal', 'purchase', r.id || ':' || r.term, s.slug, r.buyer_id, r.developer_id,
       r.price_micros, NULL) FROM renewed r JOIN skill s ON s.id = r.skill_id`,
    [id, term + 1, newId()],
  );
  moments.note("purchase", `${id}:${term + 1}`, moments.at(ago));
}

async function refund({ db, moments }: World, { id }: Bought, ago: number): Promise<void> {
  const at = moments.at(ago);
  const { rows } = await db.query<{ outcome: string; refunded: string; buyer_id: string; term: number }>(
    `SELECT r.outcome, r.refunded, p.buyer_id, p.term FROM purchase p
       CROSS JOIN LATERAL purchase_refund(p.id, $2, true, false, 'It did not do what the description promised.') AS r
      WHERE p.id = $1`,
    [id, newId()],
  );
  const done = rows[0];
  if (done?.outcome !== "refunded") return;
  await db.query(
    `UPDATE purchase SET refunded_at = $2, ended_at = $2, current_period_end = least(current_period_end, $2)
      WHERE id = $1`,
    [id, at],
  );
  const source = { type: "refund" as const, id: `${id}:${done.term}` };
  await documents.issue(db, {
    kind: "credit_note",
    reason: "purchase_refund",
    accountId: done.buyer_id,
    purchaseId: id,
    source,
    net: BigInt(done.refunded),
    tax: 0n,
  });
  moments.note("refund", source.id, at);
}

/** Each call reserves and settles as every call does; what its endpoint refused costs nothing. */
const CALLS = `
  SELECT count(*) FROM (
    SELECT * FROM jsonb_to_recordset($1) AS c (hold uuid, ids uuid[], account uuid, skill uuid, key uuid, prefix text,
      version int, code text, ms int, at timestamptz, trace jsonb)) AS c
    CROSS JOIN LATERAL execution_reserve(c.hold, c.ids[1], c.account, false, c.skill, 'execute', c.key, c.prefix, NULL,
      interval '1 hour', 1000, 1000, NULL, NULL, c.version, NULL) AS r
    CROSS JOIN LATERAL (SELECT CASE WHEN r.outcome <> 'held' THEN false WHEN c.code IS NULL THEN (
        SELECT settled FROM execution_capture(c.hold, c.account, c.ids[2], c.ids[3], c.ms, NULL, c.at, NULL, NULL, NULL,
          NULL, NULL, c.trace))
      ELSE execution_release(c.hold, c.account, c.ids[3], c.code, c.ms, c.at, c.trace) END AS done) AS ended
   WHERE ended.done`;

const STATUS: Record<string, number> = { upstream_failed: 500, upstream_refused: 422 };

async function makeCalls({ db, moments, accounts, skills }: World, calls: Call[]): Promise<void> {
  const rows = calls.flatMap(({ ago, by, skill: slug, code, ms }) => {
    const [account, skill] = [accounts.get(by), skills.get(slug)];
    if (!account || !skill) return [];
    const status = code === null ? 200 : STATUS[code];
    const hold = newId();
    return [
      {
        hold,
        ids: [newId(), newId(), newId()],
        account: account.id,
        skill: skill.id,
        key: account.key,
        prefix: account.prefix,
        version: skill.version,
        code,
        ms,
        at: moments.at(ago),
        trace: {
          endpoint_status: status,
          first_byte_ms: Math.round(ms * 0.9),
          request_bytes: 180,
          response_bytes: 640,
        },
      },
    ];
  });
  if (rows.length === 0) return;
  await db.query(CALLS, [JSON.stringify(rows)]);
  for (const { hold, at } of rows) moments.note("hold", hold, at);
}

async function addViews({ db, skills }: World, views: { skill: string; ago: number; count: number }[]): Promise<void> {
  const rows = views.flatMap(({ skill, ago, count }) => {
    const id = skills.get(skill)?.id;
    return id && count > 0 ? [{ id, ago, count }] : [];
  });
  await db.query(
    `WITH seen AS (SELECT v.id, utc_day(now()) - v.ago AS day, v.count FROM jsonb_to_recordset($1)
         AS v (id uuid, ago int, count bigint)),
       came AS (INSERT INTO visit_day (day, visits) SELECT day, (sum(count) * 0.45)::bigint FROM seen GROUP BY day
         ON CONFLICT (day) DO UPDATE SET visits = visit_day.visits + excluded.visits)
     INSERT INTO skill_stats_day (skill_id, day, views) SELECT id, day, count FROM seen`,
    [JSON.stringify(rows)],
  );
}
