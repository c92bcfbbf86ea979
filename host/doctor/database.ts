import { type Check, type Finding, ok, problem, warning } from "@/host/doctor/check";
import { pool } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { openPool } from "@/lib/platform/core/pool";
import { clusterOf, lookAt } from "@/lib/platform/core/replica";

/** The oldest PostgreSQL that the migrations are written for. */
const LEAST_VERSION = 15;
const EXTENSIONS = ["btree_gist", "fuzzystrmatch", "pg_trgm"];
/** Sessions, links and holds are compared across processes: clocks may differ by this much. */
const MOST_SKEW_SECONDS = 2;
/** Connections that a process opens beside its pool: its lease and the jobs' own. */
const OTHER_CONNECTIONS = 4;

const REPLICA_TIMEOUT_MS = 5_000;

/** Version, extensions, clock, time zone and connections of the database. */
export const database: Check = {
  name: "database",
  other: { name: "the database", setting: "DATABASE_URL" },
  advice: "Check DATABASE_URL, and that the database accepts connections from here.",
  async run() {
    const askedAt = Date.now();
    const { rows } = await pool().query<{
      version: number;
      now: Date;
      zone: string;
      connections: number;
      extensions: string[];
      standby: boolean;
    }>(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, clock_timestamp() AS now,
         current_setting('TimeZone') AS zone, current_setting('max_connections')::int AS connections,
         pg_is_in_recovery() AS standby,
         ARRAY(SELECT name::text FROM pg_available_extensions WHERE name = ANY($1)) AS extensions`,
      [EXTENSIONS],
    );
    const [row] = rows;
    if (!row) return [problem("the database answered nothing", this.advice)];
    const took = Date.now() - askedAt;
    const skew = Math.abs(row.now.getTime() - (askedAt + took / 2)) / 1000;
    const missing = EXTENSIONS.filter((name) => !row.extensions.includes(name));
    const found: Finding[] = [ok(`PostgreSQL ${row.version} answered in ${took} ms`)];
    if (row.standby)
      found.push(
        problem(
          "this PostgreSQL is a standby, which accepts no writes",
          "Let DATABASE_URL name the primary, or an address that follows it.",
        ),
      );
    if (row.version < LEAST_VERSION)
      found.push(problem(`PostgreSQL ${row.version} is too old`, `Use ${LEAST_VERSION} or newer.`));
    if (missing.length > 0)
      found.push(problem(`the extensions ${missing.join(", ")} are missing`, "Install PostgreSQL's contrib package."));
    if (skew > MOST_SKEW_SECONDS)
      found.push(
        problem(
          `the clocks of this machine and of the database differ by ${skew.toFixed(1)} s`,
          "Let both machines follow a time server (NTP): sessions, links and signatures go by the clock.",
        ),
      );
    if (row.zone !== "UTC" && !env().DATABASE_PREPARED)
      found.push(problem(`the time zone is ${row.zone}`, "Behind a pooler: ALTER ROLE … SET timezone = 'UTC'."));
    const wanted = env().DATABASE_POOL + OTHER_CONNECTIONS;
    if (wanted > row.connections)
      found.push(
        warning(`max_connections is ${row.connections}, a process opens up to ${wanted}`, "Lower DATABASE_POOL."),
      );
    return found;
  },
};

/** Whether the replica is a standby of our database, and current. */
export const replica: Check = {
  name: "replica",
  other: { name: "the replica", setting: "DATABASE_REPLICA_URL" },
  advice:
    "Let DATABASE_REPLICA_URL name a streaming standby of the database in DATABASE_URL. Meanwhile, the primary serves.",
  async run() {
    const { DATABASE_REPLICA_URL: url, DATABASE_REPLICA_LAG_SECONDS: mostLag } = env();
    if (!url) return [ok("none: the primary serves all reads")];
    const timeouts = { connectionTimeoutMillis: REPLICA_TIMEOUT_MS, answerTimeoutMs: REPLICA_TIMEOUT_MS };
    const standby = openPool({ connectionString: url, max: 1, ...timeouts });
    try {
      const found = await lookAt(standby, await clusterOf(pool()), mostLag);
      if (found.problem) return [problem(`the replica is not used: ${found.problem}`, this.advice)];
      return [ok(`a standby of the database, ${found.lagSeconds.toFixed(1)} s behind`)];
    } finally {
      await standby.end();
    }
  },
};
