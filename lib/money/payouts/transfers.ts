/**
 * The processor's side of payouts: money goes to the developer's account there, then from it to their bank. Invariants:
 * each call carries an idempotency key of its payout, and is looked up before it is repeated, so that nothing is paid twice; an
 * attempt without an answer is retried; only a refusal gives the earnings back; nothing goes to the bank of a suspended developer.
 */

import { stripe } from "@/lib/money/payments/processor";
import { FundsPending, payBank } from "@/lib/money/payouts/bank";
import { COLUMNS, centsOf, isRefusal, ONCE, type Row, takeStep } from "@/lib/money/payouts/steps";
import { backoff } from "@/lib/platform/core/backoff";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import type { Payout } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { log } from "@/lib/platform/core/log";
import { formatCredits, MICROS_PER_CENT } from "@/lib/platform/core/money";
import { notify } from "@/lib/platform/notifications/service";

/** How long an attempt leases a payout: longer than all of its calls together. */
export const LEASE_SECONDS = 120;
/** Payouts per run. */
const ROUND_BATCH = 50;
/** Pause before the next attempt: longer each time, up to this. */
const MAX_PAUSE_SECONDS = 3_600;
const FIRST_PAUSE_SECONDS = 15;
/** Attempts that wait for money to settle in the developer's account: about four days. Abroad, settling takes one day more. */
const MAX_WAITS_FOR_FUNDS = 100;
/** Of a payout `p`: nothing of it leaves while its developer is suspended. What has left, or comes back, goes on. */
const MAY_GO = `(p.state = 'returning' OR p.bank_payout_id IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM account a WHERE a.id = p.developer_id AND a.suspended_at IS NOT NULL))`;

/** Makes the first attempt at a new payout. Never throws: `advanceDue` retries what has no clear outcome. */
export async function begin(id: string): Promise<void> {
  const [row] = await query<Row>(
    "transfers.get",
    `SELECT ${COLUMNS} FROM payout p WHERE p.id = $1 AND p.attempts = 1 AND ${MAY_GO}`,
    [id],
  );
  if (row) await attempt(row);
}

/** Advances every payout that is due: unclear, in transit or returning. Returns how many it tried. */
export async function advanceDue(): Promise<number> {
  const rows = await query<Row>(
    "transfers.due",
    `UPDATE payout SET attempts = attempts + 1, next_try_at = now() + make_interval(secs => $1) WHERE id IN (
       SELECT p.id FROM payout p WHERE p.state IN ('pending', 'in_transit', 'returning')
         AND p.next_try_at <= now() + interval '1 millisecond'
         AND ${MAY_GO} ORDER BY p.next_try_at LIMIT ${ROUND_BATCH} FOR UPDATE SKIP LOCKED) RETURNING ${COLUMNS}`,
    [LEASE_SECONDS],
  );
  await Promise.all(rows.map(attempt));
  return rows.length;
}

async function attempt(row: Row): Promise<void> {
  try {
    if (row.state === "returning") await bringBack(row);
    else if (row.bank_payout_id) await look(row, row.bank_payout_id);
    else await send(row);
  } catch (error) {
    log.error({ err: error, payout: row.id, attempt: row.attempts }, "a payout has no clear outcome and is retried");
    await pauseFor(row, backoff(FIRST_PAUSE_SECONDS, row.attempts - 1, MAX_PAUSE_SECONDS));
  }
}

async function pauseFor({ id, attempts }: Row, seconds: number): Promise<void> {
  const nextTryAt = new Date(Date.now() + seconds * 1000);
  await prisma().payout.updateMany({ where: { id, attempts }, data: { nextTryAt } });
}

async function send(row: Row): Promise<void> {
  let transferId = row.transfer_id;
  if (!transferId) {
    try {
      transferId = await transferOf(row);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      log.error({ err: error, payout: row.id }, "the processor refused a transfer");
      await giveBack(row.id, centsOf(row), {
        attempt: row.attempts,
        failure: "The payment processor refused the transfer. Your earnings are back; try again later.",
      });
      return;
    }
    await knowTransfer(row.id, transferId);
  }
  try {
    await knowBankPayout(row.id, await payBank(row));
  } catch (error) {
    const isUnsettled = error instanceof FundsPending || (isRefusal(error) && error.code === "balance_insufficient");
    if (isUnsettled ? row.attempts <= MAX_WAITS_FOR_FUNDS : !isRefusal(error)) throw error;
    log.error({ err: error, payout: row.id }, "the processor refused a payout to a bank");
    await turnBack(row.id, "Your bank account cannot be paid. Check it at the payment processor.");
    await bringBack({ ...row, transfer_id: transferId });
    return;
  }
  await pauseFor(row, MAX_PAUSE_SECONDS);
}

