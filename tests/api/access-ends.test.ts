import { describe, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { draftSkill, type Person, person } from "@/tests/support/people";
import { Visitor } from "@/tests/support/visitor";

/**
 * What could act for an account, or learn of it, without its password: by table, the rows that still can. All of it ends when its owner
 * resets the password and ends all other access.
 */
const ENDS: Record<string, string> = {
  session: "account_id = $1",
  api_key: "account_id = $1 AND revoked_at IS NULL",
  oauth_access_token: "user_id = $1",
  oauth_refresh_token: "user_id = $1",
  oauth_consent: "user_id = $1",
  install_link: "account_id = $1 AND revoked_at IS NULL",
  webhook_endpoint: "account_id = $1 AND active",
  passkey: "account_id = $1",
  credential: "owner_id = $1 AND provider_id <> 'credential'",
  company_identity: "account_id = $1 AND issuer IS NOT NULL",
  verification: "strpos(value, $1::uuid::text) > 0",
  link_request: "account_id = $1",
  trusted_publisher: "is_active AND skill_id IN (SELECT id FROM skill WHERE owner_id = $1)",
  payout_account: "account_id = $1 AND is_monthly",
  skill_transfer: "from_id = $1",
};

/** Tables about accounts that let nobody act for one, or whose rows stay on purpose. A new table belongs into one of the lists. */
const STAYS: Record<string, string[]> = {
  "the account itself, and its second factor, which a mailbox alone must not remove": ["account", "two_factor"],
  "who acts for an organization signs in, or has a key, which ends": [
    "membership",
    "member_invitation",
    "organization_sign_in",
    "company_subject",
    "allowed_skill",
  ],
  "an administrator's read-only view, announced and over in minutes": ["impersonation"],
  "it charges the owner's card for the owner's own wallet": ["auto_topup"],
  "terms that were bought; access is the account's": ["purchase", "plan_use", "free_call_use", "refund_request"],
  "programs, not what a person granted them": [
    "oauth_client",
    "oauth_resource",
    "oauth_client_resource",
    "oauth_client_assertion",
  ],
  "secrets for sellers, which no one reads again": ["skill_credential"],
  "calls that were let in before: they settle": ["hold", "run", "call_detail", "process_lease", "idempotency_record"],
  "its queue goes with its endpoint": ["webhook_delivery"],
  "content, judged by reviewers before it is shown": [
    "skill",
    "skill_revision",
    "superseded_version",
    "attestation",
    "advisory",
    "attestation_key",
    "skill_package",
    "package_provenance",
    "package_bundle",
    "malware_scan",
    "skill_source",
    "skill_image",
    "package_blob",
    "submission_comment",
    "submission_probe",
    "comparison_call",
    "skill_endpoint_auth",
    "tool_check",
    "review_event",
    "review_assignment",
    "scheduled_decision",
    "name_check",
    "skill_review",
    "skill_report",
    "name_claim",
    "promotion_code",
    "plan_offer",
    "collection",
    "collection_skill",
    "favorite",
    "publisher_follow",
    "publisher_domain",
    "skill_request",
    "skill_request_vote",
    "skill_request_offer",
    "former_handle",
  ],
  "the catalog": ["category", "former_category", "listing", "listing_change", "search_synonym", "catalog_generation"],
  "books and what was counted": [
    "audit_event",
    "audit_name",
    "invariant_run",
    "check_cursor",
    "wallet_sum",
    "wallet",
    "ledger_transaction",
    "ledger_entry",
    "earnings_day",
    "ledger_day",
    "budget",
    "budget_spend",
    "approval",
    "rate_counter",
    "usage_record",
    "skill_use",
    "skill_stats_day",
    "skill_trust",
    "skill_caller_day",
    "account_activity",
    "activity_day",
    "call_day",
    "visit_day",
    "account_usage_hour",
    "rollup_cursor",
    "topup_order",
    "card_refund",
    "document",
    "billing_party",
    "payout",
    "payment_event",
    "card_detachment",
  ],
  "the installation's own": ["job_run", "notification", "invitation", "site_settings", "mail_text", "sql_functions"],
};

test("every table says whether it could act for an account", async () => {
  const { rows } = await pool().query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind IN ('r', 'p')
       AND NOT relispartition AND NOT starts_with(relname, '_')`,
  );
  const classified = [...Object.keys(ENDS), ...Object.values(STAYS).flat()];
  expect(classified.toSorted()).toEqual(rows.map(({ name }) => name).toSorted());
});

/** Gives a stranger every kind of access to somebody's account. */
async function rob({ id: accountId, key, email }: Person): Promise<void> {
  const soon = new Date(Date.now() + 3_600_000);
  const now = new Date();
  await call("POST", "/v1/webhooks", { key, body: { url: "https://stranger.example.com/hook" } });
  await new Visitor().post("/sign-in/email", { email, password: "a long password" });
  const token = {
    clientId: "program",
    resources: [],
    requestedUserInfoClaims: [],
    scopes: [],
    expiresAt: soon,
  };
  const db = prisma();
  await db.oauthAccessToken.create({
    data: { ...token, id: newId(), token: newId(), userId: accountId, createdAt: now },
  });
  await db.oauthRefreshToken.create({
    data: { ...token, id: newId(), token: newId(), userId: accountId, createdAt: now },
  });
  const { expiresAt: _, ...consent } = token;
  await db.oauthConsent.create({
    data: { ...consent, id: newId(), userId: accountId, createdAt: now, updatedAt: now },
  });
  const company = await db.account.create({
    data: { id: newId(), kind: "organization", email: `${newId()}@organization.invalid`, name: "Company" },
  });
  await db.companyIdentity.create({
    data: { organizationId: company.id, accountId, issuer: "https://stranger.example.com", subject: "stranger" },
  });
  await db.installLink.create({
    data: { id: newId(), accountId, slug: "some", hash: Buffer.from(newId()), expiresAt: soon },
  });
  await db.passkey.create({
    data: {
      id: newId(),
      accountId,
      credentialID: newId(),
      publicKey: "",
      counter: 0,
      deviceType: "",
      backedUp: false,
    },
  });
  await db.credential.create({
    data: { id: newId(), ownerId: accountId, providerId: "github", externalId: newId() },
  });
  await db.skillTransfer.create({
    data: {
      skillId: newId(),
      fromId: accountId,
      toId: newId(),
      offeredBy: accountId,
      createdAt: now,
      expiresAt: soon,
    },
  });
  const code = JSON.stringify({ type: "authorization_code", userId: accountId });
  await db.verification.create({ data: { id: newId(), identifier: newId(), value: code, expiresAt: soon } });
  await db.linkRequest.create({
    data: { id: newId(), purpose: "change-email", email: "x@example.com", accountId },
  });
  const { id: skillId } = await draftSkill({ id: accountId, key, email, name: "", keyId: "" });
  const named = {
    issuer: "https://ci.example.com",
    repository: "stranger/repository",
    workflow: "release.yml",
    refs: [],
  };
  await db.trustedPublisher.create({ data: { ...named, skillId, setBy: accountId } });
  await db.payoutAccount.create({ data: { accountId, isMonthly: true } });
}

async function left(accountId: string): Promise<string[]> {
  const found = await Promise.all(
    Object.entries(ENDS).map(async ([table, where]) => {
      const { rows } = await pool().query(`SELECT FROM ${table} WHERE ${where}`, [accountId]);
      return rows.length > 0 ? [table] : [];
    }),
  );
  return found.flat();
}

describe("a reset that ends all other access", () => {
  test.each([true, false])("leaves a stranger nothing; email verified: %s", async (emailVerified) => {
    const robbed = await person();
    await prisma().account.update({ where: { id: robbed.id }, data: { emailVerified } });
    await rob(robbed);
    expect(await left(robbed.id)).toEqual(Object.keys(ENDS));
    await new Visitor().post("/request-password-reset", { email: robbed.email });
    const token = tokenOf(await mailTo(robbed.email));
    const body = { token, new_password: "another long password", end_keys: true };
    expect((await new Visitor().post("/reset-password", body)).status).toBe(200);
    expect(await left(robbed.id)).toEqual([]);
  });
});

describe("a webhook that is added or changed", () => {
  test("notifies its owner in the marketplace and by mail; a new description does not", async () => {
    const someone = await person();
    const url = "https://hooks.example.com/secret-path";
    const { body } = await call("POST", "/v1/webhooks", { key: someone.key, body: { url } });
    const change = (fields: object) => call("PATCH", `/v1/webhooks/${body.id}`, { key: someone.key, body: fields });
    await change({ description: "Production" });
    await change({ active: false });
    await change({ url: "https://other.example.com/" });
    const { data } = (await call("GET", "/v1/notifications", { key: someone.key })).body;
    expect(data).toMatchObject([
      {
        kind: "security_webhook",
        title: "A webhook was changed",
        text: expect.stringContaining("other.example.com"),
      },
      { kind: "security_webhook", title: "A webhook was added", path: `/settings/webhooks/${body.id}` },
    ]);
    expect(JSON.stringify(data)).not.toContain("secret-path");
    await deliverMails();
    const subjects = storedMails().flatMap(({ to, subject }) => (to === someone.email ? [subject] : []));
    expect(subjects.toSorted()).toEqual(["A webhook was added", "A webhook was changed"]);
  });
});
