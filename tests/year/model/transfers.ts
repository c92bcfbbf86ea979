/**
 * Transfers of skills between a person and an organization. Both sides confirm, each signed in. Buyers keep what they have, what was
 * sold stays the former owner's sale, and the next sale or renewal is the new owner's.
 */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { type Acting, isGone, isListed, signedIn } from "@/tests/year/model/callers";
import { type Market, notify, type Ref, the } from "@/tests/year/model/market";
import { activePurchase } from "@/tests/year/model/purchases";

const OFFERED_MS = 7 * DAY;

/** Offers a skill on the marketplace for 7 days. Another offer of it takes the place of this one. */
export function offerTransfer(
  market: Market,
  op: Acting & { skill: Ref; to: Ref; as: string },
  { at, endAt }: Moment,
): Body {
  const account = signedIn(market, op, at, "manage");
  const skill = market.skills.get(op.skill);
  if (skill?.owner !== account.ref) return refuse("not_found");
  if (!isListed(market, skill)) refuse("invalid_request");
  const recipient = market.accounts.get(op.to);
  if (!recipient || isGone(recipient)) return refuse("invalid_request");
  if ((recipient.members === null) === (account.members === null)) refuse("invalid_request");
  market.transfers.set(skill.ref, {
    skill: skill.ref,
    from: account.ref,
    to: recipient.ref,
    expiresAt: endAt + OFFERED_MS,
  });
  notify(market, recipient.ref, "transfer_offered", op.as);
  return { direction: "out" };
}

/** Accepts a skill. Its new owner's own subscription of it doesn't renew: an owner uses a skill without one. */
export function acceptTransfer(market: Market, op: Acting & { skill: Ref; as: string }, { at, endAt }: Moment): Body {
  const account = signedIn(market, op, at, "manage");
  const offered = market.transfers.get(op.skill);
  const skill = market.skills.get(op.skill);
  if (!skill || offered?.to !== account.ref || offered.expiresAt <= at) return refuse("not_found");
  if (skill.suspendedAt !== null || isGone(the(market.accounts, offered.from))) refuse("not_found");
  market.transfers.delete(skill.ref);
  const own = activePurchase(market, account.ref, skill.ref);
  if (own) own.autoRenew = false;
  skill.owner = account.ref;
  skill.changedAt = endAt;
  notify(market, offered.from, "transfer_accepted", op.as);
  return { state: "accepted" };
}

/** Declines what was offered, or withdraws one's own offer. */
export function endTransfer(market: Market, op: Acting & { skill: Ref }, { at }: Moment): Body {
  const account = signedIn(market, op, at, "manage");
  const offered = market.transfers.get(op.skill);
  if (!offered || ![offered.from, offered.to].includes(account.ref)) return refuse("not_found");
  market.transfers.delete(op.skill);
  return { state: "ended" };
}

/** Offers of an account whose access ends, or of and to one that is closed. */
export function forgetTransfers(market: Market, account: Ref, isClosed: boolean): void {
  for (const { skill, from, to } of [...market.transfers.values()])
    if (from === account || (isClosed && to === account)) market.transfers.delete(skill);
}
