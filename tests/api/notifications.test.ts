import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, describe, expect, test } from "vitest";
import { handleMailbox } from "@/host/mailbox";
import * as renewals from "@/lib/demand/purchases/renewals";
import { pool, prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import { resetPasswordMessage } from "@/lib/platform/notifications/link-messages";
import { sendMail, storedMails } from "@/lib/platform/notifications/mail";
import * as notifications from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import { personWith } from "@/tests/support/money";
import { administrator, approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

const told = async (someone: Person, query = "") =>
  (await call("GET", `/v1/notifications${query}`, { key: someone.key })).body;
const notice = (balance: string) => ({ kind: "low_balance", data: { balance, threshold: "5" } }) as const;

describe("GET /v1/notifications and POST /v1/notifications/read", () => {
  test("each event notifies its account once; the list is newest first", async () => {
    const [someone, other] = [await person(), await person()];
    await notifications.notify(pool(), someone.id, "a", notice("4"));
    await notifications.notify(pool(), someone.id, "a", notice("3"));
    await notifications.notify(pool(), someone.id, "b", notice("2"));
    const { data, total } = await told(someone);
    expect(total).toBe(2);
    expect(data.map(({ title }) => title)).toEqual(["Your balance is down to $2", "Your balance is down to $4"]);
    expect(data[0]).toMatchObject({
      kind: "low_balance",
      path: "/wallet",
      action: "Add funds",
      read_at: null,
    });
    expect((await told(other)).data).toEqual([]);
  });

  test("reading marks those that are named, or all, and never another's", async () => {
    const [someone, other] = [await person(), await person()];
    for (const subject of ["a", "b", "c"]) await notifications.notify(pool(), someone.id, subject, notice("1"));
    const [first] = (await told(someone)).data;
    const read = (by: Person, body: object) => call("POST", "/v1/notifications/read", { key: by.key, body });
    expect((await read(other, { ids: [first?.id] })).body).toMatchObject({ unread: 0 });
    expect((await told(someone, "?unread=true")).total).toBe(3);
    expect((await read(someone, { ids: [first?.id] })).body).toMatchObject({ unread: 2 });
    expect((await read(someone, {})).body).toMatchObject({ unread: 0 });
    expect((await told(someone, "?unread=true")).data).toEqual([]);
    expect((await told(someone)).data.every(({ read_at }) => typeof read_at === "string")).toBe(true);
  });

  test("an approval of what is not on the marketplace does not say that it is there", async () => {
    const developer = await person();
    const skill = await liveSkill(developer);
    const at = (path: string) => `/v1/developer/skills/${skill.id}${path}`;
    await call("POST", at("/unlist"), { key: developer.key, body: {} });
    await call("PATCH", at(""), { key: developer.key, body: { description: "Counts words." } });
    await approve(skill.id);
    expect((await told(developer)).data.map(({ title, path }) => [title, path])).toEqual([
      ["Text statistics was approved", "/console"],
      ["Text statistics is on the marketplace", `/skills/${skill.slug}`],
    ]);
  });

  test("anonymous requests are 401, and invalid input names its field", async () => {
    const { key } = await person();
    expect((await call("GET", "/v1/notifications")).status).toBe(401);
    expect((await call("POST", "/v1/notifications/read", { body: {} })).status).toBe(401);
    const wrong = await call("POST", "/v1/notifications/read", { key, body: { ids: ["x"] } });
    expect([wrong.status, wrong.body.error.param]).toEqual([400, "ids[0]"]);
    expect((await call("GET", "/v1/notifications?unread=maybe", { key })).body.error.param).toBe("unread");
  });
});

describe("automatic notifications", () => {
  test("a decision notifies the developer, with its reason", async () => {
    const [developer, admin] = [await person(), await administrator()];
    const live = await liveSkill(developer);
    const draft = await draftSkill(developer, { submit: true });
    const body = { skill_id: draft.id, action: "reject", reason: "The endpoint doesn't respond." };
    await call("PATCH", "/v1/admin/skills", { key: admin.key, body });
    const { data } = await told(developer);
    expect(data.map(({ kind }) => kind)).toEqual(["skill_rejected", "skill_approved"]);
    expect(data[0]).toMatchObject({
      path: `/console/${draft.id}`,
      text: expect.stringContaining("The endpoint doesn't respond."),
    });
    expect(data[1]?.path).toBe(`/skills/${live.slug}`);
  });

  test("a buyer is notified once of a renewal within three days, and of a lapsed subscription", async () => {
    const buyer = await personWith(6);
    const { slug } = await liveSkill(await person(), {
      pricing_type: "subscription",
      price: 5,
      price_per_call: null,
    });
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    await renewals.announceRenewals();
    expect((await told(buyer)).data.map(({ kind }) => kind)).toEqual(["purchase_made"]);
    await pool().query(
      `UPDATE purchase SET anchor_at = anchor_at - interval '29 days', started_at = started_at - interval '29 days',
         current_period_end = current_period_end - interval '29 days' WHERE buyer_id = $1`,
      [buyer.id],
    );
    await Promise.all([renewals.announceRenewals(), renewals.announceRenewals()]);
    expect(await renewals.announceRenewals()).toBe(0);
    const [ahead, ...more] = (await told(buyer)).data;
    expect(more).toMatchObject([{ kind: "purchase_made" }]);
    expect(ahead).toMatchObject({ kind: "renewal_ahead", text: expect.stringContaining("too low") });
    await pool().query("UPDATE purchase SET current_period_end = now() - interval '1 second' WHERE buyer_id = $1", [
      buyer.id,
    ]);
    await Promise.all([renewals.renewDue(), renewals.renewDue()]);
    expect((await told(buyer)).data.map(({ kind }) => kind)).toEqual([
      "purchase_lapsed",
      "renewal_ahead",
      "purchase_made",
    ]);
  });
});

describe("buying a subscription", () => {
  const SUBSCRIPTION = { pricing_type: "subscription", price: 5, price_per_call: null };

  test("notifies the buyer by bell and mail: what, the price, when it renews and where to cancel", async () => {
    const buyer = await personWith(6);
    const { slug } = await liveSkill(await person(), { ...SUBSCRIPTION, name: "Meeting minutes" });
    const { body } = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    const renewsOn = String(Object(body.purchase).current_period_end).slice(0, "2026-12-01".length);
    const { data } = await told(buyer);
    expect(data).toMatchObject([
      {
        kind: "purchase_made",
        title: "You bought Meeting minutes",
        text: `You paid $5 for the first month. It renews on ${renewsOn} for $5, then every month, until you cancel.`,
        path: "/purchases",
        action: "Manage or cancel",
      },
    ]);
    await notifications.deliverMails();
    const mail = storedMails().find(({ to }) => to === buyer.email);
    expect(mail?.subject).toBe("You bought Meeting minutes");
    expect(mail?.text).toContain(`renews on ${renewsOn} for $5`);
    expect(mail?.text).toContain("/purchases");
    expect(mail?.text).toContain(`/purchases/${Object(body.purchase).id}/receipt`);
    await notifications.deliverMails();
    expect(storedMails().filter(({ to }) => to === buyer.email)).toHaveLength(1);
  });

  test("that does not renew says when it ends; one that is refused notifies nobody", async () => {
    const [buyer, poor] = [await personWith(6), await personWith(1)];
    const { slug } = await liveSkill(await person(), { ...SUBSCRIPTION, price: 1.5 });
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: { auto_renew: false } });
    expect((await call("POST", `/v1/skills/${slug}/purchase`, { key: poor.key })).status).toBe(402);
    expect((await told(buyer)).data[0]?.text).toMatch(
      /^You paid \$1\.50 for the first month\. It ends on \S+ and doesn't renew\.$/,
    );
    expect((await told(poor)).total).toBe(0);
  });
});

