import type { PoolClient } from "pg";
import { HISTORY_DAYS, NEWCOMERS } from "@/prisma/seed/history-plan";
import { SKILLS } from "@/prisma/seed/skills";

const DAY_MS = 24 * 60 * 60 * 1000;
/** How many days before the history people and the first skills came. */
const LEAD_DAYS = 2;
/** How long ago skills in other states were submitted or rejected, in days. */
const STATE_DAYS = { pending: 1, draft: 3, rejected: 9 };

/** When the transactions of the ledger happened, by their source. */
export type Moments = {
  at: (daysAgo: number) => Date;
  note: (type: string, id: string, at: Date) => void;
  /** Writes what was noted. */
  flush: () => Promise<void>;
};

/** Begins to note moments, until the transaction ends. */
export async function beginMoments(db: PoolClient): Promise<Moments> {
  await db.query(
    `CREATE TEMP TABLE demo_moment (source_type text, source_id text, at timestamptz, PRIMARY KEY (source_type, source_id))
       ON COMMIT DROP`,
  );
  const now = Date.now();
  let waiting: { source_type: string; source_id: string; at: Date }[] = [];
  const flush = async () => {
    const rows = waiting;
    waiting = [];
    await db.query(
      `INSERT INTO demo_moment
         SELECT * FROM jsonb_to_recordset($1) AS m (source_type text, source_id text, at timestamptz)`,
      [JSON.stringify(rows)],
    );
  };
  return {
    at: (daysAgo) => new Date(now - daysAgo * DAY_MS),
    note: (source_type, source_id, at) => void waiting.push({ source_type, source_id, at }),
    flush,
  };
}

/** The statements that date what was written: a movement and its entries by its source, everything else by the movement. */
const BY_MOMENT = [
  `INSERT INTO demo_moment SELECT source_type, source_id, now() - make_interval(days => ${HISTORY_DAYS + 1})
     FROM ledger_transaction WHERE source_type = 'grant'`,
  `UPDATE ledger_entry e SET created_at = m.at
     FROM ledger_transaction t JOIN demo_moment m USING (source_type, source_id) WHERE t.id = e.transaction_id`,
  `UPDATE ledger_transaction t SET created_at = m.at FROM demo_moment m
    WHERE m.source_type = t.source_type AND m.source_id = t.source_id`,
  `UPDATE document d SET created_at = m.at FROM demo_moment m
    WHERE m.source_type = d.source_type AND m.source_id = d.source_id`,
  `UPDATE hold h SET created_at = m.at, closed_at = m.at, expires_at = m.at + interval '1 hour'
     FROM demo_moment m WHERE m.source_type = 'hold' AND m.source_id = h.id::text`,
  `UPDATE notification n SET created_at = m.at, mail_due_at = NULL, mailed_at = m.at,
      read_at = CASE WHEN m.at < now() - interval '4 days' THEN m.at + interval '3 hours' END
     FROM demo_moment m
    WHERE n.kind = 'purchase_made' AND m.source_type = 'purchase' AND m.source_id = n.subject || ':1'`,
];

/** Columns that follow the age of a skill. */
const OF_SKILLS: Record<string, { id: string; columns: string[] }> = {
  skill: { id: "id", columns: ["created_at", "updated_at"] },
  skill_revision: { id: "skill_id", columns: ["created_at", "submitted_at", "reviewed_at"] },
  skill_package: { id: "skill_id", columns: ["created_at"] },
  review_event: { id: "skill_id", columns: ["created_at"] },
  listing: { id: "skill_id", columns: ["created_at", "updated_at", "published_at"] },
};

/** Columns that are as old as the marketplace. */
const OF_PEOPLE = { account: "created_at", api_key: "created_at", audit_event: "created_at" };

/** Dates what the demo consists of. Its triggers refuse that of what only grows, so they are off for these statements. */
export async function backdate({ db, moments }: { db: PoolClient; moments: Moments }): Promise<void> {
  await moments.flush();
  await db.query("SET LOCAL session_replication_role = replica");
  for (const statement of BY_MOMENT) await db.query(statement);
  const ages = SKILLS.map(({ slug, state }) => ({
    slug,
    days: state ? STATE_DAYS[state] : (NEWCOMERS[slug] ?? HISTORY_DAYS + LEAD_DAYS),
  }));
  for (const [table, { id, columns }] of Object.entries(OF_SKILLS))
    await db.query(
      `UPDATE ${table} t SET ${columns.map((column) => `${column} = t.${column} - make_interval(days => a.days)`).join(", ")}
         FROM jsonb_to_recordset($1) AS a (slug text, days int) JOIN skill s ON s.slug = a.slug WHERE t.${id} = s.id`,
      [JSON.stringify(ages)],
    );
  for (const [table, column] of Object.entries(OF_PEOPLE))
    await db.query(`UPDATE ${table} SET ${column} = ${column} - make_interval(days => $1)`, [HISTORY_DAYS + LEAD_DAYS]);
  await db.query("SET LOCAL session_replication_role = origin");
}

/** How many days ago the newer versions of skills were approved. */
const VERSION_DAYS = 18;

/** Dates what came after the history: reviews between the first use and today, and newer versions of skills. */
export async function backdateLater(db: PoolClient): Promise<void> {
  await db.query("SET LOCAL session_replication_role = replica");
  await db.query(
    `UPDATE skill_review r SET created_at = d.at, updated_at = d.at FROM (
       SELECT r.skill_id, r.account_id, u.first + (now() - u.first) * (0.1 + 0.8 *
           ('x' || left(md5(r.account_id::text || r.skill_id), 4))::bit(16)::int / 65536.0) AS at
         FROM skill_review r CROSS JOIN LATERAL (SELECT least(
           (SELECT min(started_at) FROM purchase p WHERE p.buyer_id = r.account_id AND p.skill_id = r.skill_id),
           (SELECT min(created_at) FROM usage_record c
             WHERE c.account_id = r.account_id AND c.skill_id = r.skill_id)) AS first) u
     ) AS d WHERE d.skill_id = r.skill_id AND d.account_id = r.account_id`,
  );
  const statements = [
    `UPDATE skill_revision SET created_at = created_at - $1, submitted_at = submitted_at - $1, reviewed_at = reviewed_at - $1
      WHERE number > 1`,
    `UPDATE skill_package p SET created_at = p.created_at - $1 FROM skill_revision r
      WHERE r.package_id = p.id AND r.number > 1`,
    `UPDATE review_event e SET created_at = e.created_at - $1 FROM skill_revision r
      WHERE r.id = e.revision_id AND r.number > 1`,
    `UPDATE listing SET updated_at = updated_at - $1 WHERE revision_number > 1`,
  ];
  for (const statement of statements) await db.query(statement.replaceAll("$1", `interval '${VERSION_DAYS} days'`));
  await db.query("SET LOCAL session_replication_role = origin");
}
