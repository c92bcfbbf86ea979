import { describe, expect, test } from "vitest";
import { query } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";
import { deliveriesOf as log, webhook } from "@/tests/support/webhooks";

describe("webhooks", () => {
  test.each([
    "http://example.com/hook",
    "https://127.0.0.1/hook",
    "https://localhost/",
    "no address",
    "https://a.b:8443/",
  ])("the address %s is refused by name", async (url) => {
    const refused = await call("POST", "/v1/webhooks", { key: (await person()).key, body: { url } });
    expect([refused.status, refused.body.error?.param]).toEqual([400, "url"]);
  });

  test("somebody else's webhook is an unknown one, whatever is asked of it", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    const [entry] = await log(someone, id);
    const { key } = await person();
    const answers = [
      await call("GET", `/v1/webhooks/${id}`, { key }),
      await call("PATCH", `/v1/webhooks/${id}`, { key, body: { active: false } }),
      await call("DELETE", `/v1/webhooks/${id}`, { key }),
      await call("GET", `/v1/webhooks/${id}/secret`, { key }),
      await call("POST", `/v1/webhooks/${id}/secret/rotation`, { key, body: {} }),
      await call("POST", `/v1/webhooks/${id}/test`, { key }),
      await call("GET", `/v1/webhooks/${id}/deliveries`, { key }),
      await call("POST", `/v1/webhooks/${id}/deliveries/${entry?.id}/replay`, { key }),
    ];
    expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => 404));
  });

  test("an account has ten webhooks at most, however many are made at once; unknown types are refused", async () => {
    const { key } = await person();
    const body = { url: upstreamUrl("hook") };
    const made = await Promise.all(Array.from({ length: 14 }, () => call("POST", "/v1/webhooks", { key, body })));
    expect(made.filter((answer) => answer.status === 200)).toHaveLength(10);
    const wrong = await call("POST", "/v1/webhooks", { key, body: { ...body, events: ["skill.sold"] } });
    expect([wrong.status, wrong.body.error?.param]).toEqual([400, "events[0]"]);
  });

  test("a key without the publish scope reads webhooks and changes none, since they outlive it", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    const made = await call("POST", "/v1/keys", { key: someone.key, body: { scopes: ["read"] } });
    const key = String(made.body.api_key);
    expect((await call("GET", "/v1/webhooks", { key })).body.total).toBe(1);
    expect((await call("POST", "/v1/webhooks", { key, body: { url: upstreamUrl("hook") } })).status).toBe(403);
    expect((await call("GET", `/v1/webhooks/${id}/secret`, { key })).status).toBe(403);
  });

  test("a deleted webhook takes its log and what waits with it", async () => {
    const someone = await person();
    const { id } = await webhook(someone);
    await call("POST", `/v1/webhooks/${id}/test`, { key: someone.key });
    expect((await call("DELETE", `/v1/webhooks/${id}`, { key: someone.key })).status).toBe(200);
    const left = await query("test.left", "SELECT 1 FROM webhook_delivery WHERE endpoint_id = $1", [id]);
    expect(left).toEqual([]);
    expect((await call("GET", `/v1/webhooks/${id}`, { key: someone.key })).status).toBe(404);
  });
});
