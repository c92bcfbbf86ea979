/** Compares everything that is stored with the model. */
import type { World } from "@/tests/year/actors/world";
import {
  allowedLines,
  approvalLines,
  countLines,
  deliveryLines,
  freeLines,
  living,
  memberLines,
  ratingLines,
  skillLines,
  spendLines,
  transferLines,
} from "@/tests/year/expected";
import { askedLines, offerLines, orderLines, planLines, purchaseLines, usedLines } from "@/tests/year/expected-sales";
import { compare, counted, flag, type Lines, letter, linesOf, read } from "@/tests/year/lines";

const CREDITS = `SELECT a.id, concat_ws(' ', coalesce(w.posted_micros, 0), coalesce(w.held_micros, 0),
    -coalesce(sum(e.amount_micros) FILTER (WHERE e.account = 'receivable'), 0), coalesce(sum(e.amount_micros) FILTER (WHERE e.account = 'earnings'), 0)) AS line
  FROM account a LEFT JOIN wallet w ON w.account_id = a.id LEFT JOIN ledger_entry e ON e.owner_id = a.id AND e.account IN ('receivable', 'earnings')
  WHERE a.email NOT LIKE '%@guests.invalid' GROUP BY a.id, w.account_id`;
const PEOPLE = `SELECT id, concat_ws(' ', role, suspended_at IS NOT NULL, closed_at IS NOT NULL) AS line FROM account`;
const KEYS = `SELECT k.id, concat_ws(' ', active, revoked_at IS NOT NULL, coalesce(b.amount_micros::text, '-'), coalesce(b.period, '-'),
    client_id IS NOT NULL, coalesce(ask_above_micros::text, '-')) AS line
  FROM api_key k LEFT JOIN budget b ON b.subject_id = k.id`;
const SKILLS = `SELECT s.id, concat_ws(' ', s.status, l.skill_id IS NOT NULL, s.pricing_type, coalesce(s.price_micros::text, '-'), coalesce(s.price_per_call_micros::text, '-'),
    s.free_calls, coalesce(s.units #>> '{0,price_nanos}', '-'), s.units #>> '{0,most}', s.units #>> '{0,free}', s.trial_days, s.next_terms IS NOT NULL, coalesce(l.revision_number, 0), l.description = r.description OR l.skill_id IS NULL,
    s.guest_calls IS DISTINCT FROM false, (SELECT coalesce(sum(d.guest_calls), 0) FROM skill_stats_day d WHERE d.skill_id = s.id)) AS line
  FROM skill s LEFT JOIN listing l ON l.skill_id = s.id LEFT JOIN skill_revision r ON r.id = s.live_revision_id`;
const PURCHASES = `SELECT id, concat_ws(' ', status, auto_renew, price_micros, purchase.interval, term, refunded_micros, refunded_at IS NOT NULL,
    coalesce(plan, '-'), coalesce(included_calls::text || '/' || coalesce(beyond_micros::text, '-'), '-'),
    coalesce((included_units #>> '{0,included}') || '/' || (included_units #>> '{0,most}') || '/' || coalesce(included_units #>> '{0,beyond_nanos}', '-'), '-'),
    CASE WHEN next_plan IS NULL THEN '-' ELSE concat_ws('/', coalesce(next_plan ->> 'name', 'Standard'), next_plan ->> 'price', next_plan ->> 'term_interval') END,
    replaces_id IS NOT NULL,
    CASE WHEN status = 'active' THEN round(extract(epoch FROM current_period_end) / 60) END) AS line FROM purchase`;
const USED = `SELECT purchase_id AS id, string_agg(concat_ws(' ', term, used, coalesce(units ->> 'pages', '0')), ', ' ORDER BY term) AS line
  FROM plan_use WHERE used > 0 GROUP BY 1`;
const PLANS = `SELECT id, (SELECT string_agg(concat_ws(' ', e ->> 'name', e ->> 'interval', e ->> 'price_micros', e ->> 'trial_days',
      coalesce((e ->> 'included_calls') || '/' || coalesce(e ->> 'beyond_micros', '-'), '-'),
      coalesce((e #>> '{included_units,0,included}') || '/' || (e #>> '{included_units,0,most}') || '/' || coalesce(e #>> '{included_units,0,beyond_nanos}', '-'), '-')), ', ' ORDER BY place)
    FROM jsonb_array_elements(plans) WITH ORDINALITY AS each (e, place)) AS line FROM skill WHERE plans <> '[]'`;
const OFFERS = `SELECT id, concat_ws(' ', plan ->> 'name', plan ->> 'price_micros') AS line FROM plan_offer`;
const ORDERS = `SELECT id, concat_ws(' ', refunded_cents, disputed_cents, reversed_micros) AS line FROM topup_order WHERE state = 'paid'`;
const CARD_REFUNDS = `SELECT order_id AS id, string_agg(state || ' ' || net_cents, ', ' ORDER BY id) AS line FROM card_refund GROUP BY 1`;
const SPENDS = `SELECT spend_id AS id, string_agg(spent_micros::text, ' ' ORDER BY period_start, spent_micros) AS line
  FROM budget_spend WHERE spent_micros > 0 AND (period_start = 'epoch' OR period_start > now() - interval '90 days') GROUP BY 1`;
