/** Renewals: each term is charged once, and those that were missed are not. */
import { withholds } from "@/tests/year/model/allowed-skills";
import type { Body, Moment } from "@/tests/year/model/answers";
import { countCharge, coversRenewal } from "@/tests/year/model/budgets";
import { termEnd } from "@/tests/year/model/calendar";
import { isListed } from "@/tests/year/model/callers";
import { sell } from "@/tests/year/model/credits";
import type { Counted } from "@/tests/year/model/limits";
import { type Market, type Micros, notify, type Purchase, type Ref, the } from "@/tests/year/model/market";
import { begin, end, nextPriceOf, retire, tell } from "@/tests/year/model/purchases";

/** The charge of a purchase's next term. */
const chargeOf = (market: Market, purchase: Purchase) => ({
  account: purchase.buyer,
  key: purchase.key === null ? null : the(market.keys, purchase.key),
  skill: purchase.skill,
  amount: nextPriceOf(purchase),
});

/** What the next term of a purchase whose period is over costs, or null when it would end instead. */
export function renewalPrice(market: Market, purchase: Purchase, now: number): Micros | null {
  const { status, endsAt, autoRenew } = purchase;
  const price = nextPriceOf(purchase);
  const isDue = status === "active" && endsAt <= now && autoRenew;
  const skill = the(market.skills, purchase.skill);
  const buyer = the(market.accounts, purchase.buyer);
  if (!isDue || !isListed(market, skill) || skill.owner === buyer.ref || withholds(market, buyer, skill)) return null;
  const { balance, suspendedAt, closedAt } = buyer;
  if (suspendedAt !== null || closedAt !== null) return null;
  return balance >= price && coversRenewal(market, chargeOf(market, purchase), now) ? price : null;
}

/** Charges the current term of a purchase, for whoever owns the skill now; terms that were missed are not charged. */
export function renew(market: Market, purchase: Purchase, moment: Moment): void {
  const { at } = moment;
  const counted = countCharge(market, chargeOf(market, purchase), at);
  if (purchase.next) {
    beginNext(market, purchase, counted, moment);
    return;
  }
  purchase.counted = counted;
  do purchase.term += 1;
  while (termEnd(purchase.anchorAt, purchase.interval, purchase.term) <= at);
  purchase.endsAt = termEnd(purchase.anchorAt, purchase.interval, purchase.term);
  purchase.seller = the(market.skills, purchase.skill).owner;
  const fee = sell(market, purchase.buyer, purchase.seller, purchase.price);
  if (purchase.price > 0n) purchase.charges.set(purchase.term, { chargedAt: at, fee });
  tell(market, purchase, "purchase.renewed", at);
}

/** Begins the plan that was chosen where the former one ended, or now if a whole term of it is over by now. */
function beginNext(market: Market, former: Purchase, counted: Counted[], moment: Moment): void {
  const { as, ...plan } = former.next as NonNullable<Purchase["next"]>;
  const isOver = termEnd(former.endsAt, plan.interval, 1) <= moment.at;
  retire(market, former);
  const { buyer, skill, key, endsAt, ref } = former;
  const startedAt = isOver ? moment.endAt : endsAt;
  market.begun.push(as);
  begin(market, { as, buyer, skill, plan, price: plan.price, key, replaces: ref, startedAt, counted }, moment);
}

/**
 * Renews or ends every purchase whose period is over. One whose renewal was cancelled is `cancelled`; one that can't renew is
 * `expired`, and its buyer is notified. The order among the due ones is free: `first` are those that were seen to renew.
 */
export function renewDue(market: Market, op: { first?: Ref[] }, moment: Moment): Body {
  const due = [...market.purchases.values()].filter(({ status, endsAt }) => status === "active" && endsAt <= moment.at);
  const isFirst = ({ ref }: Purchase) => (op.first ?? []).includes(ref);
  for (const purchase of [...due.filter(isFirst), ...due.filter((each) => !isFirst(each))]) {
    if (!purchase.autoRenew) end(market, purchase, moment.at);
    else if (renewalPrice(market, purchase, moment.at) !== null) renew(market, purchase, moment);
    else {
      end(market, purchase, moment.at);
      notify(market, purchase.buyer, "purchase_lapsed", purchase.ref);
    }
  }
  return {};
}
