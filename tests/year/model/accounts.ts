/** Accounts: registering, suspending, granting, closing. */

import { forgetAllowed } from "@/tests/year/model/allowed-skills";
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { forgetBudgets } from "@/tests/year/model/budgets";
import { DAY } from "@/tests/year/model/calendar";
import { admit, endMember, signedIn } from "@/tests/year/model/callers";
import { balanceOf, CREDIT, moveGiven } from "@/tests/year/model/credits";
import { UNCONNECTED } from "@/tests/year/model/keys";
import { type Account, type Market, type Micros, notify, type Ref, SCOPES, the } from "@/tests/year/model/market";
import { forgetOffers } from "@/tests/year/model/offers";
import { isPaying } from "@/tests/year/model/payouts";
import { runs } from "@/tests/year/model/purchases";
import { refundRunning } from "@/tests/year/model/suspensions";
import { forgetTransfers } from "@/tests/year/model/transfers";

const MAX_GRANTED_A_DAY = 10_000n * CREDIT;

/** An account that nothing has happened to. */
export const newAccount = (ref: Ref): Account => ({
  ref,
  members: null,
  email: "",
  name: `Person ${ref}.`,
  billedAs: null,
  receipts: [],
  isAdmin: false,
  suspendedAt: null,
  closedAt: null,
  signedInAt: null,
  isVerified: false,
  hasBank: false,
  balance: 0n,
  debt: 0n,
  balances: [],
  isGranted: false,
  earnings: 0n,
  feeBps: null,
  freeUsed: new Map(),
  given: [],
  used: new Map(),
  askAbove: null,
  allowedOnly: "off",
  calls: { succeeded: 0, failed: 0 },
});

/** Registers an account with its first key. Emails are unique. */
export function register(
  market: Market,
  op: { as: Ref; key: Ref; email: string; isRoot?: boolean },
  _moment: Moment,
): Body {
  if ([...market.accounts.values()].some(({ email }) => email === op.email)) refuse("email_taken");
  const isAdmin = op.isRoot === true;
  market.accounts.set(op.as, { ...newAccount(op.as), email: op.email, isAdmin });
  market.keys.set(op.key, {
    ref: op.key,
    owner: op.as,
    person: null,
    scopes: SCOPES.filter((scope) => scope !== "admin" || isAdmin),
    skills: [],
    limit: null,
    isActive: true,
    revokedAt: null,
    expiresAt: null,
    spender: op.key,
    replacedBy: null,
    askAbove: null,
    ...UNCONNECTED,
  });
  return { "account.email": op.email, "key.active": true };
}

/** The account that an administrator acts on: not their own, and not a closed one. */
function target(market: Market, by: Ref, ref: Ref, { at }: Moment): { admin: Account; account: Account } {
  const { account: admin } = admit(market, by, { scope: "admin", isOfAdministrators: true }, at);
  if (ref === admin.ref) refuse("own_account");
  const account = market.accounts.get(ref);
  if (!account || account.closedAt !== null) return refuse("not_found");
  return { admin, account };
}

/** Gives credits of the marketplace's own: at most 1,000 at once, and 10,000 by one administrator in 24 hours. */
export function grant(market: Market, op: { by: Ref; account: Ref; amount: string }, moment: Moment): Body {
  const { admin, account } = target(market, op.by, op.account, moment);
  const amount: Micros = BigInt(op.amount);
  const recent = admin.given.filter(({ givenAt }) => givenAt > moment.at - DAY);
  const given = recent.reduce((sum, each) => sum + each.amount, 0n);
  if (given + amount > MAX_GRANTED_A_DAY) refuse("invalid_request");
  account.balance += amount;
  moveGiven(market, account, amount);
  account.isGranted = true;
  admin.given.push({ givenAt: moment.endAt, amount });
  return { credited: amount, ...balanceOf(account) };
}

/**
 * Suspends an account: its keys fail at the next request, its skills leave the marketplace and their buyers get the unused part of
 * their term back, its own subscriptions do not renew.
 */
export function suspend(market: Market, op: { by: Ref; account: Ref }, moment: Moment): Body {
  const { account } = target(market, op.by, op.account, moment);
  if (account.suspendedAt === null) {
    account.suspendedAt = moment.at;
    for (const purchase of market.purchases.values())
      if (purchase.buyer === account.ref && purchase.status === "active") purchase.autoRenew = false;
  }
  for (const skill of market.skills.values())
    if (skill.owner === account.ref && skill.live !== null) refundRunning(market, skill.ref, moment);
  return {};
}

/** Ends a suspension: keys and skills are back, refunds stay. */
export function unsuspend(market: Market, op: { by: Ref; account: Ref }, moment: Moment): Body {
  target(market, op.by, op.account, moment).account.suspendedAt = null;
  return {};
}

/** Makes a developer's own fee, or with null ends it; they are notified of a change. */
export function setFee(
  market: Market,
  op: { by: Ref; account: Ref; bps: string | null; as: Ref },
  moment: Moment,
): Body {
  const { account } = target(market, op.by, op.account, moment);
  const feeBps = op.bps === null ? null : BigInt(op.bps);
  if (account.feeBps === feeBps) return {};
  account.feeBps = feeBps;
  notify(market, account.ref, "fee_changed", op.as);
  return {};
}

