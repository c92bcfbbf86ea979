import { spawnSync } from "node:child_process";
import { Client } from "pg";
import { beforeEach, expect, test, vi } from "vitest";
import { person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";

const SECRETS = { one: "1".repeat(40), two: "2".repeat(40), three: "3".repeat(40) };

/** The product as it starts with these settings, on the same database. */
async function started(settings: { SESSION_SECRET: string; TWO_FACTOR_KEYS: string }) {
  Object.assign(process.env, settings);
  vi.resetModules();
  const [visitor, secondFactors] = [
    await import("@/tests/support/visitor"),
    await import("@/lib/identity/accounts/second-factors"),
  ];
  const signInWith = async (email: string, code: string) => {
    const browser = new visitor.Visitor();
    expect((await browser.signIn(email)).body).toEqual({ status: "two_factor_required" });
    const path = code.includes("-") ? "recovery-code" : "totp";
    const { status, body } = await browser.post(`/two-factor/verify-${path}`, { code });
    return status === 200 ? "signed in" : body.error.message;
  };
  return { ...visitor, ...secondFactors, signInWith };
}

const settings = { SESSION_SECRET: SECRETS.one, TWO_FACTOR_KEYS: `1:${SECRETS.two}` };
let someone: { email: string; id: string };
let factors: { uri: string; codes: string[] };
beforeEach(async () => {
  const product = await started(settings);
  someone = await person();
  factors = await product.withTwoFactor(await product.signedIn(someone));
});

test("a new SESSION_SECRET ends sessions, and second factors go on", async () => {
  const product = await started({ ...settings, SESSION_SECRET: SECRETS.three });
  expect(await product.signInWith(someone.email, totpOf(factors.uri))).toBe("signed in");
  expect(await product.signInWith(someone.email, factors.codes[0] ?? "")).toBe("signed in");
});

test("a key is replaced by a newer version, and removed once all second factors were encrypted anew", async () => {
  const both = await started({ ...settings, TWO_FACTOR_KEYS: `2:${SECRETS.three},1:${SECRETS.two}` });
  expect(await both.signInWith(someone.email, totpOf(factors.uri))).toBe("signed in");
  expect((await both.reencrypt()).changed).toBeGreaterThan(0);
  expect(await both.reencrypt()).toEqual({ changed: 0, unreadable: [] });
  const newest = await started({ ...settings, TWO_FACTOR_KEYS: `2:${SECRETS.three}` });
  expect(await newest.signInWith(someone.email, factors.codes[0] ?? "")).toBe("signed in");
  // Those of the other tests belong to the first key.
  const { prisma } = await import("@/lib/platform/core/db");
  await prisma().twoFactor.deleteMany();
});

test("the operator can reset a second factor whose key is lost; its owner is notified", async () => {
  const product = await started({ ...settings, TWO_FACTOR_KEYS: `7:${SECRETS.three}` });
  expect(await product.signInWith(someone.email, totpOf(factors.uri))).toContain("contact support");
  expect((await product.reencrypt()).unreadable).toContain(someone.id);
  const { prisma, transaction } = await import("@/lib/platform/core/db");
  await expect(transaction((db) => product.reset(db, "nobody@example.com"))).rejects.toThrow("no account");
  expect(await transaction((connection) => product.reset(connection, someone.email.toUpperCase()))).toEqual({
    id: someone.id,
    email: someone.email,
  });
  await expect(transaction((connection) => product.reset(connection, someone.email))).rejects.toThrow("no two-factor");
  expect((await new product.Visitor().signIn(someone.email)).body).toEqual({ status: "signed_in" });
  const notices = await prisma().notification.findMany({ where: { accountId: someone.id } });
  expect(notices.map(({ kind }) => kind)).toContain("security_two_factor");
});

/** Runs an operator's command in a process of its own, which closes its connections when it ends. */
function admin(...args: string[]): [status: number | null, output: string] {
  const { status, stdout } = spawnSync(process.execPath, ["scripts/run.mjs", "admin", ...args], {
    encoding: "utf8",
    env: process.env,
  });
  return [status, stdout];
}

test("npm run admin -- sign-out ends every session, and reset-password queues a link, each with an audit event", async () => {
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  try {
    await client.query(
      "INSERT INTO session (id, account_id, token, expires_at, created_at, updated_at) VALUES ($1, $1, 'x', now() + interval '1 day', now(), now())",
      [someone.id],
    );
    for (const command of ["sign-out", "reset-password"]) {
      expect(admin(command, someone.email)).toEqual([0, expect.stringContaining(someone.email)]);
    }
    const { rows: sessions } = await client.query("SELECT 1 FROM session WHERE account_id = $1", [someone.id]);
    const { rows: requests } = await client.query("SELECT purpose FROM link_request WHERE email = $1", [someone.email]);
    const { rows: events } = await client.query(
      "SELECT action FROM audit_event WHERE subject_id = $1 AND action IN ('account.sign_out', 'account.reset_password')",
      [someone.id],
    );
    expect([sessions.length, requests, events.length]).toEqual([0, [{ purpose: "reset-password" }], 2]);
  } finally {
    await client.end();
  }
});

test("npm run admin -- reset-2fa resets a second factor and leaves an audit event", async () => {
  expect(admin("reset-2fa", someone.email)).toEqual([0, expect.any(String)]);
  const client = new Client({ connectionString: process.env.DATABASE_URL });
  await client.connect();
  const { rows } = await client.query(
    `SELECT a.two_factor_enabled, e.action FROM account a JOIN audit_event e ON e.subject_id = a.id::text WHERE a.id = $1`,
    [someone.id],
  );
  await client.end();
  expect(rows).toEqual([{ two_factor_enabled: false, action: "account.reset_2fa" }]);
});
