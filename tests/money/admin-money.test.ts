import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { needingPerson } from "@/lib/money/payouts/admin";
import { alertAdministrators } from "@/lib/operator/system/alerts";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { changed, sendEvent, startProcessor } from "@/tests/support/payments";
import { askToConnect, connect, earner, payOut } from "@/tests/support/payouts";
import { administrator, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

let processor: Awaited<ReturnType<typeof startProcessor>>;
let admin: Person;
beforeAll(async () => {
  processor = await startProcessor();
  admin = await administrator();
});
afterAll(async () => {
  await processor.close();
});

const get = async (path: string, by = admin) => call("GET", path, { key: by.key });
const noticesOf = async (kind: string, by = admin) =>
  prisma().notification.findMany({ where: { accountId: by.id, kind } });

/** Somebody whose payment of 30 US dollars the processor has told us of, by its last event. */
async function paid() {
  const someone = await person();
  const { body } = await call("POST", "/v1/credits/topup", { key: someone.key, body: { amount: 30 } });
  const session = processor.sandbox.books.sessions.find(({ id }) => id === body.session_id);
  if (!session) throw new Error("there is no session");
  processor.sandbox.act(session, "pay");
  await sendEvent(processor.sandbox.books.events.at(-1) ?? {});
  return { someone, session };
}

describe("payments and disputes of everybody", () => {
  test("a payment is found by email, account, and the processor's ids, and by what became of it", async () => {
    const { someone, session } = await paid();
    for (const search of [someone.email, someone.id, session.id, session.payment_intent]) {
      const { body } = await get(`/v1/admin/payments?search=${search}`);
      expect(body.data).toMatchObject([
        {
          account: { id: someone.id, email: someone.email },
          state: "paid",
          amount: 30,
          credits: 30,
          refunded: 0,
          disputed: 0,
          session_id: session.id,
          payment_intent_id: session.payment_intent,
        },
      ]);
    }
    expect((await get(`/v1/admin/payments?search=${someone.id}&status=failed`)).body.total).toBe(0);
    expect((await get(`/v1/admin/payments?search=${someone.id}&reversed=disputed`)).body.total).toBe(0);
  });

  test("a dispute says what was taken and until when evidence is taken, and notifies administrators once", async () => {
    const { someone, session } = await paid();
    const before = (await needingPerson()).disputes;
    processor.sandbox.act(session, "dispute");
    const due = Math.floor(Date.now() / 1000) + 7 * 24 * 60 * 60;
    const events = processor.sandbox.books.events.slice(-2);
    for (const event of events)
      await sendEvent(
        changed(event, ({ data }) => {
          data.object.evidence_details = { due_by: due };
        }),
      );
    const { body } = await get(`/v1/admin/disputes?search=${session.payment_intent}&status=needs_response`);
    expect(body.data).toMatchObject([
      {
        account: { id: someone.id },
        payment_intent_id: session.payment_intent,
        status: "needs_response",
        needs_response: true,
        amount: 30,
        taken: 30,
        evidence_due_at: new Date(due * 1000).toISOString(),
      },
    ]);
    expect((await needingPerson()).disputes).toBe(before + 1);
    const id = String(body.data[0]?.id);
    const told = (await noticesOf("dispute_opened")).filter(({ subject }) => subject === id);
    expect(told).toHaveLength(1);
    processor.sandbox.act(session, "dispute_won");
    for (const event of processor.sandbox.books.events.slice(-2)) await sendEvent(event);
    expect((await get(`/v1/admin/disputes?search=${id}`)).body.data).toMatchObject([
      { status: "won", needs_response: false, taken: 0 },
    ]);
    expect((await get(`/v1/admin/disputes?search=${id}&status=open`)).body.total).toBe(0);
    expect((await needingPerson()).disputes).toBe(before);
  });

  test("a lost dispute that may be appealed needs a response again, and notifies administrators once more", async () => {
    const { session } = await paid();
    const before = (await needingPerson()).disputes;
    for (const [action, events] of [
      ["dispute", 2],
      ["dispute_lost", 1],
    ] as const) {
      processor.sandbox.act(session, action);
      for (const event of processor.sandbox.books.events.slice(-events)) await sendEvent(event);
    }
    const dispute = async () => (await get(`/v1/admin/disputes?search=${session.payment_intent}`)).body.data[0];
    expect(await dispute()).toMatchObject({ status: "lost", needs_response: false });
    expect((await needingPerson()).disputes).toBe(before);
    processor.sandbox.act(session, "dispute_appealable");
    for (let times = 0; times < 2; times++)
      for (const event of processor.sandbox.books.events.slice(-1)) await sendEvent(event);
    expect(await dispute()).toMatchObject({
      status: "appeal_needs_response",
      needs_response: true,
      taken: 30,
    });
    expect((await needingPerson()).disputes).toBe(before + 1);
    const id = String((await dispute())?.id);
    const told = (await noticesOf("dispute_opened")).filter(({ subject }) => subject.startsWith(id));
    expect(told.map(({ subject }) => subject).toSorted()).toEqual([id, `${id}:appeal_needs_response`]);
    // A state of the processor that this release does not know is shown as it is, until a known end.
    const [event] = processor.sandbox.books.events.slice(-1);
    await sendEvent(
      changed(event ?? {}, ({ data }) => {
        data.object.status = "something_newer";
      }),
    );
    expect(await dispute()).toMatchObject({ status: "something_newer", needs_response: false });
  });

  test("a payout is found by its developer and the processor's account", async () => {
    const developer = await earner(100, processor);
    const { body: asked } = await payOut(developer, { amount: 20 });
    const { body } = await get(`/v1/admin/payouts?search=${developer.email}`);
    expect(body.data).toMatchObject([
      { id: asked.id, developer: { id: developer.id }, amount: 20, origin: "requested", refusals: 0 },
    ]);
    const destination = String(body.data[0]?.destination);
    expect((await get(`/v1/admin/payouts?search=${destination}`)).body.total).toBe(1);
    expect((await get(`/v1/admin/payouts?search=${developer.id}&status=failed`)).body.total).toBe(0);
  });

  test("a developer's account is found by its developer, the processor's id and its state, as the developer sees it", async () => {
    const developer = await person();
    await askToConnect(developer, {});
    const own = async () => (await get("/v1/developer/payouts/account", developer)).body.state;
    const find = async (query: string) => (await get(`/v1/admin/payout-accounts?${query}`)).body;
    expect((await find(`search=${developer.id}&status=incomplete`)).total).toBe(1);
    const { id } = await connect(developer, processor);
    for (const search of [developer.email, developer.id, id]) {
      const { data } = await find(`search=${search}&status=ready`);
      expect([search, data]).toEqual([
        search,
        [expect.objectContaining({ id: developer.id, processor_account_id: id, state: await own() })],
      ]);
    }
    expect((await find(`search=${developer.id}&status=restricted`)).total).toBe(0);
    expect((await find(`search=${(await person()).id}`)).total).toBe(0);
  });

  test.each(["payments", "disputes", "payouts", "payout-accounts"])(
    "%s are read by administrators only",
    async (list) => {
      expect((await get(`/v1/admin/${list}`, await person())).status).toBe(403);
      expect((await call("GET", `/v1/admin/${list}`)).status).toBe(401);
      const wrong = await get(`/v1/admin/${list}?status=nonsense`);
      expect([wrong.status, wrong.body.error.param]).toEqual([400, "status"]);
    },
  );
});

describe("what administrators are notified of", () => {
  test("a report, at once", async () => {
    const skill = await liveSkill(await person());
    await call("POST", `/v1/skills/${skill.slug}/reports`, {
      key: (await person()).key,
      body: { kind: "malware", text: "It mines coins." },
    });
    const found = (await noticesOf("report_filed")).filter(
      ({ data }) => (data as { slug: string }).slug === skill.slug,
    );
    expect(found).toHaveLength(1);
  });

  test("an overdue queue and a failing job, once a day", async () => {
    const skill = await draftSkill(await person(), { submit: true });
    await alertAdministrators();
    expect(await noticesOf("queue_overdue")).toHaveLength(0);
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 60 * 60 * 1000);
    await prisma().skillRevision.updateMany({
      where: { skillId: skill.id },
      data: { submittedAt: hoursAgo(49) },
    });
    await prisma().jobRun.create({
      data: {
        queue: "test-job",
        triedAt: new Date(),
        succeededAt: hoursAgo(2),
        failures: 5,
        everySeconds: 1,
        error: "no route to host",
      },
    });
    await alertAdministrators();
    await alertAdministrators();
    expect(await noticesOf("queue_overdue")).toHaveLength(1);
    expect(await noticesOf("job_failing")).toMatchObject([{ data: { queue: "test-job", error: "no route to host" } }]);
    const listed = await get("/v1/notifications");
    expect(listed.body.data.map(({ title }) => title)).toContain("The job test-job fails");
  });
});
