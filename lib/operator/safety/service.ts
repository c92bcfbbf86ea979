/**
 * Signals of abuse, computed when an administrator asks: many accounts from one address, skills bought in a ring, spikes of refunds.
 * Invariant: nothing acts on a signal but a person; each names its evidence.
 */
import { firstPaidSince } from "@/lib/demand/analytics/first-payments";
import type { SafetySignal } from "@/lib/operator/safety/schemas";
import { prisma, query } from "@/lib/platform/core/db";
import { toCredits } from "@/lib/platform/core/money";
import { wholeList } from "@/lib/platform/core/page";

/** Days that the signals look back, and of those for spikes. */
const DAYS = 30;
const SPIKE_DAYS = 7;
/** Offices and schools share addresses, too: fewer accounts say nothing. */
const MIN_ACCOUNTS = 5;
const MIN_REFUNDS = 3;
/** Most signals of a kind, and most accounts that one names. */
const MAX_OF_KIND = 20;
const MAX_ACCOUNTS = 10;

type Row = {
  subject: string;
  count: number;
  micros: string | null;
  account_ids: string[];
  skill_id: string | null;
  slug: string | null;
};
type Kind = SafetySignal["kind"];

/** Who paid whom for skills in the period, by subscriptions and by calls. */
const TRADE = `SELECT buyer, seller, sum(micros)::bigint AS micros FROM (
    SELECT p.buyer_id AS buyer, p.developer_id AS seller, p.price_micros AS micros FROM purchase p
     WHERE ${firstPaidSince(`now() - make_interval(days => ${DAYS})`)}
    UNION ALL SELECT u.account_id, s.owner_id, u.cost_micros FROM account_usage_hour u
     -- What was called before the slug was given to another skill was another seller's.
     JOIN skill s ON s.slug = u.skill_slug AND (s.slug_given_at IS NULL OR u.hour >= s.slug_given_at)
     WHERE u.hour > now() - make_interval(days => ${DAYS}) AND u.cost_micros > 0) AS paid
  WHERE buyer <> seller GROUP BY buyer, seller`;
/** A refund of a purchase `p` that goes on with another plan is no sign of anything. */
const ENDED = "NOT EXISTS (SELECT FROM purchase n WHERE n.replaces_id = p.id)";
const NO_SKILL = "NULL::uuid AS skill_id, NULL::text AS slug";

const TEXTS: Record<Kind, (row: Row) => string> = {
  shared_address: ({ count }) => `${count} accounts signed in from one address in ${DAYS} days.`,
  buying_ring: ({ count }) => `${count} developers bought each other's skills in ${DAYS} days.`,
  shared_with_buyers: ({ count }) =>
    `${count} ${count === 1 ? "buyer" : "buyers"} of this developer signed in from the developer's address.`,
  refund_spike: ({ count }) =>
    `${count} purchases of this skill were refunded in ${SPIKE_DAYS} days, at least a quarter of those that began.`,
  refunded_buyer: ({ count }) => `This account got ${count} purchases refunded or payments disputed in ${DAYS} days.`,
};

/** Every signal of now, by kind, the most notable of each kind first. */
export async function signals() {
  const found = await Promise.all([
    sharedAddresses().then(withKind("shared_address")),
    rings().then(withKind("buying_ring")),
    sharedWithBuyers().then(withKind("shared_with_buyers")),
    refundSpikes().then(withKind("refund_spike")),
    refundedBuyers().then(withKind("refunded_buyer")),
  ]);
  const rows = found.flat();
  const people = await prisma().account.findMany({
    where: { id: { in: rows.flatMap(({ account_ids }) => account_ids) } },
    select: { id: true, email: true, name: true },
  });
  const known = new Map(people.map((person) => [person.id, person]));
  const signals = rows.map(
    ({ kind, ...row }): SafetySignal => ({
      kind,
      subject: row.subject,
      text: TEXTS[kind](row),
      count: row.count,
      amount: row.micros === null ? null : toCredits(BigInt(row.micros)),
      accounts: row.account_ids.flatMap((id) => known.get(id) ?? []),
      skill: row.skill_id !== null && row.slug !== null ? { id: row.skill_id, slug: row.slug } : null,
    }),
  );
  return wholeList(signals);
}

const withKind = (kind: Kind) => (rows: Row[]) => rows.map((row) => ({ ...row, kind }));

