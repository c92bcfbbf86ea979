import { expect } from "vitest";
import { call } from "@/tests/support/api";
import type { Person } from "@/tests/support/people";
import { upstreamUrl } from "@/tests/support/upstream";

/** Adds a webhook of somebody, to the upstream's path `hook`; answers its secret, too. */
export async function webhook({ key }: Person, fields: object = {}): Promise<{ id: string; secret: string }> {
  const made = await call("POST", "/v1/webhooks", { key, body: { url: upstreamUrl("hook"), ...fields } });
  expect(made.status).toBe(200);
  const { body } = await call("GET", `/v1/webhooks/${made.body.id}/secret`, { key });
  return { id: made.body.id, secret: String(body.secret) };
}
/** What was sent to a webhook. */
export const deliveriesOf = async ({ key }: Person, id: string, query = "") =>
  (await call("GET", `/v1/webhooks/${id}/deliveries${query}`, { key })).body.data;
