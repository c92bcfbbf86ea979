import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import * as attestations from "@/lib/supply/review/attestations";
import * as nameClaims from "@/lib/supply/review/name-claims";
import { type Answer, call } from "@/tests/support/api";
import { personWith, subscription } from "@/tests/support/money";
import { actingFor, join, organization, type Signed, verified } from "@/tests/support/organizations";
import { administrator, draftSkill, liveSkill, type Person, skillFields, unique } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { signedIn } from "@/tests/support/visitor";

let [admin, other]: Person[] = [];
beforeAll(async () => {
  [admin, other] = [await administrator(), await administrator()];
  // An administrator who has not signed in lately can't be asked.
  for (const who of [admin, other]) await signedIn(who);
});

const EVIDENCE = "It is our trademark, EUIPO 012345678. https://acme.example";
const codeOf = ({ status, body }: Pick<Answer, "status" | "body">) => [status, body.error?.code];
const file = (by: Signed, body: object) =>
  by.visitor.api("POST", "/v1/name-claims", { body: { evidence: EVIDENCE, ...body } });
const appeal = (by: Signed, id: string) =>
  by.visitor.api("POST", `/v1/name-claims/${id}/appeal`, { body: { text: "We have used this name since 2019." } });
const decide = (id: string, action: "give" | "decline", by = admin) =>
  call("POST", `/v1/admin/name-claims/${id}/decision`, {
    key: by?.key,
    body: { action, reason: "As the register says." },
  });
const handleOf = async ({ person }: Signed) =>
  (await prisma().account.findUniqueOrThrow({ where: { id: person.id } })).handle;
const setHandle = (by: Signed, handle: string) =>
  by.visitor.api("PATCH", "/v1/account/publisher", { body: { handle } });
const notices = async ({ person }: Signed, kind: string) =>
  (await call("GET", "/v1/notifications", { key: person.key })).body.data.filter((each) => each.kind === kind);
const signedFrom = (bundle: object) => {
  const { dsseEnvelope } = bundle as { dsseEnvelope: { payload: string } };
  return JSON.parse(Buffer.from(dsseEnvelope.payload, "base64").toString()).predicate.skill.slug;
};
const elapse = (id: string) => prisma().nameClaim.update({ where: { id }, data: { dueAt: new Date(0) } });

test("a handle goes to the claimant a week after the decision, unless its holder appeals; a former one leads nowhere else", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `acme-${unique()}`];
  await setHandle(holder, name);
  const filed = await file(claimant, { kind: "handle", name, domain: "acme.example" });
  expect([filed.status, filed.body]).toMatchObject([
    200,
    { state: "open", direction: "made", domain_verified: false, holder: null, may_appeal: false },
  ]);
  const id = String(filed.body.id);
  expect(await notices(holder, "name_claimed")).toHaveLength(1);
  const seen = await holder.visitor.api("GET", "/v1/name-claims");
  expect(seen.body.data).toMatchObject([{ id, direction: "received", evidence: EVIDENCE }]);
  expect(codeOf(await file(claimant, { kind: "handle", name }))).toEqual([400, "invalid_request"]);
  expect(codeOf(await appeal(holder, id))).toEqual([409, "already_decided"]);

  expect((await decide(id, "give")).body).toMatchObject({ state: "granted", overdue: false });
  expect(codeOf(await decide(id, "give"))).toEqual([409, "already_decided"]);
  expect(await nameClaims.giveDue()).toBe(0);
  expect(await handleOf(holder)).toBe(name);
  await elapse(id);
  expect(codeOf(await appeal(holder, id))).toEqual([409, "already_decided"]);
  const both = await Promise.all([nameClaims.giveDue(), nameClaims.giveDue()]);
  expect(both.toSorted()).toEqual([0, 1]);
  expect(await handleOf(claimant)).toBe(name);
  expect(await handleOf(holder)).toMatch(new RegExp(`^${name}-[0-9a-f]{4}$`));
  expect(await notices(holder, "name_claim_decided")).toHaveLength(2);
  expect(await prisma().formerHandle.count({ where: { handle: name } })).toBe(0);
  const audited = await prisma().auditEvent.findMany({ where: { subjectId: id }, orderBy: { createdAt: "asc" } });
  expect(audited.map(({ action }) => action)).toEqual(["name.file", "name.give", "name.given"]);
});