/** Makes an account an administrator or a user. Keys that are limited in nothing follow; a suspended account can't become one. */
export function setRole(market: Market, op: { by: Ref; account: Ref; isAdmin: boolean }, moment: Moment): Body {
  const { account } = target(market, op.by, op.account, moment);
  if (account.isAdmin === op.isAdmin) return {};
  if (account.members) refuse("invalid_request");
  if (op.isAdmin && account.suspendedAt !== null) refuse("invalid_request");
  account.isAdmin = op.isAdmin;
  const users = SCOPES.filter((scope) => scope !== "admin");
  for (const key of market.keys.values()) {
    if (key.owner !== account.ref || key.revokedAt !== null) continue;
    const isUnlimited =
      key.skills.length === 0 && key.limit === null && users.every((scope) => key.scopes.includes(scope));
    if (op.isAdmin && isUnlimited) key.scopes = [...SCOPES];
    if (!op.isAdmin) key.scopes = key.scopes.filter((scope) => scope !== "admin");
  }
  return {};
}

/** A signed-in person closes their own account: not the last administrator, nor the only owner of an organization. */
export function closeOwn(market: Market, op: { account: Ref; givesUp: boolean }, moment: Moment): Body {
  const account = signedIn(market, op, moment.at);
  return close(market, account, op.givesUp, moment);
}

/**
 * Closes an account. Refused while others hold running purchases of its skills or from it, while a payment, a refund to the card or a payout is under way, for the last
 * administrator and the only owner of an organization, and with credits or earnings left unless their loss is confirmed. Its open
 * checkouts end.
 */
export function close(market: Market, account: Account, givesUp: boolean, { at }: Moment): Body {
  const isSold = [...market.purchases.values()].some((purchase) => {
    const isOurs = [purchase.seller, the(market.skills, purchase.skill).owner].includes(account.ref);
    return isOurs && purchase.buyer !== account.ref && runs(purchase, at);
  });
  const isPaid = market.late.some(
    ({ order, action }) => action === "pay" && the(market.orders, order).account === account.ref,
  );
  const isRefunded = [...market.orders.values()].some(
    ({ account: payer, asked }) => payer === account.ref && asked.some(({ state }) => state === "pending"),
  );
  if (isSold || isPaid || isRefunded || isPaying(market, account.ref)) refuse("account_in_use");
  if (!givesUp && (account.balance > 0n || account.earnings > 0n)) refuse("account_in_use");
  const joined = [...market.accounts.values()].filter(({ members }) => members?.has(account.ref));
  const isOnlyOwner = ({ members }: Account) =>
    members?.get(account.ref) === "owner" &&
    ![...members].some(
      ([ref, role]) => role === "owner" && ref !== account.ref && the(market.accounts, ref).suspendedAt === null,
    );
  if (joined.some(isOnlyOwner)) refuse("account_in_use");
  const admins = [...market.accounts.values()].filter(
    (each) => each.isAdmin && each.suspendedAt === null && each.closedAt === null,
  );
  if (account.isAdmin && admins.length === 1) refuse("account_in_use");
  account.closedAt = at;
  account.isAdmin = false;
  account.hasBank = false;
  for (const organization of joined) {
    endMember(market, organization, account.ref, at);
    organization.members?.delete(account.ref);
  }
  for (const { ref, organization, email } of [...market.invitations.values()])
    if (organization === account.ref || email === account.email) market.invitations.delete(ref);
  account.members?.clear();
  account.email = `closed ${account.ref}`;
  for (const key of market.keys.values())
    if (key.owner === account.ref) Object.assign(key, { isActive: false, revokedAt: key.revokedAt ?? at });
  for (const skill of market.skills.values())
    if (skill.owner === account.ref)
      Object.assign(skill, { live: null, status: "draft", unlistedAt: skill.unlistedAt ?? at, changedAt: at });
  forgetBudgets(market, account.ref);
  forgetAllowed(market, account.ref);
  forgetTransfers(market, account.ref, true);
  forgetOffers(market, account.ref);
  for (const { ref, account: owner } of [...market.approvals.values()])
    if (owner === account.ref) market.approvals.delete(ref);
  for (const purchase of market.purchases.values())
    if (purchase.buyer === account.ref && purchase.status === "active") purchase.autoRenew = false;
  for (const request of market.requests.values())
    if (
      the(market.purchases, request.purchase).buyer === account.ref &&
      ["open", "declined", "escalated"].includes(request.state)
    )
      request.state = "closed";
  for (const order of market.orders.values())
    if (order.account === account.ref && order.state === "open") order.state = "expired";
  market.notices.delete(account.ref);
  market.ended = market.ended.filter((run) => run.account !== account.ref);
  for (const { ref, account: owner } of [...market.webhooks.values()])
    if (owner === account.ref) market.webhooks.delete(ref);
  for (const name of [...market.stored.keys()]) if (name.startsWith(`${account.ref} `)) market.stored.delete(name);
  return {};
}

/** Changes when rises of prices are announced: what is announced already keeps its day. */
export function changeSettings(
  market: Market,
  op: { by: Ref; risePercent: number; noticeDays: number },
  { at }: Moment,
): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, at);
  market.settings.risePercent = BigInt(op.risePercent);
  market.settings.noticeDays = op.noticeDays;
  return { "settings.price_rise_percent": op.risePercent, "settings.price_notice_days": op.noticeDays };
}
