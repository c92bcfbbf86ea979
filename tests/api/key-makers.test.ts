import { describe, expect, test } from "vitest";
import * as accounts from "@/lib/identity/accounts/service";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { administrator, type Person, person } from "@/tests/support/people";
import { signedIn, Visitor } from "@/tests/support/visitor";

const administers = async (key: string) => (await call("GET", "/v1/admin/skills", { key })).status === 200;
const setRole = (by: Person, { id }: Person, role: string) =>
  call("PUT", `/v1/admin/accounts/${id}/role`, { key: by.key, body: { role, reason: "A test." } });
const scopesOf = async (id: string) => (await prisma().apiKey.findUniqueOrThrow({ where: { id } })).scopes;
const notificationsOf = async ({ key }: Person) =>
  (await call("GET", "/v1/notifications", { key })).body.data.filter(({ kind }) => kind === "security_key");

describe("who administers", () => {
  test.each(["over the API", "from the command line"])(
    "a promotion %s reaches the keys that are limited in nothing, and no other",
    async (how) => {
      const someone = await person();
      expect(await scopesOf(someone.keyId)).not.toContain("admin");
      const limits = [
        { scopes: ["read"] },
        { skills: ["text-statistics"] },
        { credit_limit: 1, credit_limit_interval: "day" },
      ];
      const limited: string[] = [];
      for (const limit of limits) {
        const made = await call("POST", "/v1/keys", { key: someone.key, body: limit });
        expect(made.status).toBe(200);
        limited.push(String(made.body.api_key));
      }
      if (how === "over the API") expect((await setRole(await administrator(), someone, "admin")).status).toBe(200);
      else await accounts.setRole(someone.email, "admin");
      expect(await administers(someone.key)).toBe(true);
      for (const key of limited) {
        const refused = await call("GET", "/v1/admin/skills", { key });
        expect([refused.status, refused.body.error.code]).toEqual([403, "key_scope"]);
      }
    },
  );

  test("a key of an administrator is none without the role, and is one again with it", async () => {
    const [chief, someone] = [await administrator(), await administrator()];
    for (const [role, expected] of [
      ["user", false],
      ["admin", true],
    ] as const) {
      await setRole(chief, someone, role);
      expect(await administers(someone.key)).toBe(expected);
    }
  });

  test("only administrators create or make administrator keys", async () => {
    const someone = await person();
    const browser = await signedIn(someone);
    const body = { scopes: ["read", "admin"] };
    for (const answer of [
      await call("POST", "/v1/keys", { key: someone.key, body }),
      await browser.api("POST", "/v1/keys", { body }),
      await browser.api("PATCH", `/v1/keys/${someone.keyId}`, { body }),
    ])
      expect([answer.status, answer.body.error.param]).toEqual([400, "scopes"]);
  });

  test("an address that is an administrator's from the start has a first key that administers", async () => {
    const { body } = await call("POST", "/v1/auth/register", {
      body: { email: "root@example.com", password: "a long password" },
    });
    expect(await administers(String(body.api_key))).toBe(true);
  });
});

describe("a new key notifies its owner", () => {
  test("with its beginning and by whom it was made; the first one of an account is not", async () => {
    const someone = await person();
    expect(await notificationsOf(someone)).toEqual([]);
    const { body } = await call("POST", "/v1/keys", { key: someone.key, body: { name: "ci" } });
    const browser = await signedIn(someone);
    await browser.api("POST", "/v1/keys", { body: {} });
    const [second, first] = await notificationsOf(someone);
    expect(first).toMatchObject({ title: "A new API key was created", path: "/keys" });
    expect(first?.text).toContain(`"ci", which begins with ${(body.key as { prefix: string }).prefix}`);
    expect(first?.text).toContain(`the key that begins with ${someone.key.slice(0, 10)}`);
    expect(second?.text).toContain("in a browser");
    expect(JSON.stringify([first, second])).not.toContain(String(body.api_key));
  });
});

describe("a reset by mail", () => {
  const reset = async ({ email }: Person, more: object) => {
    await new Visitor().post("/request-password-reset", { email });
    const token = tokenOf(await mailTo(email));
    return new Visitor().post("/reset-password", { token, new_password: "another long password", ...more });
  };
  const confirmed = async () => {
    const someone = await person();
    await prisma().account.update({ where: { id: someone.id }, data: { emailVerified: true } });
    return someone;
  };
  const works = async ({ key }: Person) => (await call("GET", "/v1/account", { key })).status === 200;

  test("ends every key when that is asked for, and none otherwise", async () => {
    const [forgetful, robbed] = [await confirmed(), await confirmed()];
    expect((await reset(forgetful, {})).status).toBe(200);
    expect(await works(forgetful)).toBe(true);
    expect((await reset(robbed, { end_keys: true })).status).toBe(200);
    expect(await works(robbed)).toBe(false);
  });
});
