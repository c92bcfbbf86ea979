import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { EVENT_TYPES, EVENTS, type EventType } from "@/lib/interfaces/webhooks/event-types";
import { prisma, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { MAIL_KINDS } from "@/lib/platform/notifications/mail-kinds";
import { person } from "@/tests/support/people";
import { webhook } from "@/tests/support/webhooks";

const EVENT_OF: Record<string, EventType> = {
  skill_approved: "skill.approved",
  skill_rejected: "skill.rejected",
  skill_suspended: "skill.suspended",
  low_balance: "balance.low",
};

test("of all kinds of notifications, those that are events become theirs; no other kind becomes any", async () => {
  const someone = await person();
  const { id: endpointId } = await webhook(someone);
  const kinds = [...MAIL_KINDS].map(([kind, { sample }]) => ({ kind, data: JSON.stringify(sample) }));
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(Object.keys(EVENT_OF)));
  await transaction(async (db) => {
    // The function decides alone, whatever the trigger lets through.
    await db.query("DROP TRIGGER webhook_of_notification ON notification");
    await db.query(
      "CREATE TRIGGER webhook_of_notification AFTER INSERT ON notification FOR EACH ROW EXECUTE FUNCTION webhook_of_notification()",
    );
    for (const { kind, data } of kinds)
      await db.query(
        "INSERT INTO notification (id, account_id, kind, subject, data) VALUES ($1, $2, $3, 'test', $4)",
        [newId(), someone.id, kind, data],
      );
  });
  // That of the change of its own endpoint became none, too.
  const made = await prisma().webhookDelivery.findMany({ where: { endpointId } });
  expect(made.map(({ type }) => type).toSorted()).toEqual(Object.values(EVENT_OF).toSorted());
  for (const { type, data } of made)
    expect([type, EVENTS[type as EventType].data.safeParse(data).error?.issues ?? []]).toEqual([type, []]);
});

test("functions of the database emit types of the list only", () => {
  const emitting = globSync("prisma/sql/**/*.sql")
    .map((path) => readFileSync(path, "utf8"))
    .filter((text) => text.includes("webhook_emit("));
  expect(emitting.length).toBeGreaterThan(5);
  const named = emitting.flatMap((text) => [...text.matchAll(/'([a-z]+\.[a-z]+)'/g)].map(([, type]) => type));
  expect(new Set(named).size).toBeGreaterThan(8);
  for (const type of named) expect(EVENT_TYPES).toContain(type);
});
