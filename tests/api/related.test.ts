import { expect, test } from "vitest";
import { call } from "@/tests/support/api";
import { personWith, run } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { rollUpAll } from "@/tests/support/rollups";
import { startUpstream } from "@/tests/support/upstream";

const relatedTo = async (slug: string, key: string) =>
  (await call("GET", `/v1/skills/${slug}/related`, { key })).body.data.map((skill) => skill.slug);

test("what the same accounts use comes first, then what is about the same; never the skill itself", async () => {
  const upstream = await startUpstream();
  const developer = await person();
  const fields = (name: string, category: string) => ({ name, description: `${name}.`, category });
  const one = await liveSkill(developer, fields("Invoice reader", "finance"));
  const like = await liveSkill(developer, fields("Invoice checker", "finance"));
  const together = await liveSkill(developer, fields("Kanji trainer", "language"));
  const alone = await liveSkill(developer, fields("Palette maker", "design"));
  const [first, second] = [await personWith(20), await personWith(20)];
  for (const { key } of [first, second]) for (const { slug } of [one, together]) await run(key, slug);
  // One account's habit says nothing about the skills.
  await run(first.key, alone.slug);
  await upstream.close();
  await rollUpAll("analytics");
  expect(await relatedTo(one.slug, first.key)).toEqual([together.slug, like.slug]);
});

test("404 for a skill that is not on the marketplace", async () => {
  const { key } = await person();
  expect((await call("GET", "/v1/skills/no-such-skill/related", { key })).status).toBe(404);
});
