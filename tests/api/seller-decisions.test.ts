import { beforeAll, expect, test } from "vitest";
import * as audit from "@/lib/platform/core/audit";
import { prisma, transaction } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { call } from "@/tests/support/api";
import { keyOf, organization, verified } from "@/tests/support/organizations";
import { administrator, draftSkill, liveSkill, type Person, person, unique } from "@/tests/support/people";

let admin: Person;
beforeAll(async () => {
  admin = await administrator();
});

const decisionsOf = async (who: Person, kind?: string) =>
  (await call("GET", `/v1/developer/decisions${kind ? `?kind=${kind}` : ""}`, { key: who.key })).body;
/** Of a private skill: it has no price. */
const PRIVATE = { visibility: "organization", pricing_type: undefined, price_per_call: undefined };
const act = (path: string, body: object) => call("POST", `/v1/admin/${path}`, { key: admin.key, body });
const reject = (skill_id: string, reason: string, by = admin) =>
  call("PATCH", "/v1/admin/skills", { key: by.key, body: { skill_id, action: "reject", reason } });

test("one list has every decision about a seller with reason, evidence, time and appeal; what ends leaves it", async () => {
  const seller = await person();
  const [rejected, suspended, paused, warned] = [
    await draftSkill(seller, { submit: true }),
    await liveSkill(seller),
    await liveSkill(seller),
    await liveSkill(seller),
  ];
  expect((await decisionsOf(seller)).data).toEqual([]);
  await reject(rejected.id, "Say what it counts.");
  await act(`skills/${suspended.id}/suspend`, { reason: "It copies another skill." });
  const pause = { unlistedAt: new Date(), salesPauseReason: "Missing now: words.\nLinks to evil.example." };
  await prisma().skill.update({ where: { id: paused.id }, data: pause });
  const reporter = await person();
  const report = await call("POST", `/v1/skills/${warned.slug}/reports`, {
    key: reporter.key,
    body: { kind: "other", text: "It stores what I send." },
  });
  await act(`reports/${report.body.id}/decision`, { action: "warn", note: "Say what it stores." });
  await act(`accounts/${seller.id}/verify`, { reason: "Known for years." });
  await act(`accounts/${seller.id}/unverify`, { reason: "The company was sold." });
  const payout = { destination: "acct_1", amountMicros: 12_000_000n, origin: "requested" };
  await prisma().payout.create({
    data: {
      ...payout,
      id: newId(),
      developerId: seller.id,
      state: "failed",
      returnedMicros: payout.amountMicros,
      failure: "The bank refused it.",
      nextTryAt: new Date(),
      createdAt: new Date(),
      endedAt: new Date(),
    },
  });
  const { data, total } = await decisionsOf(seller);
  expect(total).toBe(6);
  const about = Object.fromEntries(
    data.map(({ kind, reason, evidence, skill, appeal }) => [
      kind,
      [reason, evidence, Object(skill).id ?? null, Object(appeal).operation],
    ]),
  );
  expect(about).toEqual({
    rejection: ["Say what it counts.", [], rejected.id, `POST /v1/developer/skills/${rejected.id}/appeal`],
    suspension: ["It copies another skill.", [], suspended.id, null],
    pause: [
      expect.stringMatching(/harms buyers/),
      ["Missing now: words.", "Links to evil.example."],
      paused.id,
      `POST /v1/developer/skills/${paused.id}/appeal`,
    ],
    warning: ["Say what it stores.", [], warned.id, `POST /v1/developer/skills/${warned.id}/comments`],
    removal: ["The company was sold.", [], null, null],
    withheld_payout: ["The bank refused it.", [expect.any(String)], null, "POST /v1/developer/payouts"],
  });
  for (const { since, title, appeal } of data)
    expect([Date.parse(String(since)) > 0, title, Object(appeal).how]).toEqual([
      true,
      expect.any(String),
      expect.stringMatching(/\w+/),
    ]);
  const removed = await call("GET", "/v1/notifications", { key: seller.key });
  expect(removed.body.data.map(({ kind }) => kind)).toContain("mark_removed");

  expect((await decisionsOf(seller, "rejection")).data).toHaveLength(1);
  await call("POST", `/v1/developer/skills/${rejected.id}/appeal`, {
    key: seller.key,
    body: { reason: "It is said." },
  });
  await act(`skills/${suspended.id}/unsuspend`, { reason: "It does not." });
  await act(`skills/${paused.id}/resume`, { reason: "It is mended." });
  expect((await decisionsOf(seller)).data.map(({ kind }) => kind).toSorted()).toEqual([
    "removal",
    "warning",
    "withheld_payout",
  ]);
  await reject(rejected.id, "Still not.", await administrator());
  expect((await decisionsOf(seller, "rejection")).data).toMatchObject([
    { reason: "Still not.", appeal: { operation: null } },
  ]);
  expect((await decisionsOf(reporter)).data).toEqual([]);
  expect((await call("GET", "/v1/developer/decisions")).status).toBe(401);
  expect((await call("GET", "/v1/developer/decisions?kind=other", { key: seller.key })).status).toBe(400);
});

