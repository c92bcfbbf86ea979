import { afterAll, describe, expect, test, vi } from "vitest";

const provider = await vi.hoisted(async () => {
  const { startProvider } = await import("@/tests/support/provider");
  const started = await startProvider();
  Object.assign(process.env, {
    GITHUB_URL: started.url,
    GITHUB_CLIENT_ID: started.client.id,
    GITHUB_CLIENT_SECRET: started.client.secret,
    GOOGLE_API_BASE: started.url,
    GOOGLE_CLIENT_ID: started.client.id,
    GOOGLE_CLIENT_SECRET: started.client.secret,
    ADMIN_EMAILS: "chief@example.com",
  });
  return started;
});

import { prisma } from "@/lib/platform/core/db";
import { readEnv } from "@/lib/platform/core/env";
import * as site from "@/lib/platform/site/service";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { type Person, person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";
import { codeOf, someoneSignedIn, Visitor, withTwoFactor } from "@/tests/support/visitor";

afterAll(() => provider.stop());

let last = 1000;
/** Somebody at the provider, whom nobody here knows. */
function someoneThere(email = `there-${++last}@example.com`, more: { isVerified?: boolean } = {}) {
  return { id: ++last, name: "Ada Lovelace", email, isVerified: true, ...more };
}

type Who = ReturnType<typeof someoneThere>;

/** Signs in with a provider as that person would. Returns where the browser ends up. */
async function signIn(visitor: Visitor, who: Who, { id = "github", next = "/wallet" } = {}): Promise<URL> {
  provider.state.person = who;
  const asked = await visitor.follow(`/sign-in/${id}?next=${encodeURIComponent(next)}`);
  const answered = await fetch(asked.location, { redirect: "manual" });
  const back = new URL(answered.headers.get("location") ?? "");
  expect(back.pathname).toBe(`/api/auth/callback/${id}`);
  const { status, location } = await visitor.follow(`/callback/${id}${back.search}`, {
    "sec-fetch-site": "cross-site",
  });
  expect(status).toBe(303);
  return new URL(location, "http://here.test");
}

/** Confirms a person's email. */
const confirm = ({ id }: Person) => prisma().account.update({ where: { id }, data: { emailVerified: true } });

describe("signing in with a provider", () => {
  test.each(["github", "google"])("%s: somebody new gets a verified account and the first steps", async (id) => {
    const [visitor, who] = [new Visitor(), someoneThere()];
    expect((await signIn(visitor, who, { id, next: "/" })).pathname).toBe("/welcome");
    expect(await visitor.isSignedIn()).toBe(true);
    const account = await prisma().account.findUniqueOrThrow({
      where: { email: who.email },
      include: { credentials: true },
    });
    expect(account).toMatchObject({ name: "Ada Lovelace", emailVerified: true, role: "user", image: null });
    expect(account.credentials).toMatchObject([
      { providerId: id, accessToken: null, refreshToken: null, idToken: null },
    ]);
    const key = await visitor.api("POST", "/v1/keys", { body: { name: "first" } });
    expect(key.status).toBe(200);
    const again = new Visitor();
    expect((await signIn(again, who, { id })).pathname).toBe("/wallet");
    expect(await prisma().account.count({ where: { email: who.email } })).toBe(1);
  });

  test("while registration is closed, a provider opens known accounts only; a new one records the terms", async () => {
    const known = someoneThere();
    await signIn(new Visitor(), known);
    const { terms_version: termsVersion } = await site.current();
    expect(await prisma().account.findUnique({ where: { email: known.email } })).toMatchObject({
      termsVersion,
    });
    await prisma().siteSettings.create({ data: { settings: { registration: "closed" } } });
    try {
      const stranger = someoneThere();
      const refused = await signIn(new Visitor(), stranger);
      expect([refused.pathname, refused.searchParams.get("error")]).toEqual(["/sign-in", "registration_closed"]);
      expect(await prisma().account.count({ where: { email: stranger.email } })).toBe(0);
      expect((await signIn(new Visitor(), known)).pathname).toBe("/wallet");
    } finally {
      await prisma().siteSettings.deleteMany();
    }
  });

  test("a provider's renamed email still opens the account that its id stands for", async () => {
    const who = someoneThere();
    await signIn(new Visitor(), who);
    const visitor = new Visitor();
    await signIn(visitor, { ...who, email: `renamed-${who.email}` });
    expect((await visitor.api("GET", "/v1/account")).body.email).toBe(who.email);
  });

  test("an account with the same confirmed email is opened, its owner is told, and its password still works", async () => {
    const someone = await person();
    await confirm(someone);
    const visitor = new Visitor();
    await signIn(visitor, someoneThere(someone.email));
    expect((await visitor.api("GET", "/v1/account")).body.id).toBe(someone.id);
    const { body } = await visitor.api("GET", "/v1/notifications");
    expect(body.data.map(({ title }) => title)).toEqual(["A way to sign in was added"]);
    expect((await new Visitor().signIn(someone.email)).status).toBe(200);
  });

  test("an account whose email nobody has confirmed is not opened", async () => {
    const someone = await person();
    const visitor = new Visitor();
    const page = await signIn(visitor, someoneThere(someone.email));
    expect([page.pathname, page.searchParams.get("error")]).toEqual(["/sign-in", "provider_not_linked"]);
    expect(page.searchParams.get("next")).toBe("/wallet");
    expect(await visitor.isSignedIn()).toBe(false);
    expect(await prisma().credential.count({ where: { ownerId: someone.id } })).toBe(1);
  });

  test.each(["github", "google"])("%s: an email that the provider has not verified counts for nothing", async (id) => {
    const someone = await person();
    await confirm(someone);
    const strangers = [
      someoneThere(someone.email, { isVerified: false }),
      someoneThere(undefined, { isVerified: false }),
    ];
    for (const stranger of strangers) {
      const visitor = new Visitor();
      const page = await signIn(visitor, stranger, { id });
      expect(page.searchParams.get("error")).toBe("provider_email");
      expect(await visitor.isSignedIn()).toBe(false);
    }
    expect(await prisma().account.count({ where: { email: strangers[1]?.email ?? "" } })).toBe(0);
  });

  test("the second factor holds: the provider alone opens nothing", async () => {
    const { someone, visitor } = await someoneSignedIn();
    await confirm(someone);
    const { uri } = await withTwoFactor(visitor);
    const other = new Visitor();
    const page = await signIn(other, someoneThere(someone.email));
    expect([page.pathname, page.searchParams.get("next")]).toEqual(["/sign-in/code", "/wallet"]);
    expect(await other.isSignedIn()).toBe(false);
    expect((await other.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
    expect(await other.isSignedIn()).toBe(true);
  });

  test("a suspended account gets no session", async () => {
    const [visitor, who] = [new Visitor(), someoneThere()];
    await signIn(visitor, who);
    await prisma().account.update({ where: { email: who.email }, data: { suspendedAt: new Date() } });
    const other = new Visitor();
    const page = await signIn(other, who);
    expect(page.searchParams.get("error")).toBe("account_suspended");
    expect(await other.isSignedIn()).toBe(false);
  });

  test("an address of ADMIN_EMAILS becomes an administrator by our own link alone", async () => {
    const visitor = new Visitor();
    await signIn(visitor, someoneThere("chief@example.com"));
    expect((await visitor.api("GET", "/v1/account")).body).toMatchObject({
      role: "user",
      email_verified: false,
    });
    const token = tokenOf(await mailTo("chief@example.com"));
    const { body } = await visitor.api("PUT", "/v1/account/verification", { body: { token } });
    expect(body).toMatchObject({ role: "admin", email_verified: true });
  });

  test("an answer without this browser's state, a forged one, and a refusal open nothing", async () => {
    const visitor = new Visitor();
    provider.state.person = someoneThere();
    const asked = await visitor.follow("/sign-in/github");
    const answered = await fetch(asked.location, { redirect: "manual" });
    const { search } = new URL(answered.headers.get("location") ?? "");
    const stolen = await new Visitor().follow(`/callback/github${search}`, {});
    expect(stolen.location).toMatch(/^\/sign-in\?.*error=provider_failed/);
    const other = new Visitor();
    const { location } = await other.follow("/sign-in/github?next=/wallet");
    const state = new URL(location).searchParams.get("state") ?? "";
    const refused = await other.follow(`/callback/github?error=access_denied&state=${state}`, {});
    expect(refused.location).toMatch(/^\/sign-in\?next=%2Fwallet&error=provider_denied/);
    expect([await visitor.isSignedIn(), await other.isSignedIn()]).toEqual([false, false]);
  });

  test("other sites can't begin a sign-in, and nobody with a provider that is not configured", async () => {
    const fromElsewhere = await new Visitor().follow("/sign-in/github", { "sec-fetch-site": "cross-site" });
    expect(fromElsewhere.status).toBe(403);
    expect((await new Visitor().follow("/sign-in/gitlab")).status).toBe(404);
  });

  test("an account without a password sets one by mail, and keeps one way in", async () => {
    const [visitor, who] = [new Visitor(), someoneThere()];
    await signIn(visitor, who);
    const only = await visitor.post("/provider/remove", { provider: "github" });
    expect([only.status, codeOf(only)]).toEqual([400, "account_in_use"]);
    expect((await visitor.post("/two-factor/enable", {})).status).toBe(200);
    await visitor.post("/request-password-reset", { email: who.email });
    const token = tokenOf(await mailTo(who.email));
    const new_password = "a long password of mine";
    expect((await visitor.post("/reset-password", { token, new_password })).status).toBe(200);
    expect((await visitor.signIn(who.email, new_password)).status).toBe(200);
    expect(codeOf(await visitor.post("/provider/remove", { provider: "github" }))).toBe("wrong_password");
    const removed = await visitor.post("/provider/remove", { provider: "github", password: new_password });
    expect(removed.status).toBe(200);
    const page = await signIn(new Visitor(), who);
    // The email is confirmed: signing in connects it again, and says so.
    expect(page.pathname).toBe("/wallet");
  });

  test("half a configuration is refused at the start", () => {
    const wrong = () => readEnv({ GITHUB_CLIENT_ID: "x", DATA_DIR: process.env.DATA_DIR });
    expect(wrong).toThrow("GITHUB_CLIENT_ID and GITHUB_CLIENT_SECRET belong together");
  });
});
