/** What administrators see of accounts: found by address, name or id, and one of them with all that belongs to it. */
import type { AccountDossier, AccountQuery, AdminAccount } from "@/lib/administration/account-schemas";
import type { Caller } from "@/lib/core/caller";
import { type Queryable, query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { isUuid } from "@/lib/core/ids";
import { toCredits } from "@/lib/core/money";
import { MAX_TOTAL, toPage } from "@/lib/core/page";
import * as keys from "@/lib/keys/service";
import * as ledger from "@/lib/ledger/service";
import * as purchases from "@/lib/purchases/service";
import * as audit from "@/lib/review/audit";
import type { SkillStatus } from "@/lib/skills/schemas";

const SESSIONS_SHOWN = 50;
const SKILLS_SHOWN = 100;
const PURCHASES_SHOWN = 25;
const EVENTS_SHOWN = 25;

const STATES = {
  active: "a.suspended_at IS NULL AND a.closed_at IS NULL",
  suspended: "a.suspended_at IS NOT NULL",
  closed: "a.closed_at IS NOT NULL",
};

/** An account with its counts; `bigint` columns arrive as text. */
export type AccountRow = {
  id: string;
  email: string;
  name: string;
  role: "user" | "admin";
  created_at: Date;
  suspended_at: Date | null;
  suspension_reason: string | null;
  closed_at: Date | null;
  two_factor_enabled: boolean;
  available_micros: string;
  key_count: number;
  session_count: number;
  skill_count: number;
};

const SELECT = `SELECT a.id, a.email, a.name, a.role, a.created_at, a.suspended_at, a.suspension_reason, a.closed_at, a.two_factor_enabled,
    w.posted_micros - w.held_micros AS available_micros,
    (SELECT count(*)::int FROM api_key k WHERE k.account_id = a.id AND k.revoked_at IS NULL) AS key_count,
    (SELECT count(*)::int FROM session n WHERE n.account_id = a.id AND n.expires_at > now()) AS session_count,
    (SELECT count(*)::int FROM skill s WHERE s.owner_id = a.id) AS skill_count
  FROM account a JOIN wallet w ON w.account_id = a.id`;

/** What administrators see of an account in a list. */
export function toView(row: AccountRow): AdminAccount {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role,
    created_at: row.created_at,
    suspension: row.suspended_at && { reason: row.suspension_reason ?? "", since: row.suspended_at },
    closed_at: row.closed_at,
    available: toCredits(BigInt(row.available_micros)),
    key_count: row.key_count,
    session_count: row.session_count,
    skill_count: row.skill_count,
  };
}

/** Accounts, newest first. A search finds parts of addresses and names, or one whole id. */
export async function list({ search, role, state, limit, offset }: AccountQuery) {
  const isId = search !== undefined && isUuid(search);
  const pattern = search === undefined || isId ? null : `%${search.replace(/[\\%_]/g, "\\$&")}%`;
  const where = `($1::uuid IS NULL OR a.id = $1) AND ($2::text IS NULL OR a.email ILIKE $2 OR a.name ILIKE $2)
    AND ($3::text IS NULL OR a.role = $3) AND ${state ? STATES[state] : "true"}`;
  const values = [isId ? search : null, pattern, role ?? null];
  const [rows, [counted]] = await Promise.all([
    query<AccountRow>(
      `administration.accounts.${state ?? "any"}`,
      `${SELECT} WHERE ${where} ORDER BY a.created_at DESC, a.id DESC LIMIT $4 OFFSET $5`,
      [...values, limit, offset],
    ),
    query<{ count: number }>(
      `administration.accounts.count.${state ?? "any"}`,
      `SELECT count(*)::int AS count FROM (SELECT 1 FROM account a WHERE ${where} LIMIT ${MAX_TOTAL + 1}) AS counted`,
      values,
    ),
  ]);
  return toPage(rows.map(toView), counted?.count ?? 0, { limit, offset });
}

/** The account of an id, as `db` sees it. Throws not_found. */
export async function requireRow(id: string, db?: Queryable): Promise<AccountRow> {
  const [row] = await query<AccountRow>("administration.account", `${SELECT} WHERE a.id = $1`, [id], db);
  if (!row) throw notFound();
  return row;
}

/** Everything about one account that an administrator decides by. Throws not_found. */
export async function get(id: string): Promise<AccountDossier> {
  const row = await requireRow(id);
  const person: Caller = {
    accountId: row.id,
    email: row.email,
    name: row.name,
    isAdmin: row.role === "admin",
    key: null,
  };
  const [balance, held, bought, events, usage, sessions, skills] = await Promise.all([
    ledger.balance(person),
    keys.list(person),
    purchases.list(person, { limit: PURCHASES_SHOWN, offset: 0 }),
    audit.list({ subject: id, subject_type: "account", limit: EVENTS_SHOWN, offset: 0 }),
    usageOf(id),
    sessionsOf(id),
    skillsOf(id),
  ]);
  return {
    ...toView(row),
    two_factor: row.two_factor_enabled,
    balance,
    usage,
    keys: held.data,
    sessions,
    skills,
    purchases: bought.data,
    history: events.data,
  };
}

async function usageOf(id: string) {
  const [row] = await query<{ calls: number; failed: number; spent: string }>(
    "administration.account.usage",
    `SELECT count(*)::int AS calls, count(*) FILTER (WHERE status = 'failed')::int AS failed, coalesce(sum(cost_micros), 0)::bigint AS spent
       FROM usage_record WHERE account_id = $1 AND created_at > now() - interval '30 days'`,
    [id],
  );
  return { calls: row?.calls ?? 0, failed: row?.failed ?? 0, spent: toCredits(BigInt(row?.spent ?? 0)) };
}

function sessionsOf(id: string) {
  return query<{
    id: string;
    address: string | null;
    user_agent: string | null;
    created_at: Date;
    last_used_at: Date;
    expires_at: Date;
  }>(
    "administration.account.sessions",
    `SELECT id, ip_address AS address, user_agent, created_at, updated_at AS last_used_at, expires_at FROM session
      WHERE account_id = $1 AND expires_at > now() ORDER BY created_at DESC, id LIMIT ${SESSIONS_SHOWN}`,
    [id],
  );
}

function skillsOf(id: string) {
  return query<{
    id: string;
    slug: string;
    name: string;
    status: SkillStatus;
    live: boolean;
    suspended: boolean;
  }>(
    "administration.account.skills",
    `SELECT s.id, s.slug, r.name, s.status, EXISTS (SELECT 1 FROM listing l WHERE l.skill_id = s.id) AS live,
       s.suspended_at IS NOT NULL AS suspended
     FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
     WHERE s.owner_id = $1 ORDER BY s.created_at DESC, s.id LIMIT ${SKILLS_SHOWN}`,
    [id],
  );
}
