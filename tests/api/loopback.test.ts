import { expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.PUBLIC_URL = "http://localhost:3000";
});

import { answerBrowser } from "@/lib/interfaces/http/browser";
import { call } from "@/tests/support/api";
import { person } from "@/tests/support/people";

/** Signs in on a page at `origin`, whose requests go to `host`. */
async function signIn(email: string, origin: string, host: string) {
  const request = new Request(`http://${host}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin },
    body: JSON.stringify({ email, password: "a long password" }),
  });
  const response = await answerBrowser(request);
  const [cookie = ""] = response.headers.getSetCookie().map((line) => line.split(";")[0]);
  return { status: response.status, cookie };
}

test.each([["localhost:3000"], ["127.0.0.1:3000"], ["[::1]:3000"], ["127.0.0.1:8080"]])(
  "a page opened at %s signs in and writes there",
  async (host) => {
    const someone = await person();
    const { status, cookie } = await signIn(someone.email, `http://${host}`, host);
    expect(status).toBe(200);
    const headers = { cookie, host, origin: `http://${host}` };
    expect((await call("POST", "/v1/keys", { headers, body: {} })).status).toBe(200);
  },
);

test.each([
  ["another port of this machine", "http://127.0.0.1:4000", "127.0.0.1:3000"],
  ["a name that was bound to this machine", "http://rebound.example:3000", "rebound.example:3000"],
  ["another site", "https://evil.example", "127.0.0.1:3000"],
])("%s may not", async (_, origin, host) => {
  const someone = await person();
  expect((await signIn(someone.email, origin, host)).status).toBe(403);
});
