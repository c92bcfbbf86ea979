/**
 * Defects planted by hand. `npm run test:year -- --defect <name>` puts one into the product as it is loaded, and fails unless a year
 * finds it within so many operations of one of three seeds. A rule that a year is to guard gets a defect here that breaks it.
 */
export type Defect = {
  /** Where it is planted: a module of the product, or a function of the database. */
  file: string;
  /** A text that occurs there once, and what takes its place. */
  from: string;
  to: string;
  within: number;
};

const INVITATIONS = "lib/identity/organizations/invitations.ts";
const MEMBERS = "lib/identity/organizations/members.ts";
const APPROVAL_FITS = "prisma/sql/approvals/approval_fits.sql";

export const DEFECTS: Record<string, Defect> = {
  "approval-of-another-key": { file: APPROVAL_FITS, from: " AND a.key_id = p_key", to: "", within: 1_500 },
  "approval-charged-twice": {
    file: "prisma/sql/approvals/approval_spend.sql",
    from: "left_micros - p_amount",
    to: "left_micros",
    within: 1_500,
  },
  "member-whose-keys-stay": {
    file: "prisma/sql/accounts/member_access_end.sql",
    from: "UPDATE api_key SET active = false, revoked_at = now() WHERE",
    to: "UPDATE api_key SET revoked_at = revoked_at WHERE",
    within: 1_500,
  },
  "organization-without-an-owner": {
    file: MEMBERS,
    from: `if (role === "owner") await requireAnotherOwner(db, caller, personId);`,
    to: "",
    within: 1_500,
  },
  "invitation-of-another": {
    file: INVITATIONS,
    from: "{ id, email: caller.email, expiresAt: { gt: new Date() } }",
    to: "{ id, expiresAt: { gt: new Date() } }",
    within: 1_500,
  },
};

/** A source with the defect, where it belongs into that file. Throws when its place is gone or not the only one. */
export function withDefect({ file, from, to }: Defect, path: string, source: string): string {
  if (!path.endsWith(`/${file}`) && path !== file) return source;
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
