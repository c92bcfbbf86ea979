import { setTimeout as wait } from "node:timers/promises";
import { Client } from "pg";

const EVERY_MS = 300;
/** Before a machine that refused is asked again. */
const REFUSED_MS = 1_000;
const ANSWER_MS = 60_000;

const TABLE = "CREATE TABLE written (node text, number int)";
const INSERT = `INSERT INTO written VALUES ($1, $2)
  RETURNING ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::int AS timeline`;

type Watched = { name: string; url: string };

/** Makes the table that the writers write to. */
export const makeWritten = (client: Client) => client.query(TABLE);

/**
 * Writes to each machine of a cluster by itself, on its own side of its line, whether it leads or not: what the machines
 * acknowledge shows whether two of them ever wrote at a time.
 */
export function watchWriters(nodes: Watched[]) {
  let isOver = false;
  const acknowledged: string[] = [];
  const wrong: string[] = [];
  /** The newest history that was acknowledged: each promotion begins another timeline. */
  let newest = { timeline: 0, at: 0 };
  const note = (node: string, timeline: number, sentAt: number) => {
    if (timeline > newest.timeline) newest = { timeline, at: performance.now() };
    else if (timeline < newest.timeline && sentAt > newest.at)
      wrong.push(`${node} acknowledged in timeline ${timeline} after another had begun timeline ${newest.timeline}`);
  };
  const watch = async ({ name, url }: Watched) => {
    let number = 0;
    while (!isOver) {
      const client = new Client({ connectionString: url, connectionTimeoutMillis: 2_000, query_timeout: ANSWER_MS });
      client.on("error", () => {});
      try {
        await client.connect();
        while (!isOver) {
          const sentAt = performance.now();
          const { rows } = await client.query<{ timeline: number }>(INSERT, [name, ++number]);
          acknowledged.push(`${name} ${number}`);
          note(name, rows[0]?.timeline ?? 0, sentAt);
          await wait(EVERY_MS);
        }
      } catch {
        await wait(REFUSED_MS);
      } finally {
        void client.end().catch(() => {});
      }
    }
  };
  const ended = Promise.all(nodes.map(watch));
  return {
    acknowledged,
    wrong,
    end: async () => {
      isOver = true;
      await Promise.race([ended, wait(5_000)]);
    },
  };
}