test("a slug goes to a skill that was never approved; keys, links and the listing of the former holder follow", async () => {
  const [claimant, holder] = [await verified(), await verified()];
  const held = await liveSkill(holder.person, subscription());
  const { key: buyer } = await personWith(10);
  const bought = (await call("POST", `/v1/skills/${held.slug}/purchase`, { key: buyer, body: {} })).body.purchase;
  const [draft, approved] = [await draftSkill(claimant.person), await liveSkill(claimant.person)];
  const claim = { kind: "slug", name: held.slug };
  expect(codeOf(await file(claimant, claim))).toEqual([400, "invalid_request"]);
  expect(codeOf(await file(claimant, { ...claim, skill_id: approved.id }))).toEqual([400, "invalid_request"]);
  const filed = await file(claimant, { ...claim, skill_id: draft.id });
  const { id } = filed.body as { id: string };
  // A publisher with a page.
  expect(filed.body.holder).toMatchObject({ handle: await handleOf(holder) });
  expect(signedFrom(await attestations.ofVersion(held.slug, "1"))).toBe(held.slug);
  await prisma().apiKey.update({ where: { id: claimant.person.keyId }, data: { skills: [held.slug] } });
  await decide(id, "give");
  // The holder appeals: the same administrator can't decide it, and the second decision takes effect at once.
  expect((await appeal(holder, id)).body).toMatchObject({ state: "appealed", may_appeal: false });
  expect(codeOf(await appeal(holder, id))).toEqual([409, "already_decided"]);
  expect(codeOf(await decide(id, "give"))).toEqual([403, "forbidden"]);
  expect((await decide(id, "give", other)).body).toMatchObject({ state: "given" });
  const [now, moved] = await Promise.all(
    [draft.id, held.id].map((skillId) => prisma().skill.findUniqueOrThrow({ where: { id: skillId } })),
  );
  expect(now?.slug).toBe(held.slug);
  expect(moved?.slug).toMatch(new RegExp(`^${held.slug}-[0-9a-f]{4}$`));
  const { slug } = await prisma().listing.findUniqueOrThrow({ where: { skillId: held.id } });
  expect(slug).toBe(moved?.slug);
  const key = await prisma().apiKey.findUniqueOrThrow({ where: { id: claimant.person.keyId } });
  expect(key.skills).toEqual([slug]);
  expect((await call("GET", `/v1/skills/${slug}`, { key: admin?.key })).status).toBe(200);
  expect((await call("GET", `/v1/skills/${held.slug}`, { key: admin?.key })).status).toBe(404);
  expect(signedFrom(await attestations.ofVersion(slug, "1"))).toBe(slug);
  // What was spent belongs to the skill that was bought, by its name of now.
  const spent = await call("GET", "/v1/usage/spending?by=skill", { key: buyer });
  expect(spent.body.data.map(({ subject }) => subject)).toEqual([slug]);
  // A refund is counted for the skill that was bought, not for the one that has the slug now.
  await call("POST", `/v1/admin/purchases/${(bought as { id: string }).id}/refund`, {
    key: admin?.key,
    body: { refund: "full", reason: "It did not work." },
  });
  await rollUpAll("analytics");
  const counted = await prisma().skillStatsDay.findMany({ where: { skillId: { in: [held.id, draft.id] } } });
  expect(counted.map(({ skillId, refunds }) => [skillId, refunds])).toEqual([[held.id, 1n]]);
  // Customers call the slug that was given: it is never freed.
  const gone = await call("DELETE", `/v1/developer/skills/${draft.id}`, { key: claimant.person.key });
  expect(codeOf(gone)).toEqual([409, "not_deletable"]);
  await expect(prisma().skill.delete({ where: { id: draft.id } })).rejects.toThrow("cannot be deleted");
  await prisma().skill.update({ where: { id: draft.id }, data: { updatedAt: new Date(0) } });
  const taken = await call("POST", "/v1/developer/skills", {
    key: holder.person.key,
    body: skillFields({ slug: held.slug }),
  });
  expect(codeOf(taken)).toEqual([400, "slug_taken"]);
});

