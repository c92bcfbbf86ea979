/**
 * API keys: issued once, stored as a hash, checked on every request.
 * Invariant: a disabled, expired or revoked key fails its very next request in every process; nothing is cached.
 */

import { limitKey, unlimitKey } from "@/lib/identity/budgets/service";
import { allOf, expiryOf, requireMayManage, requireNoEscalation, withinReach } from "@/lib/identity/keys/authority";
import { hashSecret, newSecret, prefixOf } from "@/lib/identity/keys/format";
import type { KeyChange, KeyInput, KeyRecord } from "@/lib/identity/keys/schemas";
import { toKeyViews } from "@/lib/identity/keys/views";
import * as audit from "@/lib/platform/core/audit";
import type { Caller, Scope } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import type { ApiKey } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockWallet } from "@/lib/platform/core/locks";
import { priceToMicros } from "@/lib/platform/core/money";
import { wholeList } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";

/** Most keys of one account that are not revoked. */
const MAX_KEYS = 100;
/** `last_used_at` is written in batches this often, not once per request. */
const TOUCH_DELAY_MS = 2_000;

/**
 * Issues a key, notifies the account's owner, and returns its secret, the only time that it is shown. A key that is
 * made by a key may do no more and ends no later. Throws invalid_request beyond that and beyond 100 keys, and key_scope
 * when the caller's own key is limited to skills or credits.
 */
export async function issue(caller: Maker & Pick<Caller, "isAdmin">, input: KeyInput) {
  const maker = await requireMayManage(caller, null);
  requireNoEscalation(caller, input.scopes);
  const expiresAt = expiryOf(input, maker);
  const made = { scopes: caller.key?.scopes ?? allOf(caller), expiresAt };
  return transaction((db) => issueAndNotify(caller, input, made, db));
}

/** Who makes a key, and for which account. */
export type Maker = Pick<Caller, "accountId" | "personId" | "organization" | "key">;

type Made = {
  scopes: readonly Scope[];
  expiresAt: Date | null;
  /** The member who makes a key of an organization. */
  personId?: string;
  /** Set for the key of a connected program. */
  grant?: { id: string; clientId: string; askAboveMicros: bigint | null };
  /** Set for a key that replaces another: the key under which its spending is counted. */
  spendKeyId?: string;
};

/** Issues a key inside the caller's transaction and notifies the account's owner. Throws invalid_request beyond 100 keys. */
export async function issueAndNotify(caller: Maker, input: KeyInput, made: Made, db: Queryable) {
  // Counted under a lock, so that parallel requests don't exceed the limit together.
  await lockName(db, `keys:${caller.accountId}`);
  const count = await prisma(db).apiKey.count({
    where: { accountId: caller.accountId, revokedAt: null, releasesSkillId: null },
  });
  if (count >= MAX_KEYS)
    throw invalid([{ param: "name", message: `an account has at most ${MAX_KEYS} keys; revoke one first` }]);
  const personId = caller.organization && caller.personId;
  const issued = await issueFor(caller.accountId, input, db, { ...made, ...(personId && { personId }) });
  const { id, name, prefix, scopes } = issued.key;
  // A thief of one key or session must not create another unnoticed.
  const data = { name, prefix, madeBy: caller.key?.prefix ?? null, isAdmin: scopes.includes("admin") };
  await notify(db, caller.personId, id, { kind: "security_key", data });
  if (personId)
    await audit.writeFor(db, caller, {
      action: "key.create",
      subject: { type: "key", id },
      details: { prefix },
      ...(name !== null && { names: { name } }),
    });
  return issued;
}

/** Issues a key for an account inside the caller's transaction; it may do what is asked for, or else `scopes`. */
export async function issueFor(
  accountId: string,
  input: KeyInput,
  db: Queryable,
  { scopes, expiresAt, grant, spendKeyId, personId }: Made,
) {
  const secret = newSecret();
  const id = grant?.id ?? newId();
  const row = await prisma(db).apiKey.create({
    data: {
      ...grant,
      id,
      ...(spendKeyId && { spendKeyId }),
      ...(personId && { personId }),
      accountId,
      name: input.name ?? null,
      prefix: prefixOf(secret),
      hash: new Uint8Array(hashSecret(secret) ?? []),
      expiresAt,
      scopes: [...(input.scopes ?? scopes)],
      skills: input.skills ?? [],
      ...(input.ask_above !== undefined && { askAboveMicros: toMicros(input.ask_above) }),
    },
  });
  await setLimit(db, row, input);
  return { api_key: secret, key: await viewOf(row, db) };
}

