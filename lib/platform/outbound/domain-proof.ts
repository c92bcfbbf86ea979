/** The proof that a domain is somebody's: a TXT record with a token of ours. It is checked weekly. */
import { randomBytes } from "node:crypto";
import { daysAgo } from "@/lib/platform/jobs/pruning";
import { textsOf } from "@/lib/platform/outbound/name-lookup";

const RECHECK_DAYS = 7;
/** A name server may be down for a while: a proof outlives one failed check. */
const GRACE_DAYS = 14;

/** What is known of the proof of a domain. */
export type Proof = { verifiedAt: Date | null; checkedAt: Date | null; failingSince: Date | null };

/** A new token. */
export const newToken = () => randomBytes(18).toString("base64url");
/** The name of the TXT record. */
export const txtName = (domain: string) => `_skills-marketplace.${domain}`;
/** The content of the record. */
export const proofOf = ({ token }: { token: string }) => `skills-marketplace=${token}`;
/** Proofs that were last checked before this are due again. */
export const dueBefore = () => daysAgo(RECHECK_DAYS);

/** Whether the TXT record is there. A name that can't be looked up counts as missing. */
export async function isInDns(row: { domain: string; token: string }): Promise<boolean> {
  const texts = await textsOf(txtName(row.domain)).catch((): string[] => []);
  return texts.includes(proofOf(row));
}

/** What a check changes: a proof that is missing for two weeks ends. */
export function outcomeOf({ verifiedAt, failingSince }: Proof, isProven: boolean): Proof & { checkedAt: Date } {
  const now = new Date();
  if (isProven) return { checkedAt: now, failingSince: null, verifiedAt: verifiedAt ?? now };
  if (!verifiedAt) return { checkedAt: now, failingSince: null, verifiedAt: null };
  const since = failingSince ?? now;
  return { checkedAt: now, failingSince: since, verifiedAt: since <= daysAgo(GRACE_DAYS) ? null : verifiedAt };
}
