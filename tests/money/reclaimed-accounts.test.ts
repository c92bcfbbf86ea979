import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { detachDue } from "@/lib/money/payments/card-detachments";
import { prisma, transaction } from "@/lib/platform/core/db";
import { followDeveloper } from "@/lib/supply/catalog/listings";
import { call } from "@/tests/support/api";
import { change, type Owner, openCardFixture, settingsOf } from "@/tests/support/card-fixture";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { askToConnect, connect, newestPayout, payOut } from "@/tests/support/payouts";
import { draftSkill, liveSkill } from "@/tests/support/people";
import { signedIn, Visitor } from "@/tests/support/visitor";

let desk: Awaited<ReturnType<typeof openCardFixture>>;
beforeAll(async () => {
  desk = await openCardFixture();
});
afterAll(async () => {
  await desk.close();
});

const secretOf = async (id: string) => (await prisma().skill.findUniqueOrThrow({ where: { id } })).signingSecret;
/** What the holder of the mailbox does who finds the address taken. */
async function takeBack({ email }: Owner): Promise<Visitor> {
  await new Visitor().post("/request-password-reset", { email });
  const token = tokenOf(await mailTo(email));
  const visitor = new Visitor();
  await visitor.post("/reset-password", { token, new_password: "another long password" });
  return signedIn({ email }, "another long password");
}

/** Somebody who has registered another's address and has connected all there is to an own bank and card. */
async function squatter(): Promise<Owner & { skillId: string }> {
  const owner = await desk.unattended();
  const skill = await draftSkill(owner);
  await connect(owner, desk);
  await owner.browser.api("PATCH", "/v1/developer/payouts/account", { body: { monthly: true } });
  return { ...owner, skillId: skill.id };
}

describe("an email that someone else had registered", () => {
  test("comes back without the former holder's bank, card, keys, secrets and domains", async () => {
    const owner = await squatter();
    const secret = await secretOf(owner.skillId);
    const { slug } = await liveSkill(owner);
    const proof = { domain: "squatter.dev", token: "t", verifiedAt: new Date(), checkedAt: new Date() };
    await prisma().publisherDomain.create({ data: { accountId: owner.id, ...proof } });
    await transaction((db) => followDeveloper(db, owner.id));
    const browser = await takeBack(owner);
    expect((await browser.api("GET", "/v1/account/domains")).body.data).toEqual([]);
    expect((await browser.api("GET", `/v1/skills/${slug}`)).body.developer).toMatchObject({ domain: null });
    expect((await browser.api("GET", "/v1/developer/payouts/account")).body).toMatchObject({
      state: "none",
      monthly: false,
    });
    const settings = (await browser.api("GET", "/v1/credits/settings")).body;
    expect(settings).toMatchObject({ card: null, auto_topup: { enabled: false, threshold: null } });
    await detachDue();
    expect(desk.books.setups.length).toBeGreaterThan(0);
    expect((await call("GET", "/v1/account", { key: owner.key })).status).toBe(401);
    expect(await owner.browser.isSignedIn()).toBe(false);
    const now = await secretOf(owner.skillId);
    expect(now).not.toBe(secret);
    expect(now).toMatch(/^whsec_[A-Za-z0-9+/]{64}$/);
    expect(await prisma().cardDetachment.count({ where: { accountId: owner.id } })).toBe(0);
  });

  test("is connected to a bank of its owner's own, not to the former one's by the same request", async () => {
    const owner = await squatter();
    const before = desk.books.accounts.length;
    await takeBack(owner);
    const browser = await signedIn(owner, "another long password");
    expect((await browser.api("POST", "/v1/developer/payouts/account", { body: {} })).status).toBe(200);
    expect(desk.books.accounts.length).toBe(before + 1);
    const row = await prisma().payoutAccount.findUniqueOrThrow({ where: { accountId: owner.id } });
    expect(row.processorAccountId).toBe(desk.books.accounts.at(-1)?.id);
  });

  test("has cards saved for a customer of its owner's own: what the former one still has open leads nowhere", async () => {
    const owner = await squatter();
    const open = (await owner.browser.api("POST", "/v1/credits/card")).body.session_id;
    const browser = await takeBack(owner);
    expect((await browser.api("POST", "/v1/credits/card")).status).toBe(200);
    const setup = desk.books.setups.find(({ id }) => id === open);
    if (!setup) throw new Error("no setup was open");
    desk.sandbox.cards.finish(setup, "good");
    await desk.deliver(2);
    expect((await browser.api("GET", "/v1/credits/settings")).body).toMatchObject({ card: null });
  });

  test("is verified by the reset, so that the next reset revokes nothing", async () => {
    const owner = await squatter();
    const browser = await takeBack(owner);
    expect((await browser.api("GET", "/v1/account")).body).toMatchObject({ email_verified: true });
    const { body } = await browser.api("POST", "/v1/keys", { body: {} });
    await takeBack(owner);
    expect((await call("GET", "/v1/account", { key: String(body.api_key) })).status).toBe(200);
  });

  test("keeps everything if the email was verified before the reset", async () => {
    const owner = await squatter();
    await prisma().account.update({ where: { id: owner.id }, data: { emailVerified: true } });
    const secret = await secretOf(owner.skillId);
    const browser = await takeBack(owner);
    expect((await browser.api("GET", "/v1/developer/payouts/account")).body).toMatchObject({
      state: "ready",
      monthly: true,
    });
    expect(await settingsOf(owner)).toMatchObject({ auto_topup: { enabled: true } });
    expect(await secretOf(owner.skillId)).toBe(secret);
    expect((await change({ ...owner, browser }, { auto_topup: { enabled: false } })).status).toBe(200);
  });
});

test("connecting a payout account notifies its owner once", async () => {
  const owner = await desk.owner();
  await askToConnect(owner, {});
  await askToConnect(owner, {});
  const { body } = await call("GET", "/v1/notifications", { key: owner.key });
  expect(body.data.filter(({ kind }) => kind === "security_payouts")).toHaveLength(1);
  expect((await payOut(owner)).body.error.code).toBe("payout_not_ready");
  expect(await newestPayout(owner)).toEqual({});
});
