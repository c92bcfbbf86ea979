import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { pool, prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { newId } from "@/lib/platform/core/ids";
import { deliverMails, notify } from "@/lib/platform/notifications/service";
import { type Person, person } from "@/tests/support/people";

/** Recipients in the order in which their mails came, and the mails that the server has not yet taken. */
const received: string[] = [];
const held: (() => void)[] = [];
let slow = "";
const server = new SMTPServer({
  authOptional: true,
  disabledCommands: ["STARTTLS"],
  onData: (stream, { envelope }, taken) => {
    const to = envelope.rcptTo[0]?.address ?? "";
    received.push(to);
    stream.on("end", () => (to === slow ? held.push(() => taken()) : taken())).resume();
  },
});
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  Object.assign(env(), { SMTP_URL: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` });
});
afterAll(() => {
  delete (env() as { SMTP_URL?: string }).SMTP_URL;
  return new Promise<void>((resolve) => server.close(() => resolve()));
});

const told = (someone: Person) =>
  notify(pool(), someone.id, newId(), { kind: "security_password", data: { isOn: true } });

test("an account's mails that are slow to send delay nobody else's", async () => {
  const [greedy, honest] = [await person(), await person()];
  slow = greedy.email;
  for (let index = 0; index < 20; index++) await told(greedy);
  await told(honest);
  const run = deliverMails();
  while (!received.includes(honest.email)) await new Promise((resolve) => setTimeout(resolve, 20));
  expect(received.filter((to) => to === greedy.email).length).toBeLessThanOrEqual(2);
  slow = "";
  const take = setInterval(() => {
    for (const taken of held.splice(0)) taken();
  }, 20);
  expect(await run).toBe(21);
  clearInterval(take);
});

test("at most 100 mails of an account wait; later notifications are shown, and not mailed", async () => {
  const someone = await person();
  for (let index = 0; index < 102; index++) await told(someone);
  const where = { accountId: someone.id };
  expect(await prisma().notification.count({ where })).toBe(102);
  expect(await prisma().notification.count({ where: { ...where, mailDueAt: { not: null } } })).toBe(100);
});