const BUDGETS = `SELECT id, concat_ws(' ', kind, amount_micros, period) AS line FROM budget WHERE kind <> 'key'`;
const APPROVALS = `SELECT id, concat_ws(' ', kind, state, coalesce(scope, '-'), price_micros, left_micros, skill_version) AS line FROM approval
  WHERE expires_at > now()`;
const INVITATIONS = `SELECT id, role AS line FROM member_invitation WHERE expires_at > now()`;
const MEMBERS = `SELECT id, string_agg(role, ' ' ORDER BY role) AS line FROM (
    SELECT organization_id AS id, role FROM membership UNION ALL SELECT person_id, role FROM membership) AS each GROUP BY 1`;
const ALLOWED = `SELECT account_id AS id, string_agg(concat(coalesce(version, 0), asked_by IS NOT NULL), ' ' ORDER BY coalesce(version, 0), asked_by IS NOT NULL) AS line
  FROM allowed_skill GROUP BY 1`;
const TRANSFERS = "SELECT skill_id AS id, 'offered' AS line FROM skill_transfer WHERE expires_at > now()";
const OWNED = "SELECT owner_id AS id, count(*)::text AS line FROM skill GROUP BY 1";
const SOLD = "SELECT developer_id AS id, count(*)::text AS line FROM purchase GROUP BY 1";
const FREE = `SELECT account_id AS id, sum(used)::text AS line FROM free_call_use WHERE used <> 0 GROUP BY 1`;
const REQUESTS = `SELECT id, concat_ws(' ', state, term) AS line FROM refund_request`;
const PROMOTIONS = `SELECT id, concat_ws(' ', uses, ended_at IS NOT NULL) AS line FROM promotion_code`;
const DELIVERIES = `SELECT e.id, concat_ws(', ', e.active, (SELECT string_agg(type || ' ' || n, ', ' ORDER BY type COLLATE "C") FROM (
    SELECT type, count(*) AS n FROM webhook_delivery d WHERE d.endpoint_id = e.id AND d.created_at > now() - interval '20 days' GROUP BY 1) AS counted)) AS line
  FROM webhook_endpoint e`;
const REPORTS = "SELECT id, state AS line FROM skill_report";
const PAYOUTS = "SELECT id, concat_ws(' ', state, amount_micros) AS line FROM payout";
const REVIEWS = `SELECT skill_id AS id, string_agg(concat(rating, reply), ' ' ORDER BY rating, reply COLLATE "C" NULLS FIRST) AS line FROM skill_review GROUP BY 1`;
const USES = `SELECT account_id AS id, concat_ws(' ', count(*) FILTER (WHERE status = 'succeeded'), count(*) FILTER (WHERE status = 'failed')) AS line
  FROM usage_record GROUP BY 1`;

