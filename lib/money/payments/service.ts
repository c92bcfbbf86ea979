/**
 * Payments: credits through a hosted checkout. Invariants: our own order row comes first, and what is credited is what
 * it says; credits arrive by the processor's signed event alone, once per payment.
 */

import * as documents from "@/lib/money/billing/documents";
import { PACKS } from "@/lib/money/payments/packs";
import { atProcessor, isAnswered, isLive, isRefused } from "@/lib/money/payments/processor";
import type { OrderState, TopupInput } from "@/lib/money/payments/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { dollars } from "@/lib/platform/core/dollars";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, keyReused, notFound } from "@/lib/platform/core/errors";
import type { TopupOrder } from "@/lib/platform/core/generated/client";
import { isUuid, newId } from "@/lib/platform/core/ids";
import { creditsForCents, MICROS_PER_CENT, priceToMicros, toCredits } from "@/lib/platform/core/money";
import { type CursorRequest, MAX_TOTAL, NEWEST_FIRST, newestPage, wholeList } from "@/lib/platform/core/page";
import { hoursAgo } from "@/lib/platform/jobs/pruning";
import * as catalog from "@/lib/supply/catalog/service";

/** An order without a checkout is abandoned when its Idempotency-Key expires. */
const ABANDONED_HOURS = 24;
const NO_CHECKOUT = "The payment processor could not be reached. Nothing was paid.";
const MAX_ENDED = 20;

type OrderRow = {
  id: string;
  amount_cents: string;
  session_id: string | null;
  checkout_url: string | null;
  expires_at: Date | null;
  refusals: number;
};

const ORDER_COLUMNS = "id, amount_cents, session_id, checkout_url, expires_at, refusals";

/** The credit packs. */
export function listPacks() {
  return wholeList([...PACKS]);
}

/**
 * Starts a hosted checkout. Under one Idempotency-Key there is one order and one session, whatever happened in between.
 * Throws invalid_request for a
 * skill that is not on the marketplace, idempotency_key_reused for another amount, unauthorized when the account was closed meanwhile, processor_failed and
 * processor_timeout; after these two the same key goes on with the same order, and without a key the order has failed.
 */
export async function checkout(caller: Caller, input: TopupInput, requestKey: string | null) {
  const pack = PACKS.find(({ pack_id }) => pack_id === input.pack_id);
  const cents = priceToMicros(pack?.price ?? input.amount ?? 0) / MICROS_PER_CENT;
  const skill = input.skill === undefined ? null : await requireSkill(input.skill);
  const order = await openOrder(
    caller,
    { cents, packId: pack?.pack_id ?? null, skillId: skill?.skill_id ?? null },
    requestKey,
  );
  const { checkout_url, session_id, expires_at } = order.session_id
    ? order
    : await openSession(caller, order, skill?.name ?? null).catch((error: unknown) => stop(order, requestKey, error));
  const amount = Number(order.amount_cents) / 100;
  return {
    checkout_url: checkout_url ?? "",
    session_id: session_id ?? "",
    credits: amount,
    amount,
    currency: "usd" as const,
    expires_at: expires_at ?? new Date(),
  };
}

async function requireSkill(slug: string) {
  const skill = await catalog.findListing(slug);
  if (!skill) throw invalid([{ param: "skill", message: "is not on the marketplace; leave it out" }]);
  return skill;
}

type Wanted = { cents: bigint; packId: string | null; skillId: string | null };

async function openOrder(
  caller: Caller,
  { cents, packId, skillId }: Wanted,
  requestKey: string | null,
): Promise<OrderRow> {
  const [row] = await query<OrderRow>(
    "payments.order",
    `SELECT ${ORDER_COLUMNS} FROM topup_open($id, $account, $pack, $skill, $cents, $credits, $live, $request_key)`,
    {
      id: newId(),
      account: caller.accountId,
      pack: packId,
      skill: skillId,
      cents,
      credits: creditsForCents(cents),
      live: isLive(),
      request_key: requestKey,
    },
  );
  if (!row) throw new Error("the order was not stored");
  // The order that this key opened is for another amount.
  if (BigInt(row.amount_cents) !== cents) throw keyReused();
  return row;
}

async function openSession(caller: Caller, order: OrderRow, skillName: string | null): Promise<OrderRow> {
  const wallet = `${env().PUBLIC_URL}/wallet`;
  const metadata = { order_id: order.id, account_id: caller.accountId };
  const session = await atProcessor((stripe) =>
    stripe.checkout.sessions.create(
      {
        mode: "payment",
        client_reference_id: order.id,
        customer_email: caller.email,
        metadata,
        payment_intent_data: { metadata },
        // Credits are net: tax is added to them, from the billing address that the checkout then asks for.
        ...(env().STRIPE_TAX && {
          automatic_tax: { enabled: true },
          tax_id_collection: { enabled: true },
        }),
        line_items: [
          {
            quantity: 1,
            price_data: {
              currency: "usd",
              unit_amount: Number(order.amount_cents),
              ...(env().STRIPE_TAX && { tax_behavior: "exclusive" }),
              product_data: {
                name: `${dollars(Number(order.amount_cents) / 100)} of prepaid balance`,
                ...(skillName && { description: `For ${skillName}` }),
              },
            },
          },
        ],
        success_url: `${wallet}?order=${order.id}`,
        cancel_url: `${wallet}?cancelled=${order.id}`,
      },
      { idempotencyKey: order.refusals === 0 ? order.id : `${order.id}:${order.refusals}` },
    ),
  );
  const [row] = await query<OrderRow>(
    "payments.session",
    `SELECT ${ORDER_COLUMNS} FROM topup_checkout($order, $account, $session, $url, to_timestamp($ends))`,
    { order: order.id, account: caller.accountId, session: session.id, url: session.url, ends: session.expires_at },
  );
  if (row) return row;
  await end(session.id);
  throw new AppError("unauthorized", "This account is closed.");
}

