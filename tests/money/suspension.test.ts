import { beforeAll, describe, expect, test } from "vitest";
import * as skills from "@/lib/operator/safety/skills";
import { prisma, query } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { available, earned, personWith, subscription } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";
import { Visitor } from "@/tests/support/visitor";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const reason = { body: { reason: "Serves malware." } };
const suspend = (what: "skills" | "accounts", id: string) =>
  call("POST", `/v1/admin/${what}/${id}/suspend`, { key: admin.key, ...reason });
const buy = async (buyer: Person, slug: string) =>
  (await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key })).status;
const notices = async (someone: Person) =>
  (await call("GET", "/v1/notifications", { key: someone.key })).body.data.map(({ kind }) => kind);

/** Moves a purchase back in time, so that half of its term is used. */
const useHalf = (buyer: Person) =>
  query(
    "test.half",
    `UPDATE purchase SET anchor_at = anchor_at - span, started_at = started_at - span, current_period_end = current_period_end - span
       FROM (SELECT id AS of, (current_period_end - started_at) / 2 AS span FROM purchase WHERE buyer_id = $1) AS half WHERE id = of`,
    [buyer.id],
  );

describe("a suspension is explained", () => {
  const today = new Date().toISOString().slice(0, "2026-11-23".length);

  test("to the owner of an account by mail and at sign-in: reason, day and whom to write to", async () => {
    await call("PATCH", "/v1/admin/settings", {
      key: admin.key,
      body: { support_email: "help@market.test" },
    });
    const someone = await person();
    await suspend("accounts", someone.id);
    await suspend("accounts", someone.id);
    await deliverMails();
    const mail = storedMails().find(({ to }) => to === someone.email);
    expect(mail?.subject).toBe("Your account was suspended");
    for (const part of [today, "Serves malware.", "write to help@market.test"]) expect(mail?.text).toContain(part);
    for (const suspensionReason of ["Serves malware.", "Serves malware"]) {
      await prisma().account.update({ where: { id: someone.id }, data: { suspensionReason } });
      const { status, body } = await new Visitor().signIn(someone.email);
      expect([status, body.error.code]).toEqual([403, "account_suspended"]);
      expect(body.error.message).toBe(
        `This account was suspended on ${today}: Serves malware. To appeal, write to help@market.test.`,
      );
    }
    await call("POST", `/v1/admin/accounts/${someone.id}/unsuspend`, { key: admin.key, ...reason });
    expect(await notices(someone)).toEqual(["account_restored", "account_suspended"]);
    await prisma().siteSettings.deleteMany();
  });

  test("to those who downloaded its package, by bell and mail, and to nobody else", async () => {
    const developer = await person();
    const skill = await liveDownload(developer, { pricing_type: "usage", price: null, price_per_call: 0 });
    const [downloader, other] = [await person(), await person()];
    for (const { key } of [downloader, downloader, developer])
      expect((await call("GET", `/v1/skills/${skill.slug}/download`, { key })).status).toBe(200);
    await suspend("skills", skill.id);
    const { body } = await call("GET", "/v1/notifications", { key: downloader.key });
    expect(body.data).toMatchObject([{ kind: "download_suspended", path: "/usage" }]);
    expect(body.data[0]?.text).toContain(`on ${today} for this reason: Serves malware.`);
    await deliverMails();
    const mail = storedMails().find(({ to }) => to === downloader.email);
    expect(mail?.text).toContain("delete installed copies");
    expect(await notices(other)).toEqual([]);
    expect(await notices(developer)).not.toContain("download_suspended");
  });
});

