import { readdirSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { packageOf, putPackage } from "@/tests/support/packages";
import { draftSkill, type Person, person, type TestSkill } from "@/tests/support/people";
import { skillMd } from "@/tests/support/zips";
import { unreadable } from "@/tests/unit/packages/hostile-layout";
import { namesAndKinds } from "@/tests/unit/packages/hostile-names";
import { sizesAndLies } from "@/tests/unit/packages/hostile-sizes";
import { largestPackage } from "@/tests/unit/packages/largest";

/** What a refusal may cost, as a share of what the largest package costs that is taken. */
const MOST_OF_LARGEST = 1;
const hostile = [...namesAndKinds, ...sizesAndLies, ...unreadable];

let developer: Person;
let skill: TestSkill;
let costOfLargest: number;
beforeAll(async () => {
  developer = await person();
  skill = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  const other = await draftSkill(developer, { execution_type: "download", api_endpoint: null });
  const largest = largestPackage({ name: "SKILL.md", data: skillMd({ slug: other.slug }) });
  const { result, cost } = await workOf(() => putPackage(developer.key, other.id, largest));
  expect(result.status).toBe(200);
  costOfLargest = cost;
});

/**
 * What an upload is answered, and the milliseconds of the processor that it took: the least of two, since the process may collect
 * the garbage of the files before during one.
 */
async function workOf<T>(upload: () => Promise<T>): Promise<{ result: T; cost: number }> {
  const costs: number[] = [];
  const once = async () => {
    const before = process.cpuUsage();
    const result = await upload();
    const { user, system } = process.cpuUsage(before);
    costs.push((user + system) / 1_000);
    return result;
  };
  await once();
  return { result: await once(), cost: Math.min(...costs) };
}

const stored = () => {
  try {
    return readdirSync(join(process.env.DATA_DIR ?? "", "packages"), { recursive: true }).length;
  } catch {
    return 0;
  }
};

test.each(hostile)(
  "an upload with $what is 400, costs less than the largest package, names $rule, and stores nothing",
  async ({ rule, file, build }) => {
    const bytes = build();
    const before = stored();
    const {
      result: { status, body },
      cost,
    } = await workOf(() => putPackage(developer.key, skill.id, bytes));
    expect([status, body.error.code]).toEqual([400, "invalid_package"]);
    expect(body.error.details.findings).toMatchObject([{ rule, file, severity: "error" }]);
    expect(cost / costOfLargest).toBeLessThan(MOST_OF_LARGEST);
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