test("a refusal that an appeal reverses leaves the holder 7 days and an appeal; each side hears of the other's", async () => {
  const [claimant, holder, name] = [await verified("Zebra Ltd"), await verified(), `back-${unique()}`];
  await setHandle(holder, name);
  const { id } = (await file(claimant, { kind: "handle", name })).body as { id: string };
  await decide(id, "decline");
  await appeal(claimant, id);
  expect(await notices(holder, "name_claim_appealed")).toHaveLength(1);
  expect((await decide(id, "give", other)).body).toMatchObject({ state: "granted", appealed_by: "claimant" });
  expect(await handleOf(holder)).toBe(name);
  expect(codeOf(await appeal(claimant, id))).toEqual([409, "already_decided"]);
  const refused = await setHandle(holder, `${name}-2`);
  expect([refused.status, refused.body.error]).toMatchObject([400, { code: "invalid_request", param: "handle" }]);
  expect((await appeal(holder, id)).body).toMatchObject({ state: "appealed", appealed_by: "holder" });
  expect(await notices(claimant, "name_claim_appealed")).toHaveLength(1);
  expect(JSON.stringify(await notices(holder, "name_claimed"))).not.toContain("Zebra");
  expect((await decide(id, "give")).body).toMatchObject({ state: "given" });
  expect(await handleOf(claimant)).toBe(name);
  await prisma().nameClaim.update({ where: { id }, data: { decidedAt: new Date(Date.now() - 401 * 86_400_000) } });
  expect(await nameClaims.expireNameClaims()).toBe(1);
});

test("neither another handle nor a transfer to an own organization escapes a claim", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `kept-${unique()}`];
  await setHandle(holder, name);
  await setHandle(holder, `${name}-2`);
  const renamed = (await file(claimant, { kind: "handle", name })).body as { id: string };
  await decide(renamed.id, "give");
  await elapse(renamed.id);
  expect(await nameClaims.giveDue()).toBe(1);
  expect([await handleOf(claimant), await handleOf(holder)]).toEqual([name, `${name}-2`]);

  const [skill, draft, own] = [
    await liveSkill(holder.person),
    await draftSkill(claimant.person),
    await organization(holder),
  ];
  const { id } = (await file(claimant, { kind: "slug", name: skill.slug, skill_id: draft.id })).body as { id: string };
  const offer = () =>
    holder.visitor.api("PUT", `/v1/developer/skills/${skill.id}/transfer`, { body: { to: own.handle } });
  const accept = () =>
    holder.visitor.api("POST", `/v1/developer/transfers/${skill.id}/accept`, { headers: actingFor(own), body: {} });
  expect([(await offer()).status, (await accept()).status]).toEqual([200, 200]);
  const back = { headers: actingFor(own), body: { to: await handleOf(holder) } };
  const offerBack = () => holder.visitor.api("PUT", `/v1/developer/skills/${skill.id}/transfer`, back);
  expect((await offerBack()).status).toBe(200);
  // The claim follows the skill: its new owner is the side now.
  expect((await decide(id, "give")).body).toMatchObject({ state: "granted", holder: { id: own.id } });
  const taken = await holder.visitor.api("POST", `/v1/developer/transfers/${skill.id}/accept`, { body: {} });
  for (const { status, body } of [await offerBack(), taken])
    expect([status, body.error]).toMatchObject([400, { code: "invalid_request", param: "id" }]);
  await elapse(id);
  expect(await nameClaims.giveDue()).toBe(1);
  expect(await prisma().skill.findUniqueOrThrow({ where: { id: draft.id } })).toMatchObject({ slug: skill.slug });
});

