/** Trials of subscriptions. */
import { refuse } from "@/tests/year/model/answers";
import { type Account, type Market, type Skill, the } from "@/tests/year/model/market";

/**
 * The email for which an account has the trial of a plan, which is term 0: once a skill, a person's own where it is verified. An
 * organization has its owners' and none that one of them has had. A year's payers have no card in common.
 */
export function trialOf(market: Market, account: Account, { ref: skill }: Skill, days: number): string | null {
  if (days === 0) return null;
  const owners = [...(account.members ?? [])].filter(([, role]) => role === "owner");
  const emails = account.members ? owners.map(([ref]) => the(market.accounts, ref).email) : [account.email];
  const isUsed = [...market.purchases.values()].some(
    (each) =>
      each.skill === skill && each.triedBy !== null && (each.buyer === account.ref || emails.includes(each.triedBy)),
  );
  if (isUsed) return null;
  return account.members || account.isVerified ? (emails[0] ?? null) : refuse("invalid_request");
}
