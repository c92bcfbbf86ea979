import { afterAll, beforeAll, expect, test, vi } from "vitest";

await vi.hoisted(() => {
  // Ten times the limits, since all browsers of this file have one address.
  Object.assign(process.env, { RATE_LIMITS: "on", RATE_LIMIT_SCALE: "10" });
  return import("@/tests/support/company-ports");
});

import * as people from "@/lib/identity/organizations/company-people";
import { pool, prisma } from "@/lib/platform/core/db";
import {
  answer,
  back,
  begin,
  company,
  employee,
  errorOf,
  go,
  link,
  newcomer,
  provider,
  startCompany,
} from "@/tests/support/company";
import { member, verified } from "@/tests/support/organizations";
import { person } from "@/tests/support/people";
import { signedIn, Visitor } from "@/tests/support/visitor";

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startCompany();
});
afterAll(() => stop());

test("a code that comes back at another organization's path counts for nothing", async () => {
  const [evil, acme] = [await company(), await company()];
  provider.state.employee = employee(acme);
  const visitor = new Visitor();
  const asked = await begin(visitor, `domain=${evil.domain}`);
  provider.state.requests.length = 0;
  expect(errorOf(await back(visitor, asked.replace(evil.id, acme.id)))).toBe("company_expired");
  expect(provider.state.requests).toEqual([]);
  expect(errorOf(await back(visitor, asked))).toBe("company_expired");
  expect((await visitor.follow("/callback/company?code=x")).status).toBe(404);
});

test("a sign-in begins by a form of our own pages only, and strangers learn of no organization by its handle", async () => {
  const asked = "domain=acme.example";
  expect((await new Visitor().follow(`/sign-in/company?${asked}`)).status).toBe(404);
  expect((await new Visitor().submit("/sign-in/company", asked, { "sec-fetch-site": "cross-site" })).status).toBe(403);
  expect(errorOf(await go(new Visitor(), "domain=unknown.example"))).toBe("company_unknown");
  const acme = await company();
  const stranger = await signedIn(await person());
  for (const handle of ["unknown", acme.handle]) {
    expect([handle, errorOf(await go(stranger, `organization=${handle}`))]).toEqual([handle, "company_unknown"]);
    expect([handle, errorOf(await go(new Visitor(), `organization=${handle}`))]).toEqual([handle, "company_session"]);
  }
});

test("an account of Google is the company's by its hosted domain, at each sign-in", async () => {
  const acme = await company();
  const { who, visitor } = await newcomer(acme);
  const google = "https://accounts.google.com";
  await prisma().organizationSignIn.update({ where: { organizationId: acme.id }, data: { issuer: google } });
  await prisma().companyIdentity.updateMany({ where: { organizationId: acme.id }, data: { issuer: google } });
  const row = await prisma().organizationSignIn.findUniqueOrThrow({ where: { organizationId: acme.id } });
  const claims = { issuer: google, subject: who.sub, email: who.email, emailVerified: true, name: "Ada" };
  const browser = { headers: new Headers(), address: visitor.address };
  const admit = (hostedDomain?: string) => people.admit(row, { ...claims, hostedDomain }, browser);
  expect(await admit()).toEqual({ refusal: "company_email" });
  expect(await admit("elsewhere.example")).toEqual({ refusal: "company_email" });
  expect(await admit(acme.domain)).toMatchObject({ cookie: expect.stringContaining("session_token") });
});

test("accounts that a sign-in creates are limited for each organization", async () => {
  const acme = await company();
  await newcomer(acme);
  const used = "UPDATE rate_counter SET count = 4999 + count WHERE bucket = 'companyAccount' AND subject = $1";
  expect((await pool().query(used, [acme.id])).rowCount).toBe(1);
  provider.state.employee = employee(acme);
  expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("rate_limited");
});

test("a sign-in that fails on our side leads back to its page, which says so, and not to an error in JSON", async () => {
  const acme = await company();
  await pool().query("ALTER TABLE organization_sign_in RENAME TO away");
  try {
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("internal");
  } finally {
    await pool().query("ALTER TABLE away RENAME TO organization_sign_in");
  }
  expect((await begin(new Visitor(), `domain=${acme.domain}`)).length).toBeGreaterThan(0);
});

test("an account joins with a verified email only, and its own session is never replaced", async () => {
  const acme = await company();
  const ada = await verified();
  await prisma().account.update({ where: { id: ada.person.id }, data: { emailVerified: false } });
  expect(errorOf(await link(acme, ada))).toBe("company_own_email");
  expect(await prisma().membership.count({ where: { personId: ada.person.id } })).toBe(0);
  await prisma().account.update({ where: { id: ada.person.id }, data: { emailVerified: true } });
  expect(await link(acme, ada)).toBe("/wallet");
  expect((await ada.visitor.api("GET", "/v1/account")).body).toMatchObject({ id: ada.person.id, acting_for: null });
});

test("a removed member is recognized with another account, also without the link, until an invitation", async () => {
  const acme = await company();
  const { who, id } = await newcomer(acme);
  const ada = await member(acme, "member");
  const hers = employee(acme);
  await link(acme, ada, hers);
  expect(answer(await ada.visitor.api("DELETE", `/v1/account/company-identities/${acme.handle}`))).toBe(200);
  for (const person of [id, ada.person.id])
    await acme.owner.visitor.api("DELETE", `/v1/organizations/${acme.handle}/members/${person}`);
  await pool().query("SELECT account_close($1)", [id]);
  for (const each of [who, hers]) {
    provider.state.employee = each;
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_removed");
  }
  const other = await verified();
  expect(errorOf(await link(acme, other, who))).toBe("company_removed");
  const invited = await acme.owner.visitor.api("POST", `/v1/organizations/${acme.handle}/invitations`, {
    body: { email: other.person.email, role: "viewer" },
  });
  expect(answer(await other.visitor.api("POST", `/v1/account/invitations/${invited.body.id}`))).toBe(200);
  expect(await link(acme, other, who)).toBe("/wallet");
});
