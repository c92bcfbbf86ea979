/**
 * The ledger: the one place where credits move. Double entry, append-only, enforced by PostgreSQL itself.
 * Invariants: entries of a transaction sum to zero, a source posts once, a wallet is never overdrawn.
 */

import type { InvariantName } from "@/lib/money/ledger/invariants";
import * as reconciliation from "@/lib/money/ledger/reconciliation";
import type { Balance } from "@/lib/money/ledger/schemas";
import { batchLoader } from "@/lib/platform/core/batch-loader";
import type { Caller } from "@/lib/platform/core/caller";
import type { ReadAfter } from "@/lib/platform/core/csv";
import { type Queryable, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { type Micros, toCredits } from "@/lib/platform/core/money";
import { type CursorRequest, MAX_TOTAL, toPage, toPageAfter } from "@/lib/platform/core/page";

/** Most wallets that one query reads, and most such queries at a time. */
const MAX_WALLETS_A_QUERY = 100;
const WALLET_QUERIES_IN_FLIGHT = 8;
/** The largest number of an entry that PostgreSQL can give. */
const MAX_ENTRY_ID = "9223372036854775807";

/** The balance of a wallet, from its two columns in micro-credits. */
export function toBalance(posted: Micros, held: Micros): Balance {
  return {
    balance: toCredits(posted),
    held: toCredits(held),
    available: toCredits(posted - held),
    currency: "credits",
  };
}

type Wallet = { account_id: string; posted_micros: string; held_micros: string };

/** The wallets of accounts, in one query, however many requests arrive together. */
const walletsOf = batchLoader(
  async (accountIds: string[]): Promise<(Wallet | undefined)[]> => {
    const rows = await query<Wallet>(
      "ledger.balance",
      "SELECT account_id, posted_micros, held_micros FROM wallet WHERE account_id = ANY((SELECT $1::uuid[])::uuid[])",
      [accountIds],
    );
    return accountIds.map((id) => rows.find(({ account_id }) => account_id === id));
  },
  { identify: (id) => id, most: MAX_WALLETS_A_QUERY, inFlight: WALLET_QUERIES_IN_FLIGHT },
);

/** The credits of a caller as they were when the request's key was checked, or as they are now for other callers. */
export async function balanceAtStart(caller: Caller): Promise<Balance> {
  if (caller.wallet === undefined) return balance(caller);
  return toBalance(caller.wallet?.posted ?? 0n, caller.wallet?.held ?? 0n);
}

/** The caller's credits. */
export async function balance({ accountId }: Pick<Caller, "accountId">): Promise<Balance> {
  const wallet = await walletsOf(accountId);
  return toBalance(BigInt(wallet?.posted_micros ?? 0), BigInt(wallet?.held_micros ?? 0));
}

type EntryRow = {
  id: string;
  kind: string;
  subject: string | null;
  amount_micros: string;
  balance_after_micros: string;
  created_at: Date;
};

/** The caller's entries of a page of ids, newest first; $1 is the account. */
const entriesOf = (
  ids: string,
) => `SELECT e.id, t.kind, t.subject, e.amount_micros, e.balance_after_micros, e.created_at
  FROM (${ids}) AS page
    JOIN LATERAL (SELECT * FROM ledger_entry e WHERE e.account = 'wallet' AND e.owner_id = $1 AND e.id = page.id
      OFFSET 0) AS e ON true
    JOIN ledger_transaction t ON t.id = e.transaction_id ORDER BY e.id DESC`;

const toEntry = ({ amount_micros, balance_after_micros, ...entry }: EntryRow) => ({
  ...entry,
  amount: toCredits(BigInt(amount_micros)),
  balance_after: toCredits(BigInt(balance_after_micros)),
});

type Owner = Pick<Caller, "accountId">;

/** The entries of the caller's wallet, newest first, each with the balance after it. */
export async function list(caller: Owner, page: CursorRequest) {
  const { accountId } = caller;
  const { limit, offset, starting_after: after } = page;
  // Ids of entries grow with time, so an id is a place in the list.

  const [rows, [counted]] = await Promise.all([
    query<EntryRow>(
      "ledger.list",
      entriesOf(
        `SELECT id FROM ledger_entry WHERE account = 'wallet' AND owner_id = $1
          AND id < coalesce($4::bigint, ${MAX_ENTRY_ID}) ORDER BY id DESC LIMIT $2 OFFSET $3`,
      ),
      [accountId, after === undefined ? limit : limit + 1, offset, after ?? null],
    ),
    query<{ count: number }>(
      "ledger.count",
      `SELECT count(*)::int AS count
        FROM (SELECT 1 FROM ledger_entry WHERE account = 'wallet' AND owner_id = $1 LIMIT ${MAX_TOTAL + 1}) AS counted`,
      [accountId],
    ),
  ]);
  const wrap = after === undefined ? toPage : toPageAfter;
  return wrap(rows.map(toEntry), counted?.count ?? 0, { limit, offset });
}

/** Reads the entries of the caller's wallet in parts, newest first, all of them at one place. */
export function reader(caller: Owner): ReadAfter<ReturnType<typeof toEntry>> {
  return async (after, limit) => {
    const rows = await query<EntryRow>(
      "ledger.part",
      entriesOf(`SELECT id FROM ledger_entry WHERE account = 'wallet' AND owner_id = $1
        AND id < coalesce($2::bigint, ${MAX_ENTRY_ID}) ORDER BY id DESC LIMIT $3`),
      [caller.accountId, after?.id ?? null, limit],
    );
    return rows.map(toEntry);
  };
}

/** One leg of a movement; `ownerId` is null for the marketplace's own accounts. */
export type Entry = {
  account: "wallet" | "earnings" | "fees" | "processor" | "receivable" | "grants";
  ownerId: string | null;
  amount: Micros;
};

/**
 * Posts balanced entries under one source, inside the caller's transaction. Returns false, and does nothing, when the
 * source has posted before. PostgreSQL refuses entries that do not balance or would overdraw a wallet.
 */
export async function post(
  db: Queryable,
  movement: { kind: string; sourceType: string; sourceId: string; subject: string | null; entries: Entry[] },
): Promise<boolean> {
  const { kind, sourceType, sourceId, subject, entries } = movement;
  const [row] = await query<{ posted: boolean }>(
    "ledger.post",
    `SELECT ledger_post($id, $kind, $source_type, $source_id, $subject, $accounts, $owners, $amounts) AS posted`,
    {
      id: newId(),
      kind,
      source_type: sourceType,
      source_id: sourceId,
      subject,
      accounts: entries.map(({ account }) => account),
      owners: entries.map(({ ownerId }) => ownerId),
      amounts: entries.map(({ amount }) => amount),
    },
    db,
  );
  return row?.posted ?? false;
}

/** Gives an account credits of the marketplace's own; `grantId` makes it happen once. */
export async function grant(
  db: Queryable,
  grantId: string,
  { accountId, amount, reason }: { accountId: string; amount: Micros; reason: string },
): Promise<boolean> {
  return post(db, {
    kind: "grant",
    sourceType: "grant",
    sourceId: grantId,
    subject: reason,
    entries: [
      { account: "wallet", ownerId: accountId, amount },
      { account: "grants", ownerId: null, amount: -amount },
    ],
  });
}

/**
 * Checks every invariant on all rows. Returns the violations of each: all zero unless something is badly wrong.
 * Throws when one could not be checked.
 */
export async function reconcile(): Promise<Partial<Record<InvariantName, number>>> {
  const findings = await reconciliation.check({ isWhole: true });
  const [unchecked] = Object.entries(findings?.unchecked ?? {});
  if (!findings || unchecked)
    throw new Error(`the ledger was not checked: ${unchecked?.join(": ") ?? "this process ends"}`);
  return findings.counts;
}
