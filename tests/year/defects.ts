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
  "approval-of-another-skill": { file: APPROVAL_FITS, from: " AND a.skill_id = p_skill", to: "", within: 1_500 },
  "approval-of-an-old-version": {
    file: APPROVAL_FITS,
    from: "a.skill_version = p_version AND",
    to: "",
    within: 1_500,
  },
  "approval-that-lasts": { file: APPROVAL_FITS, from: "a.expires_at > now() AND", to: "", within: 1_500 },
  "approval-at-another-price": {
    file: APPROVAL_FITS,
    from: "a.price_micros = p_price AND a.digest = p_digest",
    to: "a.digest = p_digest",
    within: 1_500,
  },
  "approval-charged-twice": {
    file: "prisma/sql/approvals/approval_spend.sql",
    from: "left_micros - p_amount",
    to: "left_micros",
    within: 1_500,
  },
  "approval-lost-by-a-failure": {
    file: "prisma/sql/execution/execution_release.sql",
    from: "PERFORM approval_spend(v.approval_id, -v.amount_micros);",
    to: "",
    within: 1_500,
  },
  "approval-decided-again": {
    file: "lib/demand/approvals/service.ts",
    from: `row.state === "pending" || (row.state === "approved" && state === "refused")`,
    to: `row.state !== "used"`,
    within: 1_500,
  },
  "member-whose-keys-stay": {
    file: "prisma/sql/accounts/member_access_end.sql",
    from: "UPDATE api_key SET active = false, revoked_at = now() WHERE",
    to: "UPDATE api_key SET revoked_at = revoked_at WHERE",
    within: 1_500,
  },
  "member-who-is-suspended": {
    file: "lib/identity/accounts/service.ts",
    from: "AND p.suspended_at IS NULL AND p.closed_at IS NULL",
    to: "",
    within: 1_500,
  },
  "role-that-stays": {
    file: "prisma/sql/organizations/member_scopes.sql",
    from: "WHEN 'billing' THEN ARRAY['read', 'purchase']",
    to: "WHEN 'billing' THEN ARRAY['read', 'purchase', 'execute']",
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
  "invitation-that-lasts": {
    file: INVITATIONS,
    from: "{ id, email: caller.email, expiresAt: { gt: new Date() } }",
    to: "{ id, email: caller.email }",
    within: 1_500,
  },
  "organization-that-is-suspended-and-buys": {
    file: "lib/identity/accounts/service.ts",
    from: "AND a.suspended_at IS NULL AND a.closed_at IS NULL\n         AND (k.expires_at",
    to: "AND (k.expires_at",
    within: 1_500,
  },
  "unit-held-and-never-given-back": {
    file: "prisma/sql/execution/execution_capture.sql",
    from: "amount_micros = coalesce(p_cost, amount_micros),",
    to: "amount_micros = amount_micros,",
    within: 1_500,
  },
  "renewal-of-a-former-owner": {
    file: "prisma/sql/purchases/purchase_renew.sql",
    from: "SELECT slug, owner_id INTO v_slug, v_owner FROM listing",
    to: "SELECT slug, v.developer_id INTO v_slug, v_owner FROM listing",
    within: 3_000,
  },
  "withheld-skill-that-renews": {
    file: "prisma/sql/purchases/purchase_renewal_price.sql",
    from: "AND NOT skill_withheld(p.buyer_id, p.skill_id, NULL)",
    to: "",
    within: 3_000,
  },
  "withheld-skill-that-runs": {
    file: "prisma/sql/purchases/access_quote.sql",
    from: "ELSIF skill_withheld(p_account, p_skill, p_version) THEN access := 'not_allowed';",
    to: "",
    within: 3_000,
  },
  "included-call-that-is-lost-by-a-failure": {
    file: "prisma/sql/execution/execution_release.sql",
    from: "PERFORM plan_call_return(v);",
    to: "",
    within: 3_000,
  },
  "plan-change-without-its-credit": {
    file: "prisma/sql/purchases/plan_quote.sql",
    from: "outcome := 'now'; credit := v_unused; starts_at := now();",
    to: "outcome := 'later'; starts_at := greatest(now(), v.current_period_end);",
    within: 3_000,
  },
  "given-credits-that-go-to-a-card": {
    file: "lib/money/payments/card-refunds.ts",
    from: "available - debt - BigInt(given?.left ?? 0)",
    to: "available - debt",
    within: 3_000,
  },
  "rejected-refund-that-keeps-the-credits": {
    file: "lib/money/payments/card-refunds.ts",
    from: "await reversals.forgetAsked(db, order, id);",
    to: "",
    within: 6_000,
  },
};

/** A source with the defect, where it belongs into that file. Throws when its place is gone or not the only one. */
export function withDefect({ file, from, to }: Defect, path: string, source: string): string {
  if (!path.endsWith(`/${file}`) && path !== file) return source;
  const parts = source.split(from);
  if (parts.length !== 2) throw new Error(`${file} has ${parts.length - 1} times: ${from}`);
  return parts.join(to);
}