function sharedAddresses(): Promise<Row[]> {
  return query<Row>(
    "safety.addresses",
    `SELECT ip_address AS subject, count(DISTINCT account_id)::int AS count, NULL::bigint AS micros,
         (array_agg(DISTINCT account_id))[1:${MAX_ACCOUNTS}] AS account_ids, ${NO_SKILL}
       FROM session WHERE ip_address IS NOT NULL AND created_at > now() - make_interval(days => ${DAYS})
      GROUP BY ip_address HAVING count(DISTINCT account_id) >= ${MIN_ACCOUNTS}
      ORDER BY count(DISTINCT account_id) DESC, ip_address LIMIT ${MAX_OF_KIND}`,
    [],
  );
}

/** Two developers who pay each other, and three who pay in a circle. */
function rings(): Promise<Row[]> {
  return query<Row>(
    "safety.rings",
    `WITH trade AS (${TRADE})
      SELECT g.subject, g.count, g.micros, g.account_ids, ${NO_SKILL} FROM (
        SELECT a.buyer::text AS subject, 2 AS count, (a.micros + b.micros)::bigint AS micros, ARRAY[a.buyer,
          a.seller] AS account_ids
          FROM trade a JOIN trade b ON b.buyer = a.seller AND b.seller = a.buyer WHERE a.buyer < a.seller
        UNION ALL
        SELECT a.buyer::text, 3, (a.micros + b.micros + c.micros)::bigint, ARRAY[a.buyer, a.seller, b.seller]
          FROM trade a JOIN trade b ON b.buyer = a.seller JOIN trade c ON c.buyer = b.seller AND c.seller = a.buyer
         WHERE a.buyer < a.seller AND a.buyer < b.seller AND a.seller <> b.seller) AS g
      ORDER BY g.micros DESC, g.subject LIMIT ${MAX_OF_KIND}`,
    [],
  );
}

/** Developers whose paying buyers signed in from the developer's own address. */
function sharedWithBuyers(): Promise<Row[]> {
  return query<Row>(
    "safety.shared",
    `WITH trade AS (${TRADE}), alike AS (
        SELECT DISTINCT t.seller, t.buyer, t.micros FROM trade t
          JOIN session d ON d.account_id = t.seller JOIN session b ON b.account_id = t.buyer
            AND b.ip_address = d.ip_address)
      SELECT seller::text AS subject, count(*)::int AS count, sum(micros)::bigint AS micros,
          (ARRAY[seller] || array_agg(buyer))[1:${MAX_ACCOUNTS}] AS account_ids, ${NO_SKILL}
        FROM alike GROUP BY seller ORDER BY sum(micros) DESC, seller LIMIT ${MAX_OF_KIND}`,
    [],
  );
}

function refundSpikes(): Promise<Row[]> {
  return query<Row>(
    "safety.spikes",
    `SELECT s.slug AS subject, g.refunded AS count, g.micros, ARRAY[s.owner_id] AS account_ids,
         s.id AS skill_id, s.slug FROM (
         SELECT skill_id, count(*)
                FILTER (WHERE refunded_at > now() - make_interval(days => ${SPIKE_DAYS}))::int AS refunded,
             count(*) FILTER (WHERE started_at > now() - make_interval(days => ${SPIKE_DAYS}))::int AS began,
             sum(refunded_micros)
               FILTER (WHERE refunded_at > now() - make_interval(days => ${SPIKE_DAYS}))::bigint AS micros
           FROM purchase p WHERE (refunded_at > now() - make_interval(days => ${SPIKE_DAYS})
             OR started_at > now() - make_interval(days => ${SPIKE_DAYS})) AND ${ENDED} GROUP BY skill_id) AS g
               JOIN skill s ON s.id = g.skill_id
      WHERE g.refunded >= ${MIN_REFUNDS} AND 4 * g.refunded >= g.began AND s.suspended_at IS NULL
      ORDER BY g.refunded DESC, s.slug LIMIT ${MAX_OF_KIND}`,
    [],
  );
}

function refundedBuyers(): Promise<Row[]> {
  return query<Row>(
    "safety.refunded",
    `SELECT account_id::text AS subject, count(*)::int AS count, sum(micros)::bigint AS micros,
       ARRAY[account_id] AS account_ids, ${NO_SKILL}
       FROM (SELECT buyer_id AS account_id, refunded_micros AS micros FROM purchase p
           WHERE refunded_at > now() - make_interval(days => ${DAYS}) AND refunded_micros > 0 AND ${ENDED}
         UNION ALL SELECT account_id, disputed_cents * 10000 FROM topup_order
           WHERE disputes <> '{}' AND created_at > now() - make_interval(days => ${DAYS})) AS back
      GROUP BY account_id HAVING count(*) >= ${MIN_REFUNDS} ORDER BY count(*) DESC, account_id LIMIT ${MAX_OF_KIND}`,
    [],
  );
}