/** The transfer of a payout: the one that an earlier attempt may have made, else a new one. */
async function transferOf(row: Row): Promise<string> {
  if (row.attempts > 1) {
    const { data } = await stripe().transfers.list({ transfer_group: row.id, limit: 1 }, ONCE);
    if (data[0]) return data[0].id;
  }
  const transfer = await stripe().transfers.create(
    {
      amount: centsOf(row),
      currency: "usd",
      destination: row.destination,
      transfer_group: row.id,
      metadata: { payout_id: row.id },
    },
    { ...ONCE, idempotencyKey: `${row.id}:transfer` },
  );
  return transfer.id;
}

/** Reads the outcome of a payout to a bank, in case its webhook was lost. */
async function look(row: Row, bankPayoutId: string): Promise<void> {
  const at = { ...ONCE, stripeAccount: row.destination };
  const { status, failure_message } = await stripe().payouts.retrieve(bankPayoutId, {}, at);
  if (status === "paid") await arrived(row.id);
  else if (status === "failed" || status === "canceled") {
    await turnBack(row.id, failure_message ?? "The bank refused the payout.");
    await bringBack(row);
    return;
  }
  await pauseFor(row, MAX_PAUSE_SECONDS);
}

/** Reverses a transfer whose money has not reached the bank, and gives the earnings back. */
async function bringBack(row: Row): Promise<void> {
  const transferId = row.transfer_id ?? (await transferOf({ ...row, attempts: 2 }));
  const { amount, amount_reversed } = await stripe().transfers.retrieve(transferId, {}, ONCE);
  if (amount_reversed < amount)
    await takeStep(row, "return", (idempotencyKey) =>
      stripe().transfers.createReversal(transferId, { metadata: { payout_id: row.id } }, { ...ONCE, idempotencyKey }),
    );
  await giveBack(row.id, amount, { attempt: null, failure: null });
}

/** Stores the transfer of a payout. One that appears after its payout has failed is reversed. */
export async function knowTransfer(id: string, transferId: string, db?: Queryable): Promise<void> {
  await query(
    "transfers.transfer",
    `UPDATE payout SET transfer_id = $2, next_try_at = CASE WHEN state = 'failed' THEN now() ELSE next_try_at END,
       state = CASE state WHEN 'pending' THEN 'in_transit' WHEN 'failed' THEN 'returning' ELSE state END
      WHERE id = $1 AND transfer_id IS NULL`,
    [id, transferId],
    db,
  );
}

/** Stores the payout to the bank. */
export async function knowBankPayout(id: string, bankPayoutId: string, db?: Queryable): Promise<void> {
  await prisma(db).payout.updateMany({ where: { id, bankPayoutId: null }, data: { bankPayoutId } });
}

/** Marks a payout paid and notifies its developer, in one transaction. */
export async function arrived(id: string, db?: Queryable): Promise<void> {
  await within(async (on) => {
    const now = new Date();
    const [row] = await prisma(on).payout.updateManyAndReturn({
      where: { id, state: { in: ["pending", "in_transit"] } },
      data: { state: "paid", paidAt: now, endedAt: now },
    });
    if (row) await notify(on, row.developerId, id, { kind: "payout_paid", data: { dollars: dollarsOf(row) } });
  }, db);
}

/** Marks a payout that the bank has refused, immediately or days later: its transfer will be reversed. */
export async function turnBack(id: string, failure: string, db?: Queryable): Promise<void> {
  await prisma(db).payout.updateMany({
    where: { id, state: { in: ["pending", "in_transit", "paid"] } },
    data: { state: "returning", failure, paidAt: null, endedAt: null, nextTryAt: new Date() },
  });
}

/** Posts what was returned, up to a total in cents, and notifies the developer when it is all. With `attempt`, only for the newest one. */
export async function giveBack(
  id: string,
  totalCents: number,
  { attempt: newest, failure }: { attempt: number | null; failure: string | null },
  db?: Queryable,
): Promise<void> {
  await within(async (on) => {
    await query(
      "transfers.return",
      "SELECT payout_return($1, $2, $3, $4, $5)",
      [id, newId(), BigInt(totalCents) * MICROS_PER_CENT, newest, failure],
      on,
    );
    const row = await prisma(on).payout.findUnique({ where: { id, state: "failed" } });
    if (!row) return;
    const data = { dollars: dollarsOf(row), reason: row.failure ?? "The transfer was taken back." };
    await notify(on, row.developerId, id, { kind: "payout_failed", data });
  }, db);
}

const dollarsOf = ({ amountMicros }: Pick<Payout, "amountMicros">) => formatCredits(amountMicros);

/** Runs in the caller's transaction, or in its own. */
async function within(work: (on: Queryable) => Promise<void>, db?: Queryable): Promise<void> {
  await (db ? work(db) : transaction(work));
}
