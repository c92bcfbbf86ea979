import { beforeAll, describe, expect, test, vi } from "vitest";

// Settings are read once a process. A tenth of every limit: ten requests at once for an address.
vi.hoisted(() => {
  process.env.PUBLIC_CATALOG = "on";
  process.env.RATE_LIMITS = "on";
  process.env.RATE_LIMIT_SCALE = "0.1";
});

import { env } from "@/lib/platform/core/env";
import { call } from "@/tests/support/api";
import { administrator, liveSkill, type Person, person, type TestSkill } from "@/tests/support/people";

let host = 0;
const newAddress = () => `198.51.100.${++host}`;
const visit = (path: string) => call("GET", path, { address: newAddress() });
let developer: Person;
let skill: TestSkill;
beforeAll(async () => {
  developer = await person("Ada Open");
  skill = await liveSkill(developer);
  const admin = await administrator();
  const body = { title: "Open", description: "", skills: [skill.slug] };
  await call("PUT", "/v1/admin/collections/open", { key: admin.key, body });
});

describe("with PUBLIC_CATALOG", () => {
  test("the catalog is read without a key, and nothing of the developer's endpoint with it", async () => {
    const reads = [
      "/v1/skills?search=statistics&facets=true",
      `/v1/skills/${skill.slug}`,
      `/v1/skills/${skill.slug}/versions`,
      `/v1/skills/${skill.slug}/reviews`,
      "/v1/categories",
      "/v1/collections",
      "/v1/collections/open",
      "/v1/publishers/ada-open",
    ];
    for (const path of reads) {
      const { status, text } = await visit(path);
      expect([path, status]).toEqual([path, 200]);
      expect(text).not.toMatch(/api_endpoint|127\.0\.0\.1|example\.com"/);
    }
    const { body } = await visit(`/v1/skills/${skill.slug}`);
    expect(body.access).toMatchObject({ owned: false, purchase: null });
  });

  test("nothing else is, and a wrong key stays wrong", async () => {
    for (const path of ["/v1/balance", "/v1/usage", "/v1/favorites", "/v1/purchases", "/v1/admin/skills"])
      expect([path, (await visit(path)).status]).toEqual([path, 401]);
    for (const method of ["PUT", "DELETE"])
      expect((await call(method, `/v1/skills/${skill.slug}/reviews`, { body: {}, address: newAddress() })).status).toBe(
        401,
      );
    expect((await call("GET", "/v1/skills", { key: "skm_wrong", address: newAddress() })).status).toBe(401);
  });

  test("an address has a limit of its own, and a key's limit stays the key's", async () => {
    const address = newAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => call("GET", "/v1/categories", { address })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
    expect((await call("GET", "/v1/categories", { address, key: developer.key })).status).toBe(200);
  });

  test("a draft stays a secret", async () => {
    expect((await visit("/v1/skills/never-published")).status).toBe(404);
  });

  test("the OpenAPI document says where a key is optional", async () => {
    const { body } = await visit("/v1/openapi.json");
    const { paths } = body as unknown as { paths: Record<string, { get: { security?: object[] } }> };
    expect(paths["/v1/skills"]?.get.security).toEqual([{ apiKey: [] }, {}]);
    expect(paths["/v1/balance"]?.get.security).toBeUndefined();
    expect(env().PUBLIC_CATALOG).toBe(true);
  });
});
