import { globSync, readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";

/** Verbs that write and are no part of a simulated year, by the reason. A new verb is performed there, or belongs into this list. */
const UNPERFORMED: Record<string, string[]> = {
  "texts, pictures and order of the shop, which decide no access and no charge": [
    "DELETE /v1/account/domains/{}",
    "DELETE /v1/admin/categories/{}",
    "DELETE /v1/admin/collections/{}",
    "DELETE /v1/admin/mail-texts/{}",
    "DELETE /v1/admin/skill-requests/{}",
    "DELETE /v1/admin/synonyms/{}",
    "DELETE /v1/skill-requests/{}/vote",
    "PATCH /v1/account",
    "PATCH /v1/account/publisher",
    "PATCH /v1/admin/categories",
    "PATCH /v1/developer/skills/{}/versions/{}",
    "POST /v1/account/domains",
    "POST /v1/account/domains/{}/check",
    "POST /v1/admin/categories/{}/merge",
    "POST /v1/admin/mail-texts/{}/preview",
    "POST /v1/admin/mail-texts/{}/test",
    "POST /v1/admin/skill-requests/{}/keep",
    "POST /v1/admin/skills/{}/comments",
    "POST /v1/developer/images",
    "POST /v1/developer/skills/import",
    "POST /v1/developer/skills/{}/comments",
    "POST /v1/skill-requests",
    "POST /v1/skill-requests/{}/offers",
    "POST /v1/skill-requests/{}/report",
    "POST /v1/views",
    "PUT /v1/admin/categories/{}",
    "PUT /v1/admin/collections/{}",
    "PUT /v1/admin/mail-texts/{}",
    "PUT /v1/admin/settings/landing-picture",
    "PUT /v1/admin/settings/logo",
    "PUT /v1/admin/skills/{}/assignee",
    "PUT /v1/admin/synonyms/{}",
    "PUT /v1/developer/skills/{}/call-log",
    "PUT /v1/skill-requests/{}/vote",
  ],
  "one person's own shelf, seen by nobody else": [
    "DELETE /v1/favorites/lists/{}",
    "DELETE /v1/favorites/{}",
    "DELETE /v1/install-links/{}",
    "DELETE /v1/organizations/{}/plugin-links/{}",
    "DELETE /v1/publishers/{}/follow",
    "PATCH /v1/favorites/lists/{}",
    "POST /v1/notifications/read",
    "POST /v1/organizations/{}/plugin-links",
    "POST /v1/skills/{}/install-links",
    "PUT /v1/favorites/{}",
    "PUT /v1/publishers/{}/follow",
  ],
  "emails and sessions, whose own tests go through every state": [
    "DELETE /v1/account/sessions",
    "DELETE /v1/account/sessions/{}",
    "DELETE /v1/admin/impersonation",
    "DELETE /v1/admin/invitations/{}",
    "POST /v1/account/email",
    "POST /v1/account/verification",
    "POST /v1/admin/accounts/{}/impersonate",
    "POST /v1/admin/accounts/{}/remove-picture",
    "POST /v1/admin/accounts/{}/sign-out",
    "POST /v1/admin/accounts/{}/unverify",
    "POST /v1/admin/accounts/{}/verify",
    "POST /v1/admin/invitations",
    "PUT /v1/account/verification",
  ],
  "/v1/budgets by another path": ["DELETE /v1/organizations/{}/budgets/{}", "PUT /v1/organizations/{}/budgets"],
  "an organization's own sign-in needs a browser, a name server and a provider: tests/api/company-sign-in.test.ts": [
    "DELETE /v1/account/company-identities/{}",
    "DELETE /v1/organizations/{}/sign-in",
    "PATCH /v1/organizations/{}/sign-in",
    "POST /v1/organizations/{}/sign-in/check",
    "PUT /v1/organizations/{}/sign-in",
  ],
  "names that change hands (tests/api/name-claims.test.ts), and what is never on the marketplace": [
    "POST /v1/developer/skills/{}/decision",
    "POST /v1/admin/name-claims/{}/decision",
    "POST /v1/admin/skills/{}/names/clear",
    "POST /v1/name-claims",
    "POST /v1/name-claims/{}/appeal",
  ],
  "saved cards, monthly payouts and countries, which are the processor's": [
    "DELETE /v1/credits/card",
    "PATCH /v1/developer/payouts/account",
    "POST /v1/credits/card",
  ],
  "repeated or probed by hand: jobs do the same in a year": [
    "POST /v1/admin/invariants/run",
    "POST /v1/admin/jobs/{}/retry",
    "POST /v1/admin/payment-events/{}/retry",
    "POST /v1/admin/skills/{}/probe",
    "POST /v1/developer/skills/{}/probe",
    "POST /v1/developer/skills/{}/tools/{}/test",
    "POST /v1/webhooks/{}/deliveries/{}/replay",
    "POST /v1/webhooks/{}/test",
    "DELETE /v1/admin/skills/{}/scheduled-decision",
  ],
  "comparison calls, which come at random times: tests/api/probe.test.ts": ["POST /v1/admin/skills/{}/resume"],
  "a malware scanner, which a year has none of: tests/api/malware.test.ts": ["POST /v1/admin/skills/{}/package/clear"],
  "secrets of endpoints, which refuse nothing here": [
    "DELETE /v1/developer/skills/{}/endpoint-auth",
    "DELETE /v1/developer/skills/{}/secret/rotation",
    "POST /v1/developer/skills/{}/secret/rotation",
    "POST /v1/webhooks/{}/secret/rotation",
    "PUT /v1/developer/skills/{}/endpoint-auth",
  ],
  "what was found of versions since: tests/api/advisories.test.ts meets it with downloads, purchases and suspensions": [
    "PATCH /v1/admin/skills/{}/advisories/{}",
    "PATCH /v1/developer/skills/{}/advisories/{}",
    "POST /v1/admin/skills/{}/advisories",
    "POST /v1/developer/skills/{}/advisories",
    "POST /v1/developer/skills/{}/yanks",
  ],
  "who releases a skill needs a browser, a second factor and a CI: tests/api/trusted-publishing.test.ts": [
    "POST /v1/developer/skills/{}/trusted-publisher/remove",
    "PUT /v1/developer/skills/{}/trusted-publisher",
    "PUT /v1/developer/skills/{}/package/bundle",
  ],
  "a tool is charged as its skill: tests/api/tools.test.ts has the prices": ["POST /v1/skills/{}/tools/{}/execute"],
  "left, or the processor's": ["DELETE /v1/runs/{}", "DELETE /v1/credits/orders/{}", "POST /v1/webhooks/stripe"],
  "what every unknown path answers": ["DELETE /v1/{}", "PATCH /v1/{}", "POST /v1/{}", "PUT /v1/{}"],
};

/** Tools of the MCP server that a year does not use, by the reason. */
const UNUSED: Record<string, string[]> = {
  "the order of a list, which its own tests know by heart": ["search_skills"],
  "a fixed address, and figures for one person's own screen": ["get_topup_link", "get_own_skill_analytics"],
  "one person's own links, seen by nobody else": ["download_skill"],
};

/** Tables that no check of a year reads, by what says that they are right nevertheless. A new table is read, or belongs into this list. */
const UNREAD: Record<string, string[]> = {
  "answers: who is let in, and for how long": [
    "session",
    "impersonation",
    "credential",
    "verification",
    "link_request",
    "two_factor",
    "passkey",
    "organization_sign_in",
    "company_identity",
    "company_subject",
    "oauth_client",
    "oauth_resource",
    "oauth_client_resource",
    "oauth_refresh_token",
    "oauth_access_token",
    "oauth_consent",
    "oauth_client_assertion",
    "install_link",
    "invitation",
    "rate_counter",
    "idempotency_record",
  ],
  "answers: what is handed out, charged and issued": [
    "skill_package",
    "package_blob",
    "billing_party",
    "document",
    "payout_account",
    "payment_event",
    "site_settings",
  ],
  "the reconciliation, before and after each jump of time": [
    "ledger_transaction",
    "earnings_day",
    "ledger_day",
    "hold",
    "wallet_sum",
    "check_cursor",
    "rollup_cursor",
    "invariant_run",
  ],
  "the restored installation, row for row": [
    "audit_event",
    "audit_name",
    "review_event",
    "run",
    "call_detail",
    "auto_topup",
    "card_detachment",
    "superseded_version",
    "attestation",
    "package_provenance",
    "package_bundle",
    "malware_scan",
    "trusted_publisher",
    "name_claim",
    "advisory",
    "attestation_key",
    "skill_source",
    "skill_image",
    "category",
    "former_category",
    "collection",
    "collection_skill",
    "favorite",
    "publisher_follow",
    "publisher_domain",
    "skill_request",
    "skill_request_vote",
    "skill_request_offer",
    "former_handle",
    "submission_comment",
    "review_assignment",
    "scheduled_decision",
    "name_check",
    "submission_probe",
    "comparison_call",
    "skill_endpoint_auth",
    "skill_credential",
    "tool_check",
    "mail_text",
  ],
  "nothing: it is counted or kept for speed, and can be made anew": [
    "listing_change",
    "search_synonym",
    "catalog_generation",
    "skill_use",
    "skill_trust",
    "skill_caller_day",
    "account_activity",
    "activity_day",
    "call_day",
    "visit_day",
    "account_usage_hour",
  ],
  "nothing: the life of a process or of an installation": ["process_lease", "job_run", "sql_functions"],
};

const sources = [...globSync("tests/year/actors/*.ts"), "tests/year/ending.ts"].map((path) =>
  readFileSync(path, "utf8"),
);

/** A path with each of its parameters as `{}`, and without its query. */
const shapeOf = (path: string) =>
  path
    .replace(/\$\{[^}]*\}|\[[^\]]*\]/g, "{}")
    .replace(/\?.*$/, "")
    .replace(/(?<=[a-z])\{\}$/, "");