describe("a suspension gives buyers the unused rest of what they paid", () => {
  test("of a skill: pro rata, from earnings and fee, with notifications to both sides", async () => {
    const developer = await person();
    const skill = await liveSkill(developer, subscription({ price: 10 }));
    const [early, late] = [await personWith(10), await personWith(10)];
    for (const buyer of [early, late]) expect(await buy(buyer, skill.slug)).toBe(200);
    await useHalf(early);
    expect((await suspend("skills", skill.id)).status).toBe(200);
    expect(await available(late)).toBeGreaterThan(9.99);
    expect(await available(early)).toBeGreaterThan(4.7);
    expect(await available(early)).toBeLessThan(5.3);
    expect(Number(await earned(developer)) / 1e6).toBeCloseTo(
      0.85 * (20 - (await available(early)) - (await available(late))),
      4,
    );
    expect(await prisma().purchase.count({ where: { skillId: skill.id, status: "active" } })).toBe(0);
    expect(await notices(developer)).toContain("skill_suspended");
    expect(
      await prisma().auditEvent.count({ where: { action: "purchase.refund", actorId: admin.id } }),
    ).toBeGreaterThanOrEqual(2);
  });

  test("of a developer's account: all that they sell; and who buys again afterwards pays again", async () => {
    const developer = await person();
    const sold = [await liveSkill(developer, subscription()), await liveSkill(developer, subscription())];
    const buyer = await personWith(10);
    for (const { slug } of sold) expect(await buy(buyer, slug)).toBe(200);
    await suspend("accounts", developer.id);
    expect(await available(buyer)).toBeGreaterThan(9.99);
    await call("POST", `/v1/admin/accounts/${developer.id}/unsuspend`, { key: admin.key, ...reason });
    expect(await buy(buyer, sold[0]?.slug ?? "")).toBe(200);
    expect(await available(buyer)).toBeLessThan(5);
  });

  test("as much as was said before: the buyers and credits that the review and the account's page name", async () => {
    const developer = await person();
    const [one, two] = [
      await liveSkill(developer, subscription({ price: 7 })),
      await liveSkill(developer, subscription({ price: 3 })),
    ];
    const [early, late] = [await personWith(10), await personWith(10)];
    for (const buyer of [early, late]) expect(await buy(buyer, one.slug)).toBe(200);
    expect(await buy(late, two.slug)).toBe(200);
    await useHalf(early);
    const review = await call("GET", `/v1/admin/skills/${one.id}`, { key: admin.key });
    const said = review.body.running_purchases as { count: number; refund: number };
    const account = await call("GET", `/v1/admin/accounts/${developer.id}`, { key: admin.key });
    const effects = account.body.suspension_effects as {
      live_skills: number;
      running_purchases: number;
      refund: number;
    };
    expect([said.count, effects.running_purchases, effects.live_skills]).toEqual([2, 3, 2]);
    const before = (await available(early)) + (await available(late));
    await suspend("accounts", developer.id);
    const given = (await available(early)) + (await available(late)) - before;
    // Seconds pass between what is said and what is done.
    expect(given).toBeCloseTo(effects.refund, 3);
    expect(given - said.refund).toBeCloseTo(3, 3);
  });

  test("by a report: its reporter is notified, too", async () => {
    const skill = await liveSkill(await person(), subscription());
    const buyer = await personWith(5);
    expect(await buy(buyer, skill.slug)).toBe(200);
    const report = await call("POST", `/v1/skills/${skill.slug}/reports`, {
      key: buyer.key,
      body: { kind: "malware", text: "It mines." },
    });
    await call("POST", `/v1/admin/reports/${report.body.id}/decision`, {
      key: admin.key,
      body: { action: "suspend", note: "It does." },
    });
    expect(await available(buyer)).toBeGreaterThan(4.99);
    expect(await notices(buyer)).toContain("report_decided");
  });

  test("the job refunds once what the suspension missed", async () => {
    const skill = await liveSkill(await person(), subscription());
    const buyer = await personWith(5);
    expect(await buy(buyer, skill.slug)).toBe(200);
    await prisma().skill.update({
      where: { id: skill.id },
      data: { suspendedAt: new Date(), suspensionReason: "The process died here." },
    });
    await prisma().listing.delete({ where: { skillId: skill.id } });
    expect(await available(buyer)).toBe(0);
    await Promise.all([skills.refundSuspended(), skills.refundSuspended()]);
    expect(await available(buyer)).toBeGreaterThan(4.99);
    expect(await skills.refundSuspended()).toBe(0);
    expect(await prisma().auditEvent.count({ where: { action: "purchase.refund", actorId: null } })).toBe(1);
  });

  test("purchases in the very same instant are all refunded in the end", async () => {
    for (let round = 0; round < 4; round++) {
      const skill = await liveSkill(await person(), subscription());
      const buyers = await Promise.all(Array.from({ length: 6 }, () => personWith(5)));
      await Promise.all([...buyers.map((buyer) => buy(buyer, skill.slug)), suspend("skills", skill.id)]);
      await skills.refundSuspended();
      for (const buyer of buyers) expect(await available(buyer)).toBeGreaterThan(4.99);
    }
  });
});
