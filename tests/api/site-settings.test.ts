import { afterEach, beforeAll, describe, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { adoptMoved } from "@/lib/platform/site/moved";
import type { SiteSettings } from "@/lib/platform/site/schemas";
import { call } from "@/tests/support/api";
import { administrator, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});
afterEach(async () => {
  await prisma().siteSettings.deleteMany();
});

const read = async () => (await call("GET", "/v1/admin/settings", { key: admin.key })).body;
const change = (body: object, by = admin) => call("PATCH", "/v1/admin/settings", { key: by.key, body });
const register = () =>
  call("POST", "/v1/auth/register", {
    body: { email: `settings-${process.pid}-${unique()}@example.com`, password: "a long password" },
  });

describe("the marketplace's settings", () => {
  test("what is named changes and the rest stays; the audit log has old and new values", async () => {
    expect(await read()).toMatchObject({
      settings: { registration: "open", announcement: null, operator_name: "Skills Marketplace" },
      overridden: [],
      terms_version: 1,
      updated_at: null,
    });
    const changed = await change({ announcement: "Maintenance on Sunday.", operator_name: "Example Ltd" });
    expect(changed.body).toMatchObject({
      settings: {
        announcement: "Maintenance on Sunday.",
        operator_name: "Example Ltd",
        registration: "open",
      },
      terms_version: 1,
    });
    await change({ announcement: null });
    const audit = await call("GET", "/v1/admin/audit?action=settings.change", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({
      actor: { id: admin.id },
      details: { announcement: { before: "Maintenance on Sunday.", after: null } },
    });
    expect((await read()).settings).toMatchObject({ announcement: null, operator_name: "Example Ltd" });
  });

  test("a setting sent with its current value is not stored, so a new default reaches it", async () => {
    const settings = (await read()).settings as SiteSettings;
    await change({
      fee_percent: settings.fee_percent,
      operator_name: settings.operator_name,
      announcement: "Hi.",
    });
    const stored = await prisma().siteSettings.findUniqueOrThrow({ where: { id: 1 } });
    expect([stored.settings, stored.feeBps]).toEqual([{ announcement: "Hi." }, null]);
  });

  test("changes of different settings at once are both there", async () => {
    await Promise.all([change({ announcement: "One." }), change({ support_email: "help@example.com" })]);
    expect((await read()).settings).toMatchObject({
      announcement: "One.",
      support_email: "help@example.com",
    });
  });

  test("a change of terms or privacy is a new version, which new accounts accept", async () => {
    const versionOf = async (id: string) => (await prisma().account.findUniqueOrThrow({ where: { id } })).termsVersion;
    const before = await person();
    await change({ terms: "# Our terms" });
    expect((await change({ announcement: "Hello." })).body.terms_version).toBe(2);
    expect((await change({ terms: "# Our terms" })).body.terms_version).toBe(2);
    const after = await person();
    expect([await versionOf(before.id), await versionOf(after.id)]).toEqual([1, 2]);
  });

  test("while registration is closed, nobody can create an account", async () => {
    await change({ registration: "closed" });
    const refused = await register();
    expect([refused.status, refused.body.error.code]).toEqual([403, "registration_closed"]);
    await change({ registration: "open" });
    expect((await register()).status).toBe(200);
  });

  test("a start saves what the environment of the former release set, once, and warns of each", async () => {
    const former = {
      FEE_PERCENT: "20",
      PRICE_NOTICE_DAYS: "",
      PRICE_RISE_PERCENT: "lots",
      OPERATOR_NAME: "Environment Ltd",
      OPERATOR_DETAILS: "1 Main Street | DE 1234",
    };
    await change({ operator_name: "Saved Ltd" });
    const warned = await adoptMoved(former);
    expect(warned.map((sentence) => sentence.split(" ")[0])).toEqual([
      "FEE_PERCENT",
      "PRICE_RISE_PERCENT",
      "OPERATOR_NAME",
      "OPERATOR_DETAILS",
    ]);
    expect(warned[0]).toBe(
      "FEE_PERCENT is no longer read: fee_percent in Admin > Settings replaces it and is 20. Remove FEE_PERCENT.",
    );
    expect((await read()).settings).toMatchObject({
      fee_percent: 20,
      price_rise_percent: 10,
      operator_name: "Saved Ltd",
      operator_details: ["1 Main Street", "DE 1234"],
    });
    const audit = await call("GET", "/v1/admin/audit?action=settings.change", { key: admin.key });
    expect(audit.body.data[0]).toMatchObject({
      actor: null,
      details: { fee_percent: { before: 15, after: 20 } },
    });
    await change({ fee_percent: 30 });
    expect(await adoptMoved(former)).toHaveLength(4);
    expect((await read()).settings).toMatchObject({ fee_percent: 30 });
    expect(await adoptMoved({})).toEqual([]);
  });

  test("administrators only", async () => {
    const someone = await person();
    expect((await change({ announcement: "Hi." }, someone)).status).toBe(403);
    expect((await call("GET", "/v1/admin/settings", { key: someone.key })).status).toBe(403);
    expect((await call("GET", "/v1/admin/settings")).status).toBe(401);
  });

  test.each([
    [{}, "body"],
    [{ nonsense: 1 }, "nonsense"],
    [{ registration: "sometimes" }, "registration"],
    [{ support_email: "nobody" }, "support_email"],
    [{ announcement: "x".repeat(301) }, "announcement"],
    [{ operator_name: "" }, "operator_name"],
    [{ accent_color: "teal" }, "accent_color"],
    [{ review_target_hours: 0 }, "review_target_hours"],
    [{ rejection_reasons: [{ title: "Empty", text: "" }] }, "rejection_reasons[0].text"],
  ])("%j is refused", async (body, param) => {
    const answer = await change(body);
    expect([answer.status, answer.body.error.param ?? ""]).toEqual([400, param]);
  });
});
