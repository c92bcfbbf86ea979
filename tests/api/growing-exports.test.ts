import { beforeAll, describe, expect, test } from "vitest";
import * as usageExport from "@/app/(account)/usage/export/route";
import * as walletExport from "@/app/(account)/wallet/export/route";
import * as ledger from "@/lib/money/ledger/service";
import * as audit from "@/lib/platform/core/audit";
import { prisma, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { send } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person } from "@/tests/support/people";

/** Some parts of a file, the last of them half full. */
const ROWS = 350;

let admin: Person;
let someone: Person;
let skill: { id: string; slug: string };
beforeAll(async () => {
  [admin, someone] = await Promise.all([administrator(), person()]);
  skill = await liveSkill(await person());
});

const note = (count: number) =>
  transaction(async (db) => {
    for (let i = 0; i < count; i++)
      await audit.write(
        db,
        null,
        "account.revoke_admin",
        { type: "account", id: someone.id },
        { email: someone.email },
      );
  });
const grant = (count: number) =>
  transaction(async (db) => {
    for (let i = 0; i < count; i++)
      await ledger.grant(db, newId(), { accountId: someone.id, amount: 1_000_000n, reason: "A gift" });
  });
const use = (count: number) =>
  prisma().usageRecord.createMany({
    data: Array.from({ length: count }, () => ({
      id: newId(),
      accountId: someone.id,
      skillId: skill.id,
      skillSlug: skill.slug,
      developerId: skill.id,
      kind: "execute",
      status: "succeeded",
      costMicros: 0n,
      free: true,
      durationMs: 1,
      createdAt: new Date(),
    })),
  });

const ask = (GET: typeof usageExport.GET | typeof walletExport.GET, path: string) =>
  GET(new Request(`http://market.test${path}`, { headers: { authorization: `Bearer ${someone.key}` } }), {
    params: Promise.resolve({}),
  });

const exports: [string, (count: number) => Promise<unknown>, string, () => Promise<Response>][] = [
  [
    "the audit log",
    note,
    "account.revoke_admin",
    () => send("GET", `/v1/admin/audit/export?subject=${someone.id}&action=account`, { key: admin.key }),
  ],
  ["the wallet's movements", grant, "grant", () => ask(walletExport.GET, "/wallet/export")],
  ["the calls", use, "execute", () => ask(usageExport.GET, `/usage/export?skill=${skill.slug}`)],
];

describe.each(exports)("the file of %s", (_, write, word, open) => {
  test("has each line once, and every line that was there when it began, though more come while it is read", async () => {
    await write(ROWS);
    const response = await open();
    expect(response.status).toBe(200);
    const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
    let text = "";
    let part = await reader?.read();
    while (part && !part.done) {
      text += part.value;
      await write(ROWS / 2);
      part = await reader?.read();
    }
    const lines = text.split("\r\n").filter((line) => line.includes(`,${word},`));
    expect(lines.length).toBeGreaterThanOrEqual(ROWS);
    expect(new Set(lines).size).toBe(lines.length);
  });
});
