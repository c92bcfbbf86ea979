import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import * as nameClaims from "@/lib/supply/review/name-claims";
import { type Answer, call } from "@/tests/support/api";
import { type Signed, verified } from "@/tests/support/organizations";
import { administrator, draftSkill, liveSkill, type Person, unique } from "@/tests/support/people";

let [admin, other]: Person[] = [];
beforeAll(async () => {
  [admin, other] = [await administrator(), await administrator()];
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
const elapse = (id: string) => prisma().nameClaim.update({ where: { id }, data: { dueAt: new Date(0) } });

test("a handle goes to the claimant a week after the decision, unless its holder appeals; a former one leads nowhere else", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `acme-${unique()}`];
  await setHandle(holder, name);
  const filed = await file(claimant, { kind: "handle", name, domain: "acme.example" });
  expect([filed.status, filed.body]).toMatchObject([
    200,
    { state: "open", direction: "made", domain_verified: false, holder: { handle: name }, may_appeal: false },
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
  const held = await liveSkill(holder.person);
  const [draft, approved] = [await draftSkill(claimant.person), await liveSkill(claimant.person)];
  const claim = { kind: "slug", name: held.slug };
  expect(codeOf(await file(claimant, claim))).toEqual([400, "invalid_request"]);
  expect(codeOf(await file(claimant, { ...claim, skill_id: approved.id }))).toEqual([400, "invalid_request"]);
  const { id } = (await file(claimant, { ...claim, skill_id: draft.id })).body as { id: string };
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
});

test("a claimant appeals once against a refusal; free and own names, keys and strangers are refused", async () => {
  const [claimant, holder, name] = [await verified(), await verified(), `brand-${unique()}`];
  await setHandle(holder, name);
  expect(codeOf(await file(claimant, { kind: "handle", name: `free-${unique()}` }))).toEqual([400, "invalid_request"]);
  expect(codeOf(await file(holder, { kind: "handle", name }))).toEqual([400, "invalid_request"]);
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
  await setHandle(holder, `${name}-3`);
  await elapse(id);
  expect(await nameClaims.giveDue()).toBe(0);
  expect(await prisma().nameClaim.findUniqueOrThrow({ where: { id } })).toMatchObject({ state: "declined" });
  await prisma().$queryRaw`SELECT account_close(${claimant.person.id}::uuid)`;
  expect(await prisma().nameClaim.count({ where: { claimantId: claimant.person.id } })).toBe(0);
});
