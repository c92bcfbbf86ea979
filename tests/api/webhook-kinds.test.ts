import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENT_TYPES, EVENTS, type EventType } from "@/lib/interfaces/webhooks/event-types";
import { prisma, transaction } from "@/lib/platform/core/db";
import { NOTICE_KINDS, type Notice } from "@/lib/platform/notifications/notices";
import { notify } from "@/lib/platform/notifications/service";
import { person } from "@/tests/support/people";
import { webhook } from "@/tests/support/webhooks";

test("a notification that is an event, too, is sent once in the documented form; no other kind becomes any", async () => {
  const someone = await person();
  const { id: endpointId } = await webhook(someone);
  const kinds = Object.entries(NOTICE_KINDS);
  await transaction(async (db) => {
    for (const [kind, { sample }] of kinds)
      for (const _ of ["first", "again"]) await notify(db, someone.id, "test", { kind, data: sample } as Notice);
  });
  const sent = await prisma().webhookDelivery.findMany({ where: { endpointId } });
  const types = kinds.flatMap(([, { event }]) => (event ? [event.type] : []));
  expect(types).toEqual(expect.arrayContaining(["skill.approved", "balance.low"]));
  expect(sent.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
  for (const { type, data } of sent) {
    const form = EVENTS[type as EventType]?.data.strict();
    expect(form, `describe ${type} in lib/interfaces/webhooks/event-types.ts`).toBeDefined();
    expect([type, form?.safeParse(data).error?.issues ?? []]).toEqual([type, []]);
  }
});

test("types of events that are sent and types that are described are the same", () => {
  const texts = globSync("{prisma/sql,lib}/**/*.{sql,ts}").map((path) => readFileSync(path, "utf8"));
  const emitting = texts.filter((text) => text.includes("webhook_emit("));
  expect(emitting.length).toBeGreaterThan(5);
  const named = emitting.flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, type]) => type));
  // Put together from a state, and the test that somebody asks for.
  const others = ["payout.paid", "payout.failed", "webhook.test"];
  const ofNotices = Object.values(NOTICE_KINDS).flatMap(({ event }) => (event ? [event.type] : []));
  expect([...new Set([...named, ...others, ...ofNotices])].toSorted()).toEqual(EVENT_TYPES.toSorted());
});

test("every kind of notification has a cause", () => {
  const texts = globSync("{prisma/sql,lib}/**/*.{sql,ts}")
    .filter((path) => !path.startsWith("lib/platform/notifications/"))
    .map((path) => readFileSync(path, "utf8"))
    .join("\n");
  const ofLines = [...texts.matchAll(/\bkind\b.*/g)].flatMap(([line]) => line.match(/(?<=")\w+(?=")/g) ?? []);
  const ofCalls = [...texts.matchAll(/\bnotice_add\([^;]*/g)].flatMap(([call]) => call.match(/(?<=')\w+(?=')/g) ?? []);
  const caused = new Set([...ofLines, ...ofCalls]);
  const uncaused = Object.keys(NOTICE_KINDS).filter((kind) => !caused.has(kind));
  expect(uncaused, "nothing notifies of these").toEqual([]);
});
