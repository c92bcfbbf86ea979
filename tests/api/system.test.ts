import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { handleMetrics } from "@/host/metrics";
import { prisma, query } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { forEachIsolated } from "@/lib/platform/jobs/isolated";
import * as rounds from "@/lib/platform/jobs/runs";
import * as jobs from "@/lib/platform/jobs/service";
import { call } from "@/tests/support/api";
import { administrator, type Person } from "@/tests/support/people";

let admin: Person;
let isFailing = true;
beforeAll(async () => {
  admin = await administrator();
});
afterAll(() => jobs.stop());

const report = async () => (await call("GET", "/v1/admin/system", { key: admin.key })).body;
const post = (path: string) => call("POST", path, { key: admin.key });
const event = (id: string, fields: object) =>
  prisma().paymentEvent.create({ data: { id, type: "charge.refunded", payload: {}, ...fields } });

describe("GET /v1/admin/system", () => {
  test("says what runs, before any worker has ever run", async () => {
    const body = await report();
    expect(body).toMatchObject({
      status: "attention",
      problems: ["no worker has run yet: renewals, emails and payouts are not processed"],
      workers: "never",
      jobs: [],
      environment: "local",
      queues: [],
      failed_jobs: [],
      invariants: null,
      migrations: { unfinished: 0 },
      inbox: { waiting: 0, failed: 0, refused: 0, events: [] },
    });
    expect((body.versions as Record<string, string>).postgres).toMatch(/^\d+/);
    expect((body.database as Record<string, number>).size_bytes).toBeGreaterThan(1_000_000);
  });

  test("invariants are checked now, kept, and told", async () => {
    const { status, body } = await post("/v1/admin/invariants/run");
    expect([status, body.broken, body.actor]).toEqual([200, 0, { id: admin.id, name: admin.name }]);
    expect((body.counts as Record<string, number>)["transactions balance"]).toBe(0);
    expect(await report()).toMatchObject({ invariants: body, last_broken: null });
    expect(await prisma().auditEvent.count({ where: { action: "system.check_invariants" } })).toBe(1);
  });

  test("an event that has failed is shown, applied again, and not twice", async () => {
    await event("evt_failed", { lastError: "the database was away", attempts: 2 });
    await event("evt_refused", { lastError: "the amount differs from the order's", processedAt: new Date() });
    await event("evt_done", { processedAt: new Date() });
    const body = await report();
    expect(body.status).toBe("attention");
    expect(body.inbox).toMatchObject({ waiting: 1, failed: 1, refused: 1 });
    expect((body.inbox as { events: { id: string }[] }).events.map(({ id }) => id).toSorted()).toEqual([
      "evt_failed",
      "evt_refused",
    ]);
    await prisma().paymentEvent.update({
      where: { id: "evt_failed" },
      data: { type: "customer.created", payload: { type: "customer.created", data: { object: {} } } },
    });
    expect((await post("/v1/admin/payment-events/evt_failed/retry")).body).toEqual({
      id: "evt_failed",
      outcome: "applied",
      error: null,
    });
    const again = await post("/v1/admin/payment-events/evt_failed/retry");
    expect([again.status, again.body.error.code]).toEqual([409, "not_retryable"]);
    expect((await post("/v1/admin/payment-events/evt_nobody/retry")).status).toBe(404);
  });

  test("an event that fails again says why, and stays", async () => {
    await event("evt_broken", { payload: { type: "charge.refunded", data: null } });
    const { status, body } = await post("/v1/admin/payment-events/evt_broken/retry");
    expect([status, body.outcome]).toEqual([200, "failed"]);
    expect(body.error).toBeTruthy();
    expect(await prisma().paymentEvent.findUnique({ where: { id: "evt_broken" } })).toMatchObject({
      processedAt: null,
      attempts: 1,
    });
    await prisma().paymentEvent.delete({ where: { id: "evt_broken" } });
  });

  test("queues show their depth; a failed job shows why, runs again, and is not retried twice", async () => {
    let runs = 0;
    const job = async () => {
      runs++;
      if (isFailing) throw new Error("the printer is on fire");
    };
    await jobs.start([{ queue: "print", cron: "0 0 1 1 *", run: job }], 2);
    const id = newId();
    await query("test.job", "INSERT INTO pgboss.job (id, name, retry_limit) VALUES ($1, 'print', 0)", [id]);
    await expect.poll(async () => ((await report()).failed_jobs as unknown[]).length).toBe(1);
    const body = await report();
    expect(body.queues).toEqual([{ name: "print", cron: "0 0 1 1 *", waiting: 0, active: 0, failed: 1, completed: 0 }]);
    expect(body.jobs).toEqual([
      expect.objectContaining({ queue: "print", state: "ok", failures: 1, error: "the printer is on fire" }),
    ]);
    expect(body.failed_jobs).toEqual([
      expect.objectContaining({ id, queue: "print", error: "the printer is on fire", attempts: 1 }),
    ]);
    isFailing = false;
    const answers = await Promise.all([post(`/v1/admin/jobs/${id}/retry`), post(`/v1/admin/jobs/${id}/retry`)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
    await expect.poll(() => runs).toBe(2);
    expect((await post("/v1/admin/jobs/019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11/retry")).status).toBe(404);
    expect(await prisma().auditEvent.count({ where: { action: "system.retry_job", subjectId: id } })).toBe(1);
  });
});

describe("recurring jobs", () => {
  const problems = async () => (await report()).problems as string[];
  const metrics = async () => (await handleMetrics(new Request("http://market.test/metrics"), "127.0.0.1")).text();

  test("a failing job is a problem until it succeeds, on the page and in the metrics", async () => {
    let isBroken = true;
    const leak = async () => {
      if (isBroken) throw new Error("the bucket has a hole");
    };
    await jobs.stop();
    await jobs.start([
      { queue: "leak", everySeconds: 1, run: leak },
      { queue: "drip", everySeconds: 1, run: async () => {} },
      {
        queue: "buckets",
        everySeconds: 1,
        run: () =>
          forEachIsolated("buckets", ["red", "blue"], String, async (color) => {
            if (isBroken && color === "red") throw new Error("red has no handle");
          }),
      },
    ]);
    await expect.poll(problems).toContain("the job buckets keeps failing: red has no handle");
    const problem = "the job leak keeps failing: the bucket has a hole";
    await expect.poll(problems).toContain(problem);
    const body = await report();
    expect([body.workers, body.status]).toEqual(["working", "attention"]);
    expect(body.jobs).toEqual([
      expect.objectContaining({ queue: "buckets", state: "failing", succeeded_at: null }),
      expect.objectContaining({ queue: "leak", state: "failing", succeeded_at: null }),
      expect.objectContaining({ queue: "drip", state: "ok", failures: 0, error: null }),
    ]);
    const text = await metrics();
    expect(text).toContain("worker_running 1");
    expect(text).toContain('job_healthy{job="leak"} 0');
    expect(text).toContain('job_healthy{job="drip"} 1');
    expect(text).toMatch(/ledger_invariants\{state="broken"\} 0/);
    expect(text).toMatch(/ledger_check_age_seconds \d/);
    isBroken = false;
    await expect.poll(problems).not.toContain(problem);
  });

  test("emails that wait for a retry are a problem, on the page and in the metrics", async () => {
    await prisma().notification.create({
      data: {
        id: newId(),
        accountId: admin.id,
        kind: "low_balance",
        subject: "mail",
        data: {},
        mailDueAt: new Date(),
        mailAttempts: 2,
        createdAt: new Date(Date.now() - 600_000),
      },
    });
    expect(await problems()).toContain("1 email waiting for a retry; check the mail server");
    // The metrics read the state anew after some seconds.
    await expect.poll(metrics).toMatch(/waiting_items\{kind="mail"\} 1/);
    expect(await metrics()).toMatch(/waiting_oldest_seconds\{kind="mail"\} [56]\d\d/);
  });

  test("a job whose runs do not end and a missing worker are problems", async () => {
    await jobs.stop();
    const age = (queue: string) =>
      query(
        "test.age",
        "UPDATE job_run SET tried_at = now() - interval '10 minutes', succeeded_at = now() - interval '10 minutes' WHERE queue = $1",
        [queue],
      );
    // What is on a schedule may well have run last long ago.
    await rounds.note({ queue: "yearly", everySeconds: null }, null);
    for (const queue of ["leak", "yearly"]) await age(queue);
    expect(await problems()).toContain("the job leak has not finished a run recently");
    expect((await problems()).join()).not.toContain("yearly");
    for (const queue of ["drip", "buckets"]) await age(queue);
    expect((await report()).workers).toBe("silent");
    expect(await problems()).toContain("no worker is running: renewals, emails and payouts are not processed");
  });
});
