/**
 * The processor's side of payouts: money goes to the developer's account there, then from it to their bank. Invariants:
 * each call carries a key of its own payout, and is asked for before it is repeated, so that nothing is paid twice; what
 * the processor has not said yes or no to is tried again; only a refusal gives the earnings back; what has not been sent to
 * the bank of a suspended developer waits.
 */
import { prisma, type Queryable, query, transaction } from "@/lib/core/db";
import type { Payout } from "@/lib/core/generated/client";
import { newId } from "@/lib/core/ids";
import { log } from "@/lib/core/log";
import { formatCredits, MICROS_PER_CENT } from "@/lib/core/money";
import { notify } from "@/lib/notifications/service";
import { stripe } from "@/lib/payments/processor";
import { FundsPending, payBank } from "@/lib/payouts/bank";
import { COLUMNS, centsOf, isRefusal, ONCE, type Row, takeStep } from "@/lib/payouts/steps";

/** How long an attempt has a payout for itself: longer than all of its calls together. */
export const LEASE_SECONDS = 120;
/** Most payouts that one round goes on with. */
const ROUND_BATCH = 50;
/** Pause before the next attempt: longer each time, up to this. */
const MAX_PAUSE_SECONDS = 3_600;
const FIRST_PAUSE_SECONDS = 15;
/** How often money that has not settled in the developer's account yet is waited for: about four days. Abroad it takes one more. */
const MAX_WAITS_FOR_FUNDS = 100;
/** Of a payout `p`: nothing of it leaves while its developer is suspended. What has left, or comes back, goes on. */
const MAY_GO = `(p.state = 'returning' OR p.bank_payout_id IS NOT NULL
  OR NOT EXISTS (SELECT 1 FROM account a WHERE a.id = p.developer_id AND a.suspended_at IS NOT NULL))`;

/** Makes the first attempt at a payout that has just been opened. Never throws: what is in doubt is left to `advanceDue`. */
export async function begin(id: string): Promise<void> {
  const [row] = await query<Row>(
    "transfers.get",
    `SELECT ${COLUMNS} FROM payout p WHERE p.id = $1 AND p.attempts = 1 AND ${MAY_GO}`,
    [id],
  );
  if (row) await attempt(row);
}

/** Goes on with every payout that is due: those in doubt, on their way, and coming back. Returns how many it tried. */
export async function advanceDue(): Promise<number> {
  const rows = await query<Row>(
    "transfers.due",
    `UPDATE payout SET attempts = attempts + 1, next_try_at = now() + make_interval(secs => $1) WHERE id IN (
       SELECT p.id FROM payout p WHERE p.state IN ('pending', 'in_transit', 'returning') AND p.next_try_at <= now() + interval '1 millisecond'
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
    log.error(
      { err: error, payout: row.id, attempt: row.attempts },
      "a payout is in doubt and is tried again",
    );
    const pause = Math.min(MAX_PAUSE_SECONDS, FIRST_PAUSE_SECONDS * 2 ** Math.min(row.attempts - 1, 10));
    await pauseFor(row, pause);
  }
}

async function pauseFor({ id, attempts }: Row, seconds: number): Promise<void> {
  const nextTryAt = new Date(Date.now() + seconds * 1000);
  await prisma().payout.updateMany({ where: { id, attempts }, data: { nextTryAt } });
}

/** To the developer's account, then to their bank. */
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
    const isUnsettled =
      error instanceof FundsPending || (isRefusal(error) && error.code === "balance_insufficient");
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

/** Asks how a payout to a bank has gone, in case that no event told. */
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

/** Takes a transfer back whose money has not reached the bank, and gives the earnings back. */
async function bringBack(row: Row): Promise<void> {
  const transferId = row.transfer_id ?? (await transferOf({ ...row, attempts: 2 }));
  const { amount, amount_reversed } = await stripe().transfers.retrieve(transferId, {}, ONCE);
  if (amount_reversed < amount)
    await takeStep(row, "return", (idempotencyKey) =>
      stripe().transfers.createReversal(
        transferId,
        { metadata: { payout_id: row.id } },
        { ...ONCE, idempotencyKey },
      ),
    );
  await giveBack(row.id, amount, { attempt: null, failure: null });
}

/** Notes the transfer of a payout. One that turns up after its payout was given up is taken back. */
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

/** Notes the payout to the bank. */
export async function knowBankPayout(id: string, bankPayoutId: string, db?: Queryable): Promise<void> {
  await prisma(db).payout.updateMany({ where: { id, bankPayoutId: null }, data: { bankPayoutId } });
}

/** The money has reached the bank; its developer is told in the same transaction. */
export async function arrived(id: string, db?: Queryable): Promise<void> {
  await within(async (on) => {
    const now = new Date();
    const [row] = await prisma(on).payout.updateManyAndReturn({
      where: { id, state: { in: ["pending", "in_transit"] } },
      data: { state: "paid", paidAt: now, endedAt: now },
    });
    if (row)
      await notify(on, row.developerId, id, { kind: "payout_paid", data: { dollars: dollarsOf(row) } });
  }, db);
}

/** The bank has refused, at once or days later: the transfer is to be taken back. */
export async function turnBack(id: string, failure: string, db?: Queryable): Promise<void> {
  await prisma(db).payout.updateMany({
    where: { id, state: { in: ["pending", "in_transit", "paid"] } },
    data: { state: "returning", failure, paidAt: null, endedAt: null, nextTryAt: new Date() },
  });
}

/** Posts what has come back, up to a total in cents, and tells when it is all. With `attempt`, only while it is the newest one. */
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

/** Runs in the caller's transaction, or in one of its own. */
async function within(work: (on: Queryable) => Promise<void>, db?: Queryable): Promise<void> {
  await (db ? work(db) : transaction(work));
}
