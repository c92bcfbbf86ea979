import { afterAll, beforeAll, expect, test } from "vitest";
import { available, personWith } from "@/tests/support/money";
import { liveDownload } from "@/tests/support/packages";
import { person } from "@/tests/support/people";
import { type ApiProcess, bundleApiProcess, startApiProcess } from "@/tests/support/process";

let api: ApiProcess;
beforeAll(async () => {
  api = await startApiProcess(await bundleApiProcess(), {
    S3_BUCKET: "packages",
    S3_ENDPOINT: "http://127.0.0.1:1",
    S3_ACCESS_KEY_ID: "key",
    S3_SECRET_ACCESS_KEY: "secret",
  });
});
afterAll(() => api.kill());

test("while the object store is down, a download is answered 503 with Retry-After, and costs nothing", async () => {
  const skill = await liveDownload(await person(), { pricing_type: "usage", price_per_call: 0.5 });
  const buyer = await personWith(10);
  const answer = await fetch(`${api.url}/v1/skills/${skill.slug}/download`, {
    headers: { authorization: `Bearer ${buyer.key}` },
  });
  expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(await answer.json()).toMatchObject({ error: { code: "unavailable" } });
  expect(await available(buyer)).toBe(10);
});