test("an appeal of the rejection is none of a later pause; a lost domain is named; what a member took out of use is no rejection", async () => {
  const [owner, other] = [await verified(), await administrator()];
  const seller = owner.person;
  const skill = await draftSkill(seller, { submit: true });
  await reject(skill.id, "Say what it counts.");
  const appeal = () =>
    call("POST", `/v1/developer/skills/${skill.id}/appeal`, { key: seller.key, body: { reason: "It is said." } });
  expect((await appeal()).status).toBe(200);
  const approval = { skill_id: skill.id, action: "approve" };
  expect((await call("PATCH", "/v1/admin/skills", { key: other.key, body: approval })).status).toBe(200);
  const pause = { unlistedAt: new Date(), salesPauseReason: "Missing now: words." };
  await prisma().skill.update({ where: { id: skill.id }, data: pause });
  const operation = async () => Object((await decisionsOf(seller, "pause")).data[0]?.appeal).operation;
  expect(await operation()).toBe(`POST /v1/developer/skills/${skill.id}/appeal`);
  expect((await appeal()).status).toBe(200);
  expect(await operation()).toBeNull();
  expect((await appeal()).body.error.code).toBe("not_appealable");

  const subject = { type: "account", id: seller.id };
  const lost = { action: "account.lose_domain", actorId: null, subject, names: { domain: "ada.example" } };
  await transaction((db) => audit.writeIn(db, null, lost));
  expect((await decisionsOf(seller, "removal")).data).toMatchObject([{ evidence: ["ada.example"] }]);

  const group = await organization(owner);
  const by = { key: (await keyOf(group, owner)).key };
  const { id } = await draftSkill({ ...seller, ...by }, { ...PRIVATE, submit: true });
  const retired = await call("POST", `/v1/developer/skills/${id}/unlist`, { ...by, body: { reason: "Not used." } });
  expect([retired.status, retired.body.status]).toEqual([200, "rejected"]);
  expect((await call("GET", "/v1/developer/decisions", by)).body.data).toEqual([]);
});

test("a recall says what was found, and payouts that the processor withholds say what it asks for", async () => {
  const seller = await person();
  const skill = await liveSkill(seller);
  await act(`skills/${skill.id}/suspend`, { reason: "It sends keys away.", malware: true });
  await prisma().payoutAccount.create({
    data: { accountId: seller.id, processorAccountId: `acct_${unique()}`, detailsSubmitted: true, due: ["Photo ID"] },
  });
  const { data } = await decisionsOf(seller);
  expect(data).toMatchObject([
    { kind: "withheld_payout", evidence: ["Photo ID"] },
    { kind: "suspension", title: expect.stringMatching(/recalled as malware/) },
  ]);
});

test("both sides of a claim see it, and each side's appeal stays when the other one appeals", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `acme-${unique()}`];
  await holder.visitor.api("PATCH", "/v1/account/publisher", { body: { handle: name } });
  const filed = await claimant.visitor.api("POST", "/v1/name-claims", {
    body: { kind: "handle", name, evidence: "It is our trademark, EUIPO 012345678." },
  });
  const id = String(filed.body.id);
  const other = await administrator();
  const decide = (by: Person, action: string) =>
    call("POST", `/v1/admin/name-claims/${id}/decision`, { key: by.key, body: { action, reason: "As registered." } });
  const appeal = (by: typeof claimant, text: string) =>
    by.visitor.api("POST", `/v1/name-claims/${id}/appeal`, { body: { text } });
  const shown = async (by: typeof claimant) => (await decisionsOf(by.person, "name_claim")).data;
  expect(await shown(holder)).toMatchObject([{ title: `Your name ${name} is claimed` }]);
  await decide(admin, "decline");
  expect(await shown(claimant)).toMatchObject([{ appeal: { operation: `POST /v1/name-claims/${id}/appeal` } }]);
  expect((await appeal(claimant, "The register lists software.")).status).toBe(200);
  await decide(other, "give");
  const last = await appeal(holder, "We used it before the register.");
  expect(last.body).toMatchObject({
    appeal: "We used it before the register.",
    appeals: { claimant: "The register lists software.", holder: "We used it before the register." },
  });
  const exported = await claimant.visitor.api("GET", "/v1/account/export");
  expect(exported.body.name_claims).toMatchObject([{ appeal: "The register lists software." }]);
  const judged = await call("GET", "/v1/admin/name-claims?state=appealed", { key: admin.key });
  expect(judged.body.data.find((claim) => claim.id === id)?.appeals).toEqual(last.body.appeals);
});