test("a renewal of every day is announced only when credits are short", async () => {
  const [rich, poor] = [await personWith(20), await personWith(6)];
  const { slug } = await liveSkill(await person(), {
    pricing_type: "subscription",
    subscription_interval: "day",
    price: 5,
    price_per_call: null,
  });
  for (const { key } of [rich, poor]) await call("POST", `/v1/skills/${slug}/purchase`, { key });
  expect(await renewals.announceRenewals()).toBe(1);
  expect((await told(rich)).data).toMatchObject([{ kind: "purchase_made" }]);
  expect((await told(poor)).data).toMatchObject([{ kind: "renewal_ahead" }, { kind: "purchase_made" }]);
});

test("a notification of an unknown kind is still listed", async () => {
  const someone = await person();
  await prisma().notification.create({
    data: {
      id: newId(),
      accountId: someone.id,
      kind: "of_tomorrow",
      subject: "x",
      data: {},
      mailDueAt: null,
    },
  });
  expect((await told(someone)).data).toMatchObject([{ kind: "of_tomorrow", text: "", path: null }]);
});

describe("mail", () => {
  const settings = env();
  const before = settings.SMTP_URL;
  afterEach(() => {
    if (before === undefined) delete settings.SMTP_URL;
  });

  /** A real mail server on loopback that refuses as many mails as it is told to. */
  async function mailServer(refusals: number) {
    const got: string[] = [];
    let left = refusals;
    const server = new SMTPServer({
      authOptional: true,
      disabledCommands: ["STARTTLS", "AUTH"],
      onData(stream, _session, done) {
        const chunks: Buffer[] = [];
        stream.on("data", (chunk: Buffer) => chunks.push(chunk));
        stream.on("end", () => {
          if (left-- > 0) return done(new Error("try later"));
          got.push(Buffer.concat(chunks).toString());
          done();
        });
      },
    });
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    settings.SMTP_URL = `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`;
    return { got, close: () => new Promise<void>((resolve) => server.close(() => resolve())) };
  }

  test("a mail that the server refuses is sent later, under the same id, and then never again", async () => {
    const someone = await person();
    await pool().query("DELETE FROM notification");
    const server = await mailServer(1);
    try {
      await notifications.notify(pool(), someone.id, "mail", notice("1.25"));
      expect(await notifications.deliverMails()).toBe(0);
      expect(await notifications.deliverMails()).toBe(0);
      await pool().query("UPDATE notification SET mail_due_at = now()");
      const rounds = await Promise.all([notifications.deliverMails(), notifications.deliverMails()]);
      expect(rounds.reduce((sum, count) => sum + count, 0)).toBe(1);
      await pool().query("UPDATE notification SET mail_due_at = now() WHERE mail_due_at IS NOT NULL");
      expect(await notifications.deliverMails()).toBe(0);
      const [{ id }] = (await told(someone)).data as [{ id: string }];
      expect(server.got).toHaveLength(1);
      expect(server.got[0]).toContain(`To: ${someone.email}`);
      expect(server.got[0]).toContain(`Message-ID: <${id}@market.test>`);
      expect(server.got[0]).toContain("Your balance is down to $1.25");
      expect(server.got[0]).toMatch(/text\/plain[\s\S]*text\/html/);
    } finally {
      await server.close();
      delete settings.SMTP_URL;
    }
  });

  test("without a mail server it lies in a folder, and a page on this machine alone shows it", async () => {
    const message = resetPasswordMessage("http://market.test/reset-password?token=secret");
    await sendMail("a@example.com", { kind: "reset_password", message, data: {} });
    const [mail] = storedMails();
    expect(mail).toMatchObject({ to: "a@example.com", subject: "Choose a new password" });
    expect(mail?.text).toContain("http://market.test/reset-password?token=secret");
    const look = (path: string, address = "127.0.0.1", host = "localhost", headers = {}) =>
      handleMailbox(new Request(`http://${host}:3000${path}`, { headers }), address);
    expect(await look("/mail").text()).toContain("Choose a new password");
    expect(await look(`/mail/${mail?.id}`).text()).toContain('href="http://market.test/reset-password?token=secret"');
    expect(look(`/mail/${mail?.id}/html`).status).toBe(200);
    expect(look("/mail/other").status).toBe(404);
    expect(look("/mail", "192.0.2.1").status).toBe(403);
    expect(look("/mail", "127.0.0.1", "evil.example").status).toBe(403);
    const handedOn = { "x-forwarded-for": "192.0.2.1" };
    expect(look("/mail", "127.0.0.1", "localhost", handedOn).status).toBe(403);
  });

  test("user input is text in a mail, not markup", async () => {
    const someone = await person();
    await notifications.notify(pool(), someone.id, "x", {
      kind: "skill_rejected",
      data: { skill: "<img src=x onerror=alert(1)>", skillId: "1", reason: "<script>alert(1)</script>" },
    });
    await notifications.deliverMails();
    const mail = storedMails().find(({ to }) => to === someone.email);
    expect(mail?.html).not.toMatch(/<script|<img/);
    expect(mail?.html).toContain("&lt;script&gt;");
  });
});
