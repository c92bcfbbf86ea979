/**
 * Subscriptions: list them, stop or resume their renewal. Invariant: the key or account that resumes a renewal pays for it.
 */
import type { Caller } from "@/lib/core/caller";
import { prisma, query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import { type PageRequest, unknownCursor } from "@/lib/core/page";
import { readPage } from "@/lib/core/page-query";
import { requireKeyAllows } from "@/lib/keys/guardrails";
import { type PurchaseRow, toPurchaseView } from "@/lib/purchases/rows";
import type { PurchaseView } from "@/lib/skills/schemas";

/** Reads the purchases of a table expression, whose last name and condition are still to come; only they are joined. */
const selectPurchases = (
  from: string,
  on = "",
) => `SELECT p.id, s.slug, r.name, p.price_micros, p.interval, p.status, p.started_at,
    p.current_period_end, p.auto_renew, p.refunded_micros
  FROM ${from} AS p ${on} JOIN skill s ON s.id = p.skill_id
    JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)`;

/** The caller's purchases, newest first. */
export async function list(caller: Caller, page: PageRequest & { starting_after?: string | undefined }) {
  const found = `(SELECT id FROM purchase WHERE buyer_id = $1
      AND (started_at, id) < (coalesce($2::timestamptz, 'infinity'), coalesce($3::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff'))
      ORDER BY started_at DESC, id DESC LIMIT $4 OFFSET $5) AS page
    JOIN LATERAL (SELECT * FROM purchase p WHERE p.id = page.id OFFSET 0)`;
  const place = page.starting_after ? await placeOf(caller, page.starting_after) : [null, null];
  const statement = {
    name: "purchases.list",
    after: place,
    text: `${selectPurchases(found, "ON true")} ORDER BY p.started_at DESC, p.id DESC`,
    matches: "purchase WHERE buyer_id = $1",
    values: [caller.accountId],
  };
  return readPage(statement, page, toPurchaseView);
}

/** One of the caller's purchases. Throws not_found for another's. */
export async function get({ accountId }: Caller, id: string): Promise<PurchaseView> {
  const [row] = await query<PurchaseRow>(
    "purchases.own",
    `${selectPurchases("purchase")} WHERE p.id = $1 AND p.buyer_id = $2`,
    [id, accountId],
  );
  if (!row) throw notFound();
  return toPurchaseView(row);
}

/** The place of one of the caller's purchases in the list. Throws invalid_request when there is none of this id. */
async function placeOf({ accountId }: Caller, id: string): Promise<[Date, string]> {
  const [row] = await query<{ started_at: Date }>(
    "purchases.cursor",
    "SELECT started_at FROM purchase WHERE id = $1 AND buyer_id = $2",
    [id, accountId],
  );
  if (!row) throw unknownCursor();
  return [row.started_at, id];
}

/**
 * Cancels or resumes the renewal of a running purchase. What resumes it pays: a limited key from its limit, anything else
 * from the account. Throws not_found for another's and for one that has ended, and key_scope.
 */
export async function setAutoRenew(
  { accountId, key }: Caller,
  id: string,
  autoRenew: boolean,
): Promise<PurchaseView> {
  await requireKeyAllowsPurchase({ accountId, key }, id);
  const changed = await query(
    "purchases.renewal",
    `UPDATE purchase p SET auto_renew = $3, key_id = CASE WHEN $3 AND (NOT p.auto_renew
         OR NOT EXISTS (SELECT 1 FROM api_key k WHERE k.id = $4 AND k.credit_limit_micros IS NOT NULL)) THEN $4 ELSE p.key_id END
      WHERE p.id = $1 AND p.buyer_id = $2 AND p.status = 'active' AND (p.auto_renew OR p.current_period_end > now()) RETURNING p.id`,
    [id, accountId, autoRenew, key?.id ?? null],
  );
  const [row] =
    changed.length > 0
      ? await query<PurchaseRow>("purchases.get", `${selectPurchases("purchase")} WHERE p.id = $1`, [id])
      : [];
  if (!row) throw notFound();
  return toPurchaseView(row);
}

/** Throws key_scope when the purchase is of a skill that the caller's key is not for. */
async function requireKeyAllowsPurchase(
  caller: Pick<Caller, "accountId" | "key">,
  id: string,
): Promise<void> {
  if (!caller.key || caller.key.skills.length === 0) return;
  const purchase = await prisma().purchase.findUnique({ where: { id, buyerId: caller.accountId } });
  const skill = purchase && (await prisma().skill.findUnique({ where: { id: purchase.skillId } }));
  if (skill) requireKeyAllows(caller, skill.slug);
}
