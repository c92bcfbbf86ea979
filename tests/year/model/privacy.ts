/** Who may see what: an account sees what is its own, a seller the purchases of its skills, an administrator everything but secrets. */
import { type Market, type Ref, the } from "@/tests/year/model/market";

/** Whether an account may learn the id of an object. Accounts and skills are public. */
export function maySee(market: Market, viewer: Ref | null, ref: Ref): boolean {
  const account = viewer === null ? null : the(market.accounts, viewer);
  if (account?.isAdmin) return true;
  const purchase = market.purchases.get(market.requests.get(ref)?.purchase ?? ref);
  if (purchase) return purchase.buyer === viewer || purchase.seller === viewer;
  const offer = [...market.offers.values()].find((each) => each.ref === ref);
  if (offer) return offer.account === viewer || market.skills.get(offer.skill)?.owner === viewer;
  const invitation = market.invitations.get(ref);
  if (invitation && invitation.email === account?.email) return true;
  const owner =
    market.keys.get(ref)?.owner ??
    market.orders.get(ref)?.account ??
    market.webhooks.get(ref)?.account ??
    market.reports.get(ref)?.reporter ??
    market.payouts.get(ref)?.account ??
    market.budgets.get(ref)?.account ??
    market.approvals.get(ref)?.account ??
    market.invitations.get(ref)?.organization ??
    viewer;
  const promotion = market.promotions.get(ref);
  return promotion ? market.skills.get(promotion.skill)?.owner === viewer : owner === viewer;
}

/** Whether an account may learn an email: its own, and an organization's members and guests learn of each other there. */
export function maySeeEmail(market: Market, viewer: Ref, email: string): boolean {
  const account = the(market.accounts, viewer);
  const isOf = ({ ref }: { ref: Ref }) => the(market.accounts, ref).email === email;
  const isMember = [...(account.members?.keys() ?? [])].some((ref) => isOf({ ref }));
  const isGuest = [...market.invitations.values()].some((each) => each.organization === viewer && each.email === email);
  return account.isAdmin || account.email === email || isMember || isGuest;
}