/** Prepares an order whose session failed for a retry under the same key, or fails it when there is no key. Throws the error. */
async function stop(order: OrderRow, requestKey: string | null, error: unknown): Promise<never> {
  // The processor repeats its answers under a key. No one has seen a session that it may have made: another one is safe.
  if (requestKey === null || isAnswered(error))
    await prisma().topupOrder.updateMany({
      where: { id: order.id, state: "created" },
      data: {
        refusals: { increment: 1 },
        ...(requestKey === null && { state: "failed", failure: NO_CHECKOUT }),
      },
    });
  throw error;
}

/** Fails orders whose checkout could not be created, once their Idempotency-Key has expired. Returns how many. */
export async function endAbandoned(): Promise<number> {
  const { count } = await prisma().topupOrder.updateMany({
    where: { state: "created", automatic: false, createdAt: { lt: hoursAgo(ABANDONED_HOURS) } },
    data: { state: "failed", failure: NO_CHECKOUT },
  });
  return count;
}

/**
 * Expires the caller's open checkouts at the processor, newest first, so that they can no longer be paid. One that was paid
 * stays until its event arrives. Throws processor_failed and processor_timeout.
 */
export async function endCheckouts({ accountId }: Pick<Caller, "accountId">): Promise<void> {
  const open = await prisma().topupOrder.findMany({
    where: { accountId, automatic: false, state: "open" },
    orderBy: { createdAt: "desc" },
    take: MAX_ENDED,
  });
  for (const order of open) await endCheckout(order);
}

async function endCheckout({ id, sessionId }: Pick<TopupOrder, "id" | "sessionId">): Promise<void> {
  if (sessionId && (await end(sessionId)))
    await prisma().topupOrder.updateMany({ where: { id, state: "open" }, data: { state: "expired" } });
}

/**
 * Ends the checkout of one of the caller's unpaid top-ups; any other top-up is answered as it is. Throws not_found,
 * processor_failed and processor_timeout.
 */
export async function cancelOrder(caller: Caller, id: string) {
  const open = await prisma().topupOrder.findFirst({
    where: { id, accountId: caller.accountId, automatic: false, state: "open" },
  });
  if (open) await endCheckout(open);
  const order = await findOrder(caller, id);
  if (!order) throw notFound();
  return order;
}

async function end(sessionId: string): Promise<boolean> {
  const unlessRefused = (error: unknown) => {
    if (!isRefused(error)) throw error;
    return null;
  };
  const ended = await atProcessor((stripe) => stripe.checkout.sessions.expire(sessionId)).catch(unlessRefused);
  if (ended) return true;
  // It was over already, one way or the other; or the processor does not know it.
  const found = await atProcessor((stripe) => stripe.checkout.sessions.retrieve(sessionId)).catch(unlessRefused);
  return found === null || found.status === "expired";
}

/** The caller's top-ups, newest first. Throws invalid_request when `starting_after` is none of them. */
export async function listOrders({ accountId }: Caller, page: CursorRequest) {
  const where = { accountId };
  const id = page.starting_after;
  const last = id ? await prisma().topupOrder.findUnique({ where: { id, ...where } }) : null;
  const { slice, after, wrap } = newestPage(page, last);
  const [rows, count] = await Promise.all([
    prisma().topupOrder.findMany({ where: { ...where, ...after }, ...slice }),
    prisma().topupOrder.count({ where, orderBy: NEWEST_FIRST, take: MAX_TOTAL + 1 }),
  ]);
  return wrap(await toViews(accountId, rows), count, page);
}

/** A top-up of the caller, or null. */
export async function findOrder({ accountId }: Caller, id: string) {
  const row = isUuid(id) ? await prisma().topupOrder.findFirst({ where: { id, accountId } }) : null;
  return row && ((await toViews(accountId, [row]))[0] ?? null);
}

async function toViews(accountId: string, rows: TopupOrder[]) {
  const papers = await documents.about({ accountId }, { orderIds: rows.map(({ id }) => id) });
  const skillIds = rows.flatMap(({ skillId }) => skillId ?? []);
  const skills = await prisma().listing.findMany({
    where: { skillId: { in: skillIds } },
    select: { skillId: true, slug: true, name: true },
  });
  const now = new Date();
  return rows.map((row) => {
    const skill = skills.find(({ skillId }) => skillId === row.skillId);
    return {
      id: row.id,
      state: row.state as OrderState,
      currency: "usd" as const,
      amount: Number(row.amountCents) / 100,
      tax: Number(row.taxCents) / 100,
      credits: toCredits(row.creditsMicros),
      refunded: toCredits(row.reversedMicros),
      automatic: row.automatic,
      failure: row.failure,
      skill: skill ? { slug: skill.slug, name: skill.name } : null,
      checkout_url: row.state === "open" && row.expiresAt && row.expiresAt > now ? row.checkoutUrl : null,
      receipt_url: row.receiptUrl,
      documents: papers
        .filter(({ order_id }) => order_id === row.id)
        .map(({ id, kind, number }) => ({ id, kind, number })),
      created_at: row.createdAt,
      paid_at: row.paidAt,
    };
  });
}
