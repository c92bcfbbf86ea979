/**
 * Guests: programs that pay for one call by x402, without an account. All of them run as one account of ours. Invariants: a payment
 * is settled before it is credited, credited once under its own hash, and buys one call, whose answer a retry gets again.
 */
import { createHash } from "node:crypto";
import { guest } from "@/lib/accounts/guest";
import type { Caller } from "@/lib/core/caller";
import { query, transaction } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { AppError, invalid } from "@/lib/core/errors";
import { jsonOf } from "@/lib/core/json";
import { log } from "@/lib/core/log";
import { type Micros, toCredits } from "@/lib/core/money";
import type { ExecuteInput } from "@/lib/execution/schemas";
import * as execution from "@/lib/execution/service";
import * as facilitator from "@/lib/guests/facilitator";
import { PaymentPayload, type Requirements } from "@/lib/guests/schemas";
import * as idempotency from "@/lib/idempotency/service";
import { insufficientCredits } from "@/lib/ledger/refusals";
import * as ledger from "@/lib/ledger/service";

const SOURCE = "x402";
const MAX_TIMEOUT_SECONDS = 60;
const MAX_HEADER_CHARS = 16 * 1024;
/** A payment whose call failed can be used again for this long; shorter than answers are stored, so that none buys twice. */
const USABLE_HOURS = 1;
/** The end of every answer of a call. */
const BALANCE = /,"balance":\{[^{}]*\}\}$/;
const NOTHING_LEFT = ledger.toBalance(0n, 0n);

/** Whether requests without an account may be paid. */
export const areWelcome = () => env().X402_FACILITATOR_URL !== undefined;

/** What a call of that price has to be paid with. One credit is one US dollar, and micro-credits are the asset's smallest unit. */
export function requirementsOf(price: Micros): Requirements {
  const { X402_NETWORK, X402_ASSET, X402_ASSET_NAME, X402_PAY_TO = "" } = env();
  return {
    scheme: "exact",
    network: X402_NETWORK,
    amount: String(price),
    asset: X402_ASSET,
    payTo: X402_PAY_TO,
    maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
    extra: { name: X402_ASSET_NAME, version: "2" },
  };
}

/** What was paid, as x402 reports it. */
export type Settlement = { success: true; transaction: string; network: string };
type Paid = { amount: Micros; transaction: string };

/**
 * Runs a skill for a payment, which is null when none was sent. Throws what execution throws, insufficient_credits with the price
 * while nothing good is paid, unauthorized for what costs nothing, invalid_request for an unreadable payment, processor_failed and
 * processor_timeout. After a failure of the call, the same payment can be sent again.
 */
export async function execute(slug: string, parameters: ExecuteInput, sent: string | null, version?: string) {
  const caller = await guest();
  const listing = await execution.requireExecutable(caller, slug, parameters, version);
  const { cost } = await execution.quoteOf(caller, listing, "execute");
  if (cost === 0n) throw new AppError("unauthorized", "This skill is free, and needs an API key.");
  if (sent === null) throw insufficientCredits(cost, 0n);
  const payment = readPayment(sent);
  const id = createHash("sha256").update(JSON.stringify(payment.payload)).digest("hex");
  const claimed = await idempotency.claim(
    caller.accountId,
    `${SOURCE}:${id}`,
    JSON.stringify([slug, parameters, version]),
  );
  if (!("token" in claimed)) return answerOf(claimed.body, await requirePaid(id));
  try {
    const paid = (await findPaid(id)) ?? (await take(caller, id, { payment, cost }));
    const maxPrice = toCredits(paid.amount);
    const asked = { claimed, maxPrice, version };
    return answerOf(jsonOf(await execution.execute(caller, slug, parameters, asked)), paid);
  } catch (error) {
    // Stored failures would use the payment up.
    await idempotency.abandon(claimed);
    throw error;
  }
}

/** The answer of a call as a guest gets it: the balance of the guests' shared account is not shown. The result's text stays as it is. */
function answerOf(text: string, { transaction }: Paid) {
  const settlement: Settlement = { success: true, transaction, network: env().X402_NETWORK };
  return { answer: text.replace(BALANCE, `,"balance":${JSON.stringify(NOTHING_LEFT)}}`), settlement };
}

function readPayment(sent: string): PaymentPayload {
  try {
    if (sent.length > MAX_HEADER_CHARS) throw new Error("too long");
    return PaymentPayload.parse(JSON.parse(Buffer.from(sent, "base64").toString("utf8")));
  } catch (cause) {
    log.debug({ err: cause }, "a payment could not be read");
    throw invalid([
      { param: "PAYMENT-SIGNATURE", message: "must be a PaymentPayload of x402 version 2, in base64" },
    ]);
  }
}

/** Checks a payment, has it settled and credits it. Throws insufficient_credits with the reason, and what the facilitator throws. */
async function take(
  { accountId }: Caller,
  id: string,
  { payment, cost }: { payment: PaymentPayload; cost: Micros },
): Promise<Paid> {
  const paymentRequirements = requirementsOf(cost);
  const { accepted } = payment;
  const wrong = (["scheme", "network", "amount", "asset", "payTo"] as const).find(
    (field) => accepted[field] !== paymentRequirements[field],
  );
  if (wrong) throw refused(cost, `its ${wrong} is not what this call requires`);
  const verified = await facilitator.verify({ paymentPayload: payment, paymentRequirements });
  if (!verified.isValid) throw refused(cost, verified.invalidReason ?? "it is not valid");
  const settled = await facilitator.settle({ paymentPayload: payment, paymentRequirements });
  if (!settled.success) throw refused(cost, settled.errorReason ?? "it could not be settled");
  const { transaction: subject } = settled;
  // A crash from here on leaves a payment that is not credited: this line is the operator's record of it.
  log.info({ payment: id, transaction: subject, amount: cost }, "a guest's payment was settled");
  await transaction((db) =>
    ledger.post(db, {
      kind: "guest_payment",
      sourceType: SOURCE,
      sourceId: id,
      subject,
      entries: [
        { account: "wallet", ownerId: accountId, amount: cost },
        { account: "processor", ownerId: null, amount: -cost },
      ],
    }),
  );
  return { amount: cost, transaction: subject };
}

function refused(cost: Micros, reason: string): AppError {
  const { code, message, details } = insufficientCredits(cost, 0n);
  return new AppError(code, `${message} The payment was refused: ${reason.slice(0, 200)}.`, { details });
}

/** A payment that was credited within the last hour, or null. */
async function findPaid(id: string): Promise<Paid | null> {
  const [row] = await query<{ amount: string; transaction: string }>(
    "guests.paid",
    `SELECT e.amount_micros AS amount, t.subject AS transaction FROM ledger_transaction t
        JOIN ledger_entry e ON e.transaction_id = t.id AND e.account = 'wallet'
      WHERE t.source_type = '${SOURCE}' AND t.source_id = $1 AND t.created_at > now() - interval '${USABLE_HOURS} hour'`,
    [id],
  );
  return row ? { amount: BigInt(row.amount), transaction: row.transaction } : null;
}

/** The payment of an answer that is stored. */
async function requirePaid(id: string): Promise<Paid> {
  return (await findPaid(id)) ?? { amount: 0n, transaction: "" };
}
