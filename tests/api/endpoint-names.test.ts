import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";

const port = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const free = await freePort();
  process.env.DNS_SERVERS = `127.0.0.1:${free}`;
  return free;
});

import { call } from "@/tests/support/api";
import { type NameAnswer, startNameServer } from "@/tests/support/name-server";
import { draftSkill, person } from "@/tests/support/people";

const ANSWERS: Record<string, NameAnswer> = {
  "inside.example.com": ["10.0.0.7"],
  "mixed.example.com": ["93.184.215.14", "127.0.0.1"],
  "outside.example.com": ["93.184.215.14"],
  "silent.example.com": "silent",
};
let server: Awaited<ReturnType<typeof startNameServer>>;
beforeAll(async () => {
  server = await startNameServer((name) => ANSWERS[name] ?? "unknown", port);
});
afterAll(() => server.close());
beforeEach(() => {
  server.asked.length = 0;
});

const update = async (key: string, id: string, body: object) =>
  call("PATCH", `/v1/developer/skills/${id}`, { key, body });
const at = (host: string) => `https://${host}.example.com/run`;

test("saving a draft asks no name server, and submitting it does", async () => {
  const developer = await person();
  const { id } = await draftSkill(developer);
  for (const host of ["silent", "inside", "outside"])
    expect((await update(developer.key, id, { api_endpoint: at(host) })).status).toBe(200);
  expect(server.asked).toEqual([]);
  expect((await update(developer.key, id, { submit: true })).status).toBe(200);
  expect(new Set(server.asked)).toEqual(new Set(["outside.example.com"]));
  expect((await update(developer.key, id, { name: "Saved while it waits" })).status).toBe(200);
});

test.each(["inside", "mixed"])(
  "an endpoint at a name with a private address (%s) cannot be submitted",
  async (host) => {
    const developer = await person();
    const { id } = await draftSkill(developer, { api_endpoint: at(host) });
    const { status, body } = await update(developer.key, id, { submit: true });
    expect([status, body.error.param]).toEqual([400, "api_endpoint"]);
    expect(body.error.message).toContain("public internet");
  },
);

test("a name that does not resolve yet can be submitted, and a test call says that it does not", async () => {
  const developer = await person();
  for (const host of ["nowhere", "silent"]) {
    const { id } = await draftSkill(developer, { api_endpoint: at(host) });
    const { body } = await call("POST", `/v1/developer/skills/${id}/probe`, { key: developer.key, body: {} });
    expect(body).toMatchObject({ ok: false, failure: { reason: "dns" } });
    expect((await update(developer.key, id, { submit: true })).status).toBe(200);
  }
});