/** The account's keys that are not revoked, newest first; in an organization their own, and all for an owner. */
export async function list(caller: Caller) {
  const rows = await prisma().apiKey.findMany({
    where: withinReach(caller),
    orderBy: [{ createdAt: "desc" }, { id: "desc" }],
  });
  return wholeList(await toKeyViews(rows));
}

/**
 * Renames, disables, enables or limits a key. Throws not_found for unknown, revoked and other accounts' keys, and
 * key_scope when the caller's own key is limited or may do less.
 */
export async function update(caller: Caller, id: string, change: KeyChange): Promise<KeyRecord> {
  await requireMayManage(caller, id);
  requireNoEscalation(caller, change.scopes);
  if (change.credit_limit === null) await requireUnconnected(caller, id);
  const data = {
    ...(change.name !== undefined && { name: change.name }),
    ...(change.active !== undefined && { active: change.active }),
    ...(change.scopes && { scopes: change.scopes }),
    ...(change.skills && { skills: change.skills }),
    ...(change.ask_above !== undefined && { askAboveMicros: toMicros(change.ask_above) }),
  };
  return transaction(async (db) => {
    // Charges see the key and its limit as they were, or both as they are.
    if (change.credit_limit !== undefined) await lockWallet(db, caller.accountId);
    const row = await changeRow(db, caller, id, data);
    await setLimit(db, row, change);
    return viewOf(row, db);
  });
}

/**
 * Ends a key for good; any key may end itself. Throws not_found for unknown, revoked and other accounts' keys, and
 * key_scope when the caller's own key is limited or may do less.
 */
export async function revoke(caller: Caller, id: string): Promise<KeyRecord> {
  if (caller.key?.id !== id) await requireMayManage(caller, id);
  return viewOf(await changeRow(undefined, caller, id, { active: false, revokedAt: new Date() }));
}

/** What a connected program may spend is always limited. Throws invalid_request. */
async function requireUnconnected({ accountId }: Pick<Caller, "accountId">, id: string): Promise<void> {
  const where = { id, accountId, revokedAt: null };
  const key = await prisma().apiKey.findFirst({ where, select: { clientId: true } });
  if (key?.clientId) throw invalid([{ param: "credit_limit", message: "is required for a connected program" }]);
}

async function changeRow(
  db: Queryable | undefined,
  caller: Caller,
  id: string,
  data: Partial<Omit<ApiKey, "hash" | "provenance">>,
): Promise<ApiKey> {
  const where = { id, ...withinReach(caller) };
  if (Object.keys(data).length === 0)
    return (await prisma(db).apiKey.findFirst({ where })) ?? Promise.reject(notFound());
  const [row] = await prisma(db).apiKey.updateManyAndReturn({ where, data });
  if (!row) throw notFound();
  return row;
}

async function viewOf(row: ApiKey, db?: Queryable): Promise<KeyRecord> {
  const [view] = await toKeyViews([row], db);
  return view as KeyRecord;
}

const toMicros = (credits: number | null) => (credits === null ? null : priceToMicros(credits));

/** A key's limit is its budget. */
async function setLimit(
  db: Queryable,
  { id, accountId, spendKeyId }: ApiKey,
  { credit_limit: limit, credit_limit_interval: period }: Pick<KeyInput, "credit_limit" | "credit_limit_interval">,
): Promise<void> {
  if (limit === null) await unlimitKey(db, id);
  if (typeof limit !== "number" || !period) return;
  const key = { accountId, keyId: id, spendId: spendKeyId ?? id };
  await limitKey(db, key, { amountMicros: priceToMicros(limit), period });
}

const used = new Set<string>();
let touchTimer: NodeJS.Timeout | undefined;

/** Records that a key was used; written in a batch shortly after. */
export function touch(keyId: string): void {
  used.add(keyId);
  touchTimer ??= setTimeout(() => {
    flushTouches().catch(() => {});
  }, TOUCH_DELAY_MS).unref();
}

/** Writes the recorded uses. */
export async function flushTouches(): Promise<void> {
  clearTimeout(touchTimer);
  touchTimer = undefined;
  if (used.size === 0) return;
  const ids = [...used].sort();
  used.clear();
  await prisma().apiKey.updateMany({ where: { id: { in: ids } }, data: { lastUsedAt: new Date() } });
}
