import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { packageOf, putPackage } from "@/tests/support/packages";
import { draftSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { unreadable } from "@/tests/unit/packages/hostile-layout";
import { namesAndKinds } from "@/tests/unit/packages/hostile-names";
import { sizesAndLies } from "@/tests/unit/packages/hostile-sizes";

/** Longest that an upload may take to be refused, whatever it is made of. */
const REFUSED_WITHIN_MS = 2_000;
const hostile = [...namesAndKinds, ...sizesAndLies, ...unreadable];

let developer: Person;
let skill: TestSkill;
beforeAll(async () => {
  developer = await person();
  skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
});

const stored = () => {
  try {
    return readdirSync(join(process.env.DATA_DIR ?? "", "packages"), { recursive: true }).length;
  } catch {
    return 0;
  }
};

test.each(hostile)(
  "an upload with $what is 400 within two seconds of the processor, names $rule, and stores nothing",
  async ({ rule, file, build }) => {
    const bytes = build();
    const before = stored();
    const work = process.cpuUsage();
    const { status, body } = await putPackage(developer.key, skill.id, bytes);
    const { user, system } = process.cpuUsage(work);
    expect([status, body.error.code]).toEqual([400, "invalid_package"]);
    expect(body.error.details.findings).toMatchObject([{ rule, file, severity: "error" }]);
    expect((user + system) / 1_000).toBeLessThan(REFUSED_WITHIN_MS);
    expect(stored()).toBe(before);
  },
);

test("after all of them the skill has no package, and takes a good one", async () => {
  expect(await prisma().skillPackage.count({ where: { skillId: skill.id } })).toBe(0);
  expect((await putPackage(developer.key, skill.id, packageOf(skill.slug, "1.0.0"))).status).toBe(200);
  expect(await call("GET", `/v1/developer/skills/${skill.id}/package`, { key: developer.key })).toMatchObject({
    body: { version: "1.0.0" },
  });
});
