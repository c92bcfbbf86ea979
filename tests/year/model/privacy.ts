/** Who may see what: an account sees what is its own, a seller the purchases of its skills, an administrator everything but secrets. */
import { type Market, type Ref, the } from "@/tests/year/model/market";

/** Whether an account may learn the id of an object. Accounts and skills are public. */
export function maySee(market: Market, viewer: Ref | null, ref: Ref): boolean {
  const account = viewer === null ? null : the(market.accounts, viewer);
  if (account?.isAdmin) return true;
  const purchase = market.purchases.get(market.requests.get(ref)?.purchase ?? ref);
  if (purchase) return purchase.buyer === viewer || purchase.seller === viewer;
  const owner =
    market.keys.get(ref)?.owner ??
    market.orders.get(ref)?.account ??
    market.webhooks.get(ref)?.account ??
    market.reports.get(ref)?.reporter ??
    market.payouts.get(ref)?.account ??
    market.budgets.get(ref)?.account ??
    market.approvals.get(ref)?.account ??
    viewer;
  const promotion = market.promotions.get(ref);
  return promotion ? market.skills.get(promotion.skill)?.owner === viewer : owner === viewer;
}
