import { afterAll, beforeAll, expect, test } from "vitest";
import { preview } from "@/lib/demand/distribution/preview";
import type { Caller } from "@/lib/platform/core/caller";
import { call } from "@/tests/support/api";
import { packageOf, putPackage } from "@/tests/support/packages";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

const as = ({ id, name, email }: Person) =>
  ({ accountId: id, name, email, isAdmin: false, key: null, session: null }) as unknown as Caller;

let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  upstream = await startUpstream();
});
afterAll(() => upstream.close());

test("a preview shows the draft's content and terms as a new buyer will see them, to its developer alone", async () => {
  const developer = await person("Ada");
  const skill = await draftSkill(developer, { free_calls: 3 });
  const { skill: shown } = await preview(as(developer), skill.slug);
  expect(shown).toMatchObject({
    slug: skill.slug,
    developer: { name: "Ada" },
    price_per_call: 0.5,
    price: null,
    access: { reason: "free_calls", free_calls_left: 3, max_cost: 0, owned: false },
  });
  expect(shown).not.toHaveProperty("api_endpoint");
  await expect(preview(as(await person()), skill.slug)).rejects.toMatchObject({ code: "not_found" });
  await expect(preview(as(developer), "no-such-skill")).rejects.toMatchObject({ code: "not_found" });
});

test("the preview of an edit shows the edit, while buyers see what was approved", async () => {
  const developer = await person();
  const skill = await liveSkill(developer);
  await call("PATCH", `/v1/developer/skills/${skill.id}`, {
    key: developer.key,
    body: { name: "Better statistics", submit: false },
  });
  expect((await preview(as(developer), skill.slug)).skill.name).toBe("Better statistics");
  const { body } = await call("GET", `/v1/skills/${skill.slug}`, { key: developer.key });
  expect(body.name).toBe("Text statistics");
});

test("the preview of a package that nobody has reviewed shows what its buyers will see", async () => {
  const developer = await person();
  const skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  expect((await preview(as(developer), skill.slug)).contents).toBeNull();
  await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0", "More."));
  const { contents } = await preview(as(developer), skill.slug);
  expect(contents?.files.map(({ path }) => path)).toEqual(["SKILL.md"]);
  expect(contents).toMatchObject({ preview: "skill_md", complete: false, readable: false });
  expect(contents?.headings.length).toBeGreaterThan(0);
});
