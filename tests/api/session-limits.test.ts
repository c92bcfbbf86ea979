import { describe, expect, test, vi } from "vitest";

vi.hoisted(() => {
  process.env.RATE_LIMITS = "on";
});

import { prisma } from "@/lib/platform/core/db";
import { WINDOWS } from "@/lib/platform/ratelimit/policy";
import { mailTo, tokenOf } from "@/tests/support/mails";
import { person } from "@/tests/support/people";
import { totpOf } from "@/tests/support/totp";
import { Visitor, withTwoFactor } from "@/tests/support/visitor";
import { beginEarlyInWindow } from "@/tests/support/windows";

beginEarlyInWindow();

let host = 0;
const stranger = () => new Visitor(`198.51.${100 + Math.floor(++host / 250)}.${host % 250}`);
const statusesOf = async (count: number, attempt: (index: number) => Promise<{ status: number }>) => {
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await attempt(i)).status);
  return statuses;
};
const { most } = WINDOWS.signIn;

describe("guessing passwords", () => {
  test("one address gets ten attempts in fifteen minutes, right or wrong, and is told how long to wait", async () => {
    const someone = await person();
    const { address } = stranger();
    const statuses = await statusesOf(most, () => new Visitor(address).signIn(someone.email, "wrong"));
    expect(new Set(statuses)).toEqual(new Set([401]));
    const refused = await new Visitor(address).signIn(someone.email);
    expect([refused.status, refused.body.error.code]).toEqual([429, "rate_limited"]);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    expect((await new Visitor(address).signIn("somebody-else@example.com")).status).toBe(429);
    expect((await stranger().signIn(someone.email)).status).toBe(200);
  });

  test("strangers everywhere together get a hundred at one account, known or not; the owner's browsers still get in", async () => {
    const someone = await person();
    const owner = stranger();
    await owner.signIn(someone.email);
    await owner.post("/sign-out", {});
    const attempts = WINDOWS.signInNewBrowser.most;
    for (const email of [someone.email, "nobody-at-all@example.com"]) {
      const statuses = await statusesOf(attempts + 1, () => stranger().signIn(email, "wrong"));
      expect(statuses.indexOf(429)).toBeGreaterThanOrEqual(attempts - 1);
    }
    expect((await stranger().signIn(someone.email)).status).toBe(429);
    owner.address = stranger().address;
    expect((await owner.signIn(someone.email)).status).toBe(200);
  });

  test("a browser of one account is no browser of another's", async () => {
    const [mine, theirs] = [await person(), await person()];
    const visitor = stranger();
    await visitor.signIn(mine.email);
    const statuses = await statusesOf(most + 1, () => visitor.signIn(theirs.email, "wrong"));
    expect(statuses).toContain(429);
  });

  test("a mark that somebody made up counts for nothing", async () => {
    const someone = await person();
    const visitor = stranger();
    visitor.cookies.set("marketplace.device", "bm9uY2U.c2lnbmF0dXJl");
    const statuses = await statusesOf(most + 1, () => visitor.signIn(someone.email, "wrong"));
    expect(statuses.at(-1)).toBe(429);
  });

  test("a stolen session gets ten guesses at the password", async () => {
    const someone = await person();
    const visitor = stranger();
    await visitor.signIn(someone.email);
    const statuses = await statusesOf(WINDOWS.password.most + 1, (i) =>
      visitor.post(["/two-factor/enable", "/two-factor/disable"][i % 2] ?? "", { password: "wrong" }),
    );
    expect(statuses.indexOf(429)).toBe(WINDOWS.password.most);
  });
});

describe("guessing codes", () => {
  test("who knows the password gets twenty guesses an hour from everywhere; the owner gets in by code and by recovery code", async () => {
    const someone = await person();
    const owner = stranger();
    await owner.signIn(someone.email);
    const { uri, codes } = await withTwoFactor(owner);
    const limit = WINDOWS.secondStepNewBrowser.most;
    let guesses = 0;
    let status = 0;
    while (status !== 429 && guesses <= limit) {
      const visitor = stranger();
      await visitor.signIn(someone.email);
      for (let i = 0; i < 4 && status !== 429; i++)
        ({ status } = await visitor.post("/two-factor/verify-totp", { code: String(100_000 + guesses++) }));
    }
    expect([status, guesses]).toEqual([429, limit + 1]);
    const elsewhere = stranger();
    await elsewhere.signIn(someone.email);
    expect((await elsewhere.post("/two-factor/verify-totp", { code: totpOf(uri, 1) })).status).toBe(429);
    const recovered = await elsewhere.post("/two-factor/verify-recovery-code", { code: codes[0] });
    expect(recovered.status).toBe(200);
    await owner.post("/sign-out", {});
    await owner.signIn(someone.email);
    expect((await owner.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  });

  test("one address gets ten guesses at recovery codes", async () => {
    const someone = await person();
    const owner = stranger();
    await owner.signIn(someone.email);
    await withTwoFactor(owner);
    const visitor = stranger();
    const statuses: number[] = [];
    for (let i = 0; i <= WINDOWS.secondStep.most; i++) {
      if (i % 5 === 0) await visitor.signIn(someone.email);
      statuses.push((await visitor.post("/two-factor/verify-recovery-code", { code: `aaaaa-${10_000 + i}` })).status);
    }
    expect(statuses.indexOf(429)).toBe(WINDOWS.secondStep.most);
  });

  test("who has the mailbox and chooses one new password after the other gets no more guesses by it", async () => {
    const someone = await person();
    await prisma().account.update({ where: { id: someone.id }, data: { emailVerified: true } });
    const owner = stranger();
    await owner.signIn(someone.email);
    await withTwoFactor(owner);
    const { address } = stranger();
    const guesses: number[] = [];
    for (let round = 0; round < 3; round++) {
      const thief = new Visitor(address);
      await thief.post("/request-password-reset", { email: someone.email });
      const new_password = `a password of the thief ${round}`;
      await thief.post("/reset-password", { token: tokenOf(await mailTo(someone.email)), new_password });
      for (let i = 0; i < WINDOWS.secondStep.most; i++) {
        if (i % 4 === 0) await thief.signIn(someone.email, new_password);
        const code = String(100_000 + guesses.length);
        guesses.push((await thief.post("/two-factor/verify-totp", { code })).status);
      }
    }
    expect(guesses.filter((status) => status !== 429).length).toBeLessThanOrEqual(WINDOWS.secondStep.most);
  });

  test("the owner's browsers together have so many guesses a day, whoever sits at them; a recovery code still lets in", async () => {
    const someone = await person();
    const browsers = Array.from({ length: 7 }, stranger);
    for (const browser of browsers) await browser.signIn(someone.email);
    const [owner] = browsers;
    if (!owner) throw new Error("no browser");
    const { codes } = await withTwoFactor(owner);
    const guesses: number[] = [];
    for (const browser of browsers) {
      await browser.post("/sign-out", {});
      for (let i = 0; i < WINDOWS.secondStep.most - 1; i++) {
        if (i % 4 === 0) await browser.signIn(someone.email);
        const code = String(100_000 + guesses.length);
        guesses.push((await browser.post("/two-factor/verify-totp", { code })).status);
      }
    }
    const allowed = guesses.filter((status) => status !== 429).length;
    expect(allowed).toBeLessThanOrEqual(WINDOWS.secondStepKnown.most);
    expect(allowed).toBeGreaterThan(WINDOWS.secondStepKnown.most / 2);
    await owner.signIn(someone.email);
    expect((await owner.post("/two-factor/verify-recovery-code", { code: codes[0] })).status).toBe(200);
  });
});
