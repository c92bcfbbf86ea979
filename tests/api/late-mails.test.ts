import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  // Nobody listens there: the mail server is away.
  process.env.SMTP_URL = "smtp://127.0.0.1:1";
});

import * as links from "@/lib/identity/accounts/links";
import { pool, prisma, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { deliverMails, notify } from "@/lib/platform/notifications/service";
import { person } from "@/tests/support/people";

/** Lets so many minutes pass for what waits, with an attempt after each step of them; returns what is left of it. */
async function pass(minutes: number, email: string, step = 10) {
  for (let left = minutes; left > 0; left -= step) {
    const passed = [`${step} minutes`];
    await pool().query(
      "UPDATE link_request SET created_at = created_at - $1::interval, due_at = due_at - $1::interval",
      passed,
    );
    await links.sendDue();
  }
  return prisma().linkRequest.findMany({ where: { email }, orderBy: { purpose: "asc" } });
}

test("what was asked for while the mail server was away for hours is still sent; in the end it is given up", async () => {
  const someone = await person();
  await links.request("verify-email", someone.email);
  await links.request("reset-password", someone.email);
  await transaction((db) => links.announceChange(db, someone.email));
  const purposes = async (minutes: number, step?: number) =>
    (await pass(minutes, someone.email, step)).map(({ purpose }) => purpose);
  expect(await purposes(120)).toEqual(["email-changed", "reset-password", "verify-email"]);
  const [waiting] = await prisma().linkRequest.findMany({ where: { email: someone.email } });
  expect((waiting?.dueAt.getTime() ?? 0) - Date.now()).toBeLessThanOrEqual(10 * 60_000);
  expect(await purposes(120)).toEqual(["email-changed", "verify-email"]);
  expect(await purposes(24 * 60, 60)).toEqual(["email-changed"]);
  expect(await purposes(6 * 24 * 60, 6 * 60)).toEqual([]);
});

test("a notification's email is retried for two days, at least once an hour", async () => {
  const someone = await person();
  await notify(pool(), someone.id, newId(), { kind: "security_password", data: { isOn: true } });
  const left = () => prisma().notification.findFirstOrThrow({ where: { accountId: someone.id } });
  let minutes = 0;
  for (let attempt = 0; attempt < 60; attempt++) {
    const before = Date.now();
    await deliverMails();
    const { mailDueAt } = await left();
    if (!mailDueAt) break;
    const pause = (mailDueAt.getTime() - before) / 60_000;
    expect(pause).toBeLessThan(61);
    minutes += pause;
    await prisma().notification.updateMany({
      where: { accountId: someone.id },
      data: { mailDueAt: new Date() },
    });
  }
  expect((await left()).mailDueAt).toBeNull();
  expect(minutes / 60).toBeGreaterThan(40);
});

test("what is due now is due by the database's clock, even if the clock of a process is an hour ahead", async () => {
  const { rows: defaults } = await pool().query(
    `SELECT DISTINCT column_default AS value FROM information_schema.columns
      WHERE table_schema = 'public' AND column_name ~ '(due|next_try)_at$' AND column_default IS NOT NULL`,
  );
  expect(defaults).toEqual([{ value: "statement_timestamp()" }]);
  const someone = await person();
  vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 3_600_000 });
  await links.request("reset-password", someone.email);
  vi.useRealTimers();
  const { rows } = await pool().query(
    "SELECT due_at <= clock_timestamp() AS is_due FROM link_request WHERE email = $1",
    [someone.email],
  );
  expect(rows).toEqual([{ is_due: true }]);
});
