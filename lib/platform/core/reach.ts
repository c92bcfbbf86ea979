/**
 * Whether the database serves, by a check on a separate connection: it responds, takes writes, and has the history that it had.
 * Invariant: an outage is logged once, and a promotion is noticed within seconds.
 */
import type { Pool, PoolClient } from "pg";
import { isUnavailable } from "@/lib/platform/core/db-errors";
import { log } from "@/lib/platform/core/log";

/** How long what a check of the database saw is answered without another. */
const CHECK_EVERY_MS = 1_000;

/** An outage is logged once, after this long, and not for every request that it fails. */
const OUTAGE_LOGGED_AFTER_MS = 30_000;

// The pages' bundle and the host's are separate copies of this module: they share what the last check saw, across threads, too.
const shared = globalThis as typeof globalThis & { marketplaceAway?: Int32Array<SharedArrayBuffer> };

function away(): Int32Array<SharedArrayBuffer> {
  shared.marketplaceAway ??= new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  return shared.marketplaceAway;
}

let lastCheck: { isReachable: boolean; at: number } | undefined;
let outage: { since: number; isLogged: boolean } | null = null;
let checking: Promise<boolean> | undefined;
let looking: Promise<boolean> | undefined;

/** The server's answer to a check, as text: whether it refuses writes. */
const REACH = "SELECT current_setting('transaction_read_only') AS read_only";
/** A promotion begins another one. */
const HISTORY = "SELECT left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS history";
let history: string | null | undefined;
const onNewHistory: (() => void)[] = [];

/**
 * Does something after another server was promoted, which may lack the last changes of the one before: what is in memory may be newer
 * than the database.
 */
export function afterPromotion(work: () => void): void {
  onNewHistory.push(work);
}

/** The last result of a check, or that of the first; a check begins unless one was made within a second. `open` gives its connections. */
export async function isReachable(open: () => Pool): Promise<boolean> {
  if (!lastCheck || Date.now() - lastCheck.at >= CHECK_EVERY_MS) checking ??= check(open);
  return lastCheck?.isReachable ?? (checking as Promise<boolean>);
}

/** Whether the database serves, by a check that begins now or is in progress. */
export function isServingNow(open: () => Pool): Promise<boolean> {
  looking ??= look(open);
  return looking;
}

async function look(open: () => Pool): Promise<boolean> {
  const isReachable = await isServing(open).catch(() => false);
  Atomics.store(away(), 0, isReachable ? 0 : 1);
  looking = undefined;
  return isReachable;
}

/** Whether the last check of this process found that the database does not serve. */
export const isAway = (): boolean => Atomics.load(away(), 0) === 1;

/** Whether the last two regular checks of this thread failed. One alone may have waited too long on a busy machine. */
export const isDown = (): boolean => outage !== null && lastCheck !== undefined && lastCheck.at > outage.since;

/** What another thread, which makes no regular checks, is given for `shareFlag`. */
export const flag = (): SharedArrayBuffer => away().buffer;

/** From now on this thread knows what the checks of the thread saw that gave its `flag`. */
export function shareFlag(given: SharedArrayBuffer): void {
  shared.marketplaceAway = new Int32Array(given);
}

/** Forgets what was seen, when the database is closed. */
export function forget(): void {
  lastCheck = undefined;
  Atomics.store(away(), 0, 0);
  history = undefined;
}

async function check(open: () => Pool): Promise<boolean> {
  const isReachable = await isServingNow(open);
  lastCheck = { isReachable, at: Date.now() };
  checking = undefined;
  followOutage(isReachable, lastCheck.at);
  return isReachable;
}

/** Whether the server that we are connected to takes writes; another connection is made when it does not. */
async function isServing(open: () => Pool): Promise<boolean> {
  const client = await open().connect();
  let isFit = false;
  try {
    const { rows } = await client.query<{ read_only: string }>(REACH);
    if (rows[0]?.read_only !== "off") return false;
    await followHistory(client);
    isFit = true;
    return true;
  } finally {
    client.release(!isFit);
  }
}

async function followHistory(client: PoolClient): Promise<void> {
  // Not every service lets us ask.
  if (history === null) return;
  const { rows } = await client.query<{ history: string }>(HISTORY).catch((error: unknown) => {
    if (isUnavailable(error)) throw error;
    return { rows: [] };
  });
  const before = history;
  history = rows[0]?.history ?? null;
  if (history === null || before === undefined || history === before) return;
  log.warn({ before, now: history }, "another database server leads: what is in memory is read anew");
  for (const work of onNewHistory) work();
}

function followOutage(isReachable: boolean, now: number): void {
  if (isReachable) {
    if (outage?.isLogged)
      log.warn({ seconds: Math.round((now - outage.since) / 1000) }, "the database is reachable again");
    outage = null;
    return;
  }
  outage ??= { since: now, isLogged: false };
  if (outage.isLogged || now - outage.since < OUTAGE_LOGGED_AFTER_MS) return;
  outage.isLogged = true;
  log.error({ since: new Date(outage.since) }, "the database cannot be reached; requests get 503");
}