/** What the product stores otherwise than the model; nothing when all is well. */
async function storedDifferences(world: World): Promise<string[]> {
  const { market } = world;
  const [
    credits,
    people,
    keys,
    skills,
    purchases,
    spends,
    uses,
    requests,
    promotions,
    deliveries,
    free,
    reports,
    reviews,
    payouts,
    budgets,
    approvals,
    invitations,
    members,
    allowed,
    transfers,
    owned,
    sold,
    used,
    plans,
    orders,
    askedBack,
    offers,
  ] = await Promise.all([
    read(world, "credits", CREDITS),
    read(world, "people", PEOPLE),
    read(world, "keys", KEYS),
    read(world, "skills", SKILLS),
    read(world, "purchases", PURCHASES),
    read(world, "spends", SPENDS),
    read(world, "uses", USES),
    read(world, "requests", REQUESTS),
    read(world, "promotions", PROMOTIONS),
    read(world, "deliveries", DELIVERIES),
    read(world, "free", FREE),
    read(world, "reports", REPORTS),
    read(world, "reviews", REVIEWS),
    read(world, "payouts", PAYOUTS),
    read(world, "budgets", BUDGETS),
    read(world, "approvals", APPROVALS),
    read(world, "invitations", INVITATIONS),
    read(world, "members", MEMBERS),
    read(world, "allowed", ALLOWED),
    read(world, "transfers", TRANSFERS),
    read(world, "owned", OWNED),
    read(world, "sold", SOLD),
    read(world, "used", USED),
    read(world, "plans", PLANS),
    read(world, "paid", ORDERS),
    read(world, "asked", CARD_REFUNDS),
    read(world, "offers", OFFERS),
  ]);
  const ours = (lines: Lines) => new Map([...lines].filter(([name]) => !name.includes("-")));
  const users = new Map([...market.accounts].filter(([, { calls }]) => calls.succeeded + calls.failed > 0));
  return [
    ...compare(
      "the credits of",
      linesOf(market.accounts, ({ balance, debt, earnings }) => [balance, 0, debt, earnings]),
      ours(credits),
    ),
    ...compare(
      "the account",
      linesOf(market.accounts, (each) => [
        each.isAdmin ? "admin" : "user",
        flag(each.suspendedAt),
        flag(each.closedAt),
      ]),
      ours(people),
    ),
    ...compare(
      "the key",
      linesOf(market.keys, ({ isActive, revokedAt, limit, program, askAbove }) => [
        letter(isActive),
        flag(revokedAt),
        limit?.amount ?? "-",
        limit?.interval ?? "-",
        letter(program !== null),
        askAbove ?? "-",
      ]),
      ours(keys),
    ),
    ...compare("the skill", skillLines(market), ours(skills)),
    ...compare("the purchase", purchaseLines(market), ours(purchases)),
    ...compare("what is used of", usedLines(market), ours(used)),
    ...compare("the plans of", planLines(market), ours(plans)),
    ...compare("the payment", orderLines(market), ours(orders)),
    ...compare("the offered plan", offerLines(market), offers),
    ...compare("what is asked back of", askedLines(market), ours(askedBack)),
    ...compare(
      "the refund request",
      linesOf(market.requests, ({ state, term }) => [state, term]),
      requests,
    ),
    ...compare(
      "the code",
      linesOf(market.promotions, ({ uses: used, endedAt }) => [used, flag(endedAt)]),
      promotions,
    ),
    ...compare("the webhook", deliveryLines(market), deliveries),
    ...compare("the free calls of", freeLines(market), free),
    ...compare(
      "the report",
      linesOf(market.reports, ({ state }) => [state]),
      reports,
    ),
    ...compare(
      "the payout",
      linesOf(market.payouts, ({ state, amount }) => [state, amount]),
      payouts,
    ),
    ...compare(
      "the budget",
      linesOf(market.budgets, ({ skill, amount, interval }) => [
        skill === null ? "account" : "skill",
        amount,
        interval,
      ]),
      budgets,
    ),
    ...compare("the approval", approvalLines(market), approvals),
    ...compare(
      "the invitation",
      linesOf(living(market.invitations), ({ role }) => [role]),
      invitations,
    ),
    ...compare("the members of", memberLines(market), members),
    ...compare("what is allowed by", allowedLines(market), allowed),
    ...compare("the offer of", transferLines(market), transfers),
    ...compare(
      "the skills of",
      countLines(market.skills, ({ owner }) => owner),
      ours(owned),
    ),
    ...compare(
      "the sales of",
      countLines(market.purchases, ({ seller }) => seller),
      ours(sold),
    ),
    ...compare("the ratings of", ratingLines(market), reviews),
    ...compare("what was spent with", spendLines(market), spends),
    ...compare(
      "the calls of",
      linesOf(users, ({ calls }) => [calls.succeeded, calls.failed]),
      ours(uses),
    ),
    ...(await noticeDifferences(world)),
  ];
}

/** Kinds of notices that the model knows. */
const KNOWN = [
  "approval_requested",
  "buyer_refund_failed",
  "dispute_opened",
  "fee_changed",
  "new_review",
  "payout_failed",
  "payout_paid",
  "plan_offered",
  "price_rise",
  "purchase_lapsed",
  "purchase_refunded",
  "refund_declined",
  "refund_escalated",
  "refund_failed",
  "refund_rejected",
  "refund_requested",
  "refund_taken",
  "receipt",
  "report_decided",
  "report_filed",
  "review_appeal",
  "security_key",
  "skill_approved",
  "skill_asked",
  "skill_decided",
  "skill_rejected",
  "skill_restored",
  "skill_suspended",
  "skill_warned",
  "slug_released",
  "transfer_accepted",
  "transfer_offered",
];

async function noticeDifferences(world: World): Promise<string[]> {
  const found = await read(
    world,
    "notices",
    `SELECT account_id AS id, string_agg(kind || ' ' || n, ', ' ORDER BY kind) AS line
       FROM (SELECT account_id, kind, count(*) AS n FROM notification WHERE kind IN ('${KNOWN.join("', '")}') GROUP BY 1, 2) AS counted GROUP BY 1`,
  );
  const expected: Lines = new Map();
  for (const [account, notices] of world.market.notices) {
    const line = counted(notices.map(({ kind }) => kind));
    if (line.length > 0) expected.set(account, line.join(", "));
  }
  return compare("the notices of", expected, found);
}

/** Throws when what is stored differs from the model. */
export async function checkStored(world: World): Promise<void> {
  const differences = await storedDifferences(world);
  if (differences.length > 0) throw new Error(differences.slice(0, 8).join("\n"));
}