const performed = new Set(
  sources.flatMap((source) => [
    ...[...source.matchAll(/"(GET|POST|PUT|PATCH|DELETE)",\s*(?:`([^`]*)`|"([^"]*)")/g)].map(
      ([, method, template, text]) => `${method} ${shapeOf(template ?? text ?? "")}`,
    ),
  ]),
);
const verbs = globSync("app/{v1,try}/**/route.ts").flatMap((file) => {
  const path = `/${shapeOf(file.replace(/^app\/|\/?route\.ts$/g, ""))}`;
  return [...readFileSync(file, "utf8").matchAll(/export const (POST|PUT|PATCH|DELETE)\b/g)].map(
    ([, method]) => `${method} ${path}`,
  );
});

describe("the simulated year", () => {
  test("performs every verb that writes, or a reason says why not", () => {
    const left = Object.values(UNPERFORMED).flat();
    expect(verbs.filter((verb) => !performed.has(verb)).sort()).toEqual([...left].sort());
  });

  test("performs no verb that is gone", () => {
    const known = new Set([...verbs, "POST /mcp"]);
    expect([...performed].filter((verb) => !verb.startsWith("GET ") && !known.has(verb))).toEqual([]);
  });

  test("uses every tool of the MCP server, or a reason says why not", () => {
    const tools = globSync("lib/interfaces/mcp/*-tools.ts").flatMap((file) =>
      [...readFileSync(file, "utf8").matchAll(/^ {2}(\w+): tool\(/gm)].map(([, name]) => name ?? ""),
    );
    const left = Object.values(UNUSED).flat();
    const isUsed = (tool: string) => sources.some((source) => source.includes(`"${tool}"`));
    expect(tools.filter((tool) => !isUsed(tool)).sort()).toEqual([...left].sort());
  });

  test("compares every table with its model, or a reason says what else does", () => {
    const schema = readFileSync("prisma/schema.prisma", "utf8");
    const tables = [...schema.matchAll(/^ *@@map\("(\w+)"\)/gm)].flatMap(([, table]) => table ?? []);
    const statements = readFileSync("tests/year/stored.ts", "utf8");
    const read = new Set([...statements.matchAll(/(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
    const left = Object.values(UNREAD).flat();
    expect(tables.filter((table) => !read.has(table)).sort()).toEqual([...left].sort());
  });
});
