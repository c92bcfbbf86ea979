import { describe, expect, test } from "vitest";
import { call, send } from "@/tests/support/api";
import { person } from "@/tests/support/people";

const ORIGIN = "https://app.example";
const preflight = (path: string, method: string, headers?: string) =>
  send("OPTIONS", path, {
    headers: {
      origin: ORIGIN,
      "access-control-request-method": method,
      ...(headers && { "access-control-request-headers": headers }),
    },
  });

describe("pages of other sites", () => {
  test("may call with a bearer token: the preflight and the answer allow it, credentials never", async () => {
    const { key } = await person();
    const asked = await preflight("/v1/keys", "POST", "Content-Type, Authorization, Idempotency-Key");
    expect(asked.status).toBe(204);
    expect(asked.headers.get("access-control-allow-origin")).toBe("*");
    expect(asked.headers.get("access-control-allow-methods")).toContain("POST");
    const allowed = asked.headers.get("access-control-allow-headers") ?? "";
    for (const name of ["authorization", "content-type", "idempotency-key", "prefer"]) expect(allowed).toContain(name);
    const answers = [
      await call("GET", "/v1/balance", { key, headers: { origin: ORIGIN } }),
      await call("GET", "/v1/balance", { key: "skm_wrong", headers: { origin: ORIGIN } }),
      await call("GET", "/v1/nothing", { key, headers: { origin: ORIGIN } }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 401, 404]);
    for (const { headers } of [...answers, asked]) {
      expect(headers.get("access-control-allow-origin")).toBe("*");
      expect(headers.get("access-control-allow-credentials")).toBeNull();
    }
    expect(answers[0]?.headers.get("access-control-expose-headers")).toContain("request-id");
  });

  test("may not call without one, so that no page acts with its visitors' addresses", async () => {
    for (const headers of [undefined, "content-type", "x-authorization"]) {
      const asked = await preflight("/v1/auth/register", "POST", headers);
      expect(asked.headers.get("access-control-allow-origin")).toBeNull();
    }
    const health = await call("GET", "/v1/health", { headers: { origin: ORIGIN } });
    expect(health.headers.get("access-control-allow-origin")).toBeNull();
  });

  test("may not use a browser session", async () => {
    const headers = { origin: ORIGIN, cookie: "marketplace.session_token=made-up" };
    const answer = await call("GET", "/v1/balance", { headers });
    expect(answer.status).toBe(403);
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });
});
