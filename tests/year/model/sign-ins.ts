/** What people do in a browser, signed in by their password or by a link that was mailed to them. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { type Acting, endMember, ROLE_SCOPES, signedIn } from "@/tests/year/model/callers";
import { addKey, shown, UNCONNECTED } from "@/tests/year/model/keys";
import { type Key, type Market, type Ref, SCOPES, the } from "@/tests/year/model/market";
import { forgetTransfers } from "@/tests/year/model/transfers";

/** Makes a key in the browser: it may do all that its account may, or else its maker for an organization. */
export function createKeySignedIn(market: Market, op: Acting & { as: Ref }, { at }: Moment): Body {
  const account = signedIn(market, op, at, "use");
  const role = account.members?.get(op.person ?? "");
  const key: Key = {
    ref: op.as,
    owner: account.ref,
    person: role ? (op.person ?? null) : null,
    scopes: role ? [...ROLE_SCOPES[role]] : SCOPES.filter((scope) => scope !== "admin" || account.isAdmin),
    skills: [],
    limit: null,
    isActive: true,
    revokedAt: null,
    expiresAt: null,
    spender: op.as,
    replacedBy: null,
    askAbove: null,
    ...UNCONNECTED,
  };
  addKey(market, key);
  return shown(key);
}

/**
 * A password reset by the link in a mail. The first one of an account whose email was never verified takes it back: what may have been
 * a stranger's ends, which is every key, renewal and connected bank; its skills get other signing secrets, a change like any other. It
 * verifies the email. A later one ends the keys if asked to.
 */
export function resetPassword(market: Market, op: { account: Ref; endsKeys: boolean }, { at, endAt }: Moment): Body {
  const account = the(market.accounts, op.account);
  if (account.members || account.closedAt !== null || account.suspendedAt !== null) refuse("link_expired");
  const isTakenBack = !account.isVerified;
  if (isTakenBack || op.endsKeys) endAccess(market, account.ref, at);
  if (isTakenBack) {
    account.hasBank = false;
    for (const purchase of market.purchases.values())
      if (purchase.buyer === account.ref && purchase.status === "active") purchase.autoRenew = false;
    for (const skill of market.skills.values()) if (skill.owner === account.ref) skill.changedAt = endAt;
  }
  account.isVerified = true;
  return {};
}

/** Ends what can act for an account without its password. Webhooks are turned off, not deleted. */
function endAccess(market: Market, account: Ref, now: number): void {
  for (const key of market.keys.values())
    if (key.owner === account && key.revokedAt === null) Object.assign(key, { isActive: false, revokedAt: now });
  for (const organization of market.accounts.values())
    if (organization.members?.has(account)) endMember(market, organization, account, now);
  for (const webhook of market.webhooks.values()) if (webhook.account === account) webhook.isActive = false;
  forgetTransfers(market, account, false);
}