test("a claimant appeals once against a refusal; free and own names, keys and strangers are refused", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `brand-${unique()}`];
  await setHandle(holder, name);
  expect(codeOf(await file(claimant, { kind: "handle", name: `free-${unique()}` }))).toEqual([400, "invalid_request"]);
  expect(codeOf(await file(holder, { kind: "handle", name }))).toEqual([400, "invalid_request"]);
  await prisma().account.update({ where: { id: claimant.person.id }, data: { emailVerified: false } });
  expect(codeOf(await file(claimant, { kind: "handle", name }))).toEqual([403, "forbidden"]);
  await prisma().account.update({ where: { id: claimant.person.id }, data: { emailVerified: true } });
  const keyed = await call("POST", "/v1/name-claims", {
    key: claimant.person.key,
    body: { kind: "handle", name, evidence: EVIDENCE },
  });
  expect(codeOf(keyed)).toEqual([403, "session_required"]);
  const { id } = (await file(claimant, { kind: "handle", name })).body as { id: string };
  expect(codeOf(await appeal(await verified(), id))).toEqual([404, "not_found"]);
  expect((await decide(id, "decline")).body).toMatchObject({ state: "declined", reason: "As the register says." });
  expect(codeOf(await appeal(holder, id))).toEqual([409, "already_decided"]);
  expect((await appeal(claimant, id)).status).toBe(200);
  await decide(id, "decline", other);
  expect(codeOf(await appeal(claimant, id))).toEqual([409, "already_decided"]);
  expect(codeOf(await file(claimant, { kind: "handle", name }))).toEqual([400, "invalid_request"]);
  expect(await handleOf(holder)).toBe(name);
  expect(codeOf(await decide("019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11", "give"))).toEqual([404, "not_found"]);
  expect(codeOf(await decide(id, "give", claimant.person))).toEqual([403, "forbidden"]);
  const listed = await call("GET", "/v1/admin/name-claims?state=declined", { key: admin?.key });
  expect(listed.body.data).toContainEqual(
    expect.objectContaining({ id, claimant: expect.objectContaining({ id: claimant.person.id }) }),
  );
});

test("a claim about an administrator's own name is left to another; one whose holder has changed lapses; closing ends claims", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `mine-${unique()}`];
  await prisma().account.update({ where: { id: admin?.id }, data: { handle: name } });
  const own = (await file(claimant, { kind: "handle", name })).body as { id: string };
  expect(codeOf(await decide(own.id, "decline"))).toEqual([403, "forbidden"]);
  const second = `${name}-2`;
  await setHandle(holder, second);
  const { id } = (await file(claimant, { kind: "handle", name: second })).body as { id: string };
  await decide(id, "give");
  await prisma().account.update({ where: { id: holder.person.id }, data: { handle: `${name}-3` } });
  await elapse(id);
  expect(await nameClaims.giveDue()).toBe(0);
  const lapsed = await prisma().nameClaim.findUniqueOrThrow({ where: { id } });
  expect(lapsed).toMatchObject({ state: "declined", decidedBy: null });
  await prisma().$queryRaw`SELECT account_close(${claimant.person.id}::uuid)`;
  expect(await prisma().nameClaim.count({ where: { claimantId: claimant.person.id } })).toBe(0);
});

test("a draft whose slug was granted is neither deleted nor released to a third account", async () => {
  const [claimant, holder, third] = [await verified(), await verified(), await verified()];
  const [held, draft] = [await draftSkill(holder.person), await draftSkill(claimant.person)];
  const { id } = (await file(claimant, { kind: "slug", name: held.slug, skill_id: draft.id })).body as { id: string };
  await decide(id, "give");
  const gone = await call("DELETE", `/v1/developer/skills/${held.id}`, { key: holder.person.key });
  expect(codeOf(gone)).toEqual([409, "not_deletable"]);
  await prisma().skill.update({ where: { id: held.id }, data: { updatedAt: new Date(0) } });
  const body = skillFields({ slug: held.slug });
  expect(codeOf(await call("POST", "/v1/developer/skills", { key: third.person.key, body }))).toEqual([
    400,
    "slug_taken",
  ]);
  await elapse(id);
  expect(await nameClaims.giveDue()).toBe(1);
});

test("a claim of an organization is left to an administrator who is not in it, as long as one can be asked", async () => {
  const [acme, holder, name] = [await organization(), await verified(), `ours-${unique()}`];
  await setHandle(holder, name);
  await join(acme, String(admin?.id), "developer");
  const filed = await acme.owner.visitor.api("POST", "/v1/name-claims", {
    headers: actingFor(acme),
    body: { kind: "handle", name, evidence: EVIDENCE },
  });
  const { id } = filed.body as { id: string };
  expect(codeOf(await decide(id, "give"))).toEqual([403, "forbidden"]);
  await prisma().account.update({ where: { id: other?.id }, data: { lastSignedInAt: null } });
  expect((await decide(id, "give")).body).toMatchObject({ state: "granted" });
  const line = await prisma().auditEvent.findFirstOrThrow({ where: { subjectId: id, action: "name.give" } });
  expect(line.details).toMatchObject({ own: true });
});
