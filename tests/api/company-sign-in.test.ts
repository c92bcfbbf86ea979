import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";

await vi.hoisted(() => import("@/tests/support/company-ports"));

import { isSharedDomain } from "@/lib/identity/organizations/shared-domains";
import * as signIn from "@/lib/identity/organizations/sign-in";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import {
  actions,
  answer,
  back,
  begin,
  type Company,
  company,
  companyOf,
  employee,
  errorOf,
  go,
  leave,
  newcomer,
  patch,
  provider,
  put,
  REDIRECT_URI,
  records,
  settings,
  startCompany,
} from "@/tests/support/company";
import { PORTS } from "@/tests/support/company-ports";
import { CLIENT, type Employee } from "@/tests/support/company-provider";
import { actingFor, join, keyOf, member, organization, verified } from "@/tests/support/organizations";
import { unique } from "@/tests/support/people";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

let stop: () => Promise<void>;
beforeAll(async () => {
  stop = await startCompany();
});
afterAll(() => stop());

beforeEach(() => {
  provider.state.isDenied = false;
});

describe("the settings", () => {
  test("are stored after the provider was read, without showing the secret, which is encrypted", async () => {
    const acme = await companyOf(await organization());
    expect(answer(await acme.owner.visitor.api("GET", acme.path))).toBe("404 not_found");
    const { status, body } = await put(acme, settings(acme.domain));
    expect([status, body]).toMatchObject([
      200,
      { issuer: provider.url, obligatory: false, verified_at: null, redirect_uri: REDIRECT_URI + acme.id },
    ]);
    expect(JSON.stringify(body)).not.toContain(CLIENT.secret);
    const row = await prisma().organizationSignIn.findUniqueOrThrow({ where: { organizationId: acme.id } });
    expect(row.clientSecret).not.toContain(CLIENT.secret);
    expect(answer(await put(acme, settings(acme.domain, { client_secret: undefined })))).toBe(200);
    expect(answer(await put(acme, settings(acme.domain, { client_secret: undefined, client_id: "other" })))).toBe(
      "400 invalid_request",
    );
    await prisma().organizationSignIn.update({
      where: { organizationId: acme.id },
      data: { clientSecret: `0${row.clientSecret.slice(row.clientSecret.indexOf("."))}` },
    });
    expect(await signIn.reseal()).toMatchObject({ unreadable: 1 });
  });

  test.each([
    ["a shared mail domain", { domain: "gmail.com" }, "domain"],
    ["no domain", { domain: "acme" }, "domain"],
    ["an issuer without a description", { issuer: `http://${UPSTREAM}` }, "issuer"],
    ["an issuer on a private address", { issuer: "https://10.0.0.1" }, "issuer"],
    ["an issuer on this machine", { issuer: "http://127.0.0.1:9" }, "issuer"],
    ["an issuer that is no URL", { issuer: "login.example.com" }, "issuer"],
  ])("refuse %s", async (_, more, param) => {
    const acme = await companyOf(await organization());
    const { body } = await put(acme, settings(acme.domain, more));
    expect(body.error).toMatchObject({ code: "invalid_request", param });
  });

  test("refuse a provider that states another issuer, as those of many companies do", async () => {
    const upstream = await startUpstream({
      "openid-configuration": (_, response) =>
        response.end(
          JSON.stringify({
            issuer: "https://login.microsoftonline.com/{tenantid}/v2.0",
            authorization_endpoint: "https://login.example.com/authorize",
            token_endpoint: "https://login.example.com/token",
            jwks_uri: "https://login.example.com/keys",
          }),
        ),
    });
    const acme = await companyOf(await organization());
    const { body } = await put(acme, settings(acme.domain, { issuer: `http://${UPSTREAM}` }));
    expect(body.error).toMatchObject({ code: "invalid_request", param: "issuer" });
    await upstream.close();
  });

  test("a domain belongs to the organization that proves it first; others can't set it up or verify it", async () => {
    const [acme, rival] = [await company(), await companyOf(await organization())];
    expect((await put(rival, settings(acme.domain))).body.error).toMatchObject({ param: "domain" });
    const [one, two] = [await companyOf(await organization()), await companyOf(await organization())];
    const domain = `both${unique()}.example`;
    const txt = [];
    for (const each of [one, two]) {
      const { body } = await put(each, settings(domain));
      txt.push({ name: String(body.txt_name), value: String(body.txt_value) });
    }
    const verify = ({ owner, path }: Company) => owner.visitor.api("POST", `${path}/check`);
    expect(answer(await verify(one))).toBe("400 domain_unverified");
    records.set(txt[0]?.name ?? "", txt[0]?.value ?? "");
    expect(answer(await verify(one))).toBe(200);
    records.set(txt[1]?.name ?? "", txt[1]?.value ?? "");
    const late = await verify(two);
    expect(late.body.error).toMatchObject({ code: "invalid_request", param: "domain" });
    expect(isSharedDomain("googlemail.com")).toBe(true);
  });

  test("the obligation needs a verified domain, a sign-in that worked, and an owner with another way in", async () => {
    const acme = await companyOf(await organization());
    await put(acme, settings(acme.domain));
    expect((await patch(acme, { obligatory: true })).body.error).toMatchObject({ param: "obligatory" });
    const proven = await company();
    expect((await patch(proven, { obligatory: true })).body.error.message).toContain("test the sign-in");
    provider.state.employee = employee(proven, { email: "ada@elsewhere.example" });
    expect(await go(proven.owner.visitor, `organization=${proven.handle}&test=1`)).toContain("tested=company_email");
    provider.state.employee = employee(proven);
    expect(await go(proven.owner.visitor, `organization=${proven.handle}&test=1`)).toContain("tested=ok");
    // A test links nothing.
    expect(await prisma().companyIdentity.count({ where: { organizationId: proven.id } })).toBe(0);
    const hired = await newcomer(proven);
    expect((await patch(proven, { obligatory: true, way_in: hired.id })).body.error).toMatchObject({ param: "way_in" });
    await join(proven, hired.id, "owner");
    expect((await patch(proven, { obligatory: true, way_in: hired.id })).body.error).toMatchObject({ param: "way_in" });
    expect((await patch(proven, { obligatory: true })).body).toMatchObject({
      obligatory: true,
      way_in: { id: proven.owner.person.id },
    });
  });

  test("are an owner's in a browser: other members, keys and strangers are refused", async () => {
    const acme = await company();
    const { key } = await keyOf(acme, acme.owner);
    expect(answer(await call("DELETE", acme.path, { key }))).toBe("403 session_required");
    const billing = await member(acme, "billing");
    expect(answer(await billing.visitor.api("GET", acme.path))).toBe("403 role_required");
    expect(await go(billing.visitor, `organization=${acme.handle}&test=1`)).toContain("tested=company_session");
    expect(answer(await (await verified()).visitor.api("GET", acme.path))).toBe("404 not_found");
    expect(await actions(acme)).toEqual(expect.arrayContaining(["sign_in.change", "sign_in.verify_domain"]));
  });
});

describe("somebody new", () => {
  test("joins with the default role, by a session that opens the organization and nothing else", async () => {
    const acme = await company();
    await patch(acme, { default_role: "viewer" });
    const { visitor, id } = await newcomer(acme);
    const mine = await visitor.api("GET", "/v1/account");
    expect(mine.body).toMatchObject({ id, email_verified: false, acting_for: { handle: acme.handle, role: "viewer" } });
    const foreign = await organization();
    await join(foreign, id, "owner");
    expect((await visitor.api("GET", "/v1/organizations")).body.data.map(({ handle }) => handle)).toEqual([
      acme.handle,
    ]);
    expect(answer(await visitor.api("GET", `/v1/organizations/${foreign.handle}`))).toBe("404 not_found");
    const own = { "acting-for": id };
    expect(answer(await visitor.api("GET", "/v1/balance", { headers: own }))).toBe("409 wrong_account");
    expect(answer(await visitor.api("POST", "/v1/keys", { headers: own, body: {} }))).toBe("409 wrong_account");
    const more = actingFor(acme);
    for (const [method, path, body] of [
      ["POST", "/v1/organizations", { name: "Mine", handle: `mine-${unique()}` }],
      ["GET", "/v1/account/invitations", undefined],
      ["GET", "/v1/account/sessions", undefined],
      ["PATCH", "/v1/account", { name: "Other" }],
      ["GET", "/v1/account/company-identities", undefined],
    ] as const)
      expect([path, answer(await visitor.api(method, path, { headers: more, body }))]).toEqual([
        path,
        "403 not_for_organizations",
      ]);
    for (const [path, body] of [
      ["/passkey/begin", {}],
      ["/two-factor/enable", {}],
      ["/two-factor/verify-totp", { code: "123456" }],
      ["/change-password", { current_password: "a long password", new_password: "another long password" }],
    ] as const)
      expect([path, answer(await visitor.post(path, body))]).toEqual([path, "403 not_for_organizations"]);
    expect((await visitor.post("/sign-out", {})).status).toBe(200);
    expect(await visitor.isSignedIn()).toBe(false);
  });

  test("is the same person by issuer and subject, whatever the email is by now", async () => {
    const acme = await company();
    const { who, id } = await newcomer(acme);
    provider.state.employee = { ...who, email: "ada@elsewhere.example" };
    const again = new Visitor();
    expect(await go(again, `domain=${acme.domain}`)).toBe("/wallet");
    expect((await again.api("GET", "/v1/account")).body.id).toBe(id);
    // Another subject with the same email is somebody else.
    provider.state.employee = { ...who, sub: "another" };
    expect(errorOf(await go(new Visitor(), `domain=${acme.domain}`))).toBe("company_link_first");
  });

  test("needs an email of the domain that the provider doesn't deny, and an open registration", async () => {
    const acme = await company();
    const refused = async (more: Partial<Employee>) => {
      provider.state.employee = employee(acme, more);
      return errorOf(await go(new Visitor(), `domain=${acme.domain}`));
    };
    expect(await refused({ email: `ada@sub.${acme.domain}` })).toBe("company_email");
    expect(await refused({ email_verified: false })).toBe("company_email");
    expect(await refused({ email_verified: undefined as never })).toBe("company_email");
    expect(await refused({ email: undefined as never })).toBe("company_email");
    await prisma().siteSettings.create({ data: { settings: { registration: "closed" } } });
    expect(await refused({})).toBe("registration_closed");
    await prisma().siteSettings.deleteMany();
    provider.state.isDenied = true;
    expect(await refused({})).toBe("company_denied");
  });

  test("comes twice at the same time and is one", async () => {
    const acme = await company();
    provider.state.employee = employee(acme);
    const visitors = [new Visitor(), new Visitor()];
    const paths: string[] = [];
    for (const each of visitors) paths.push(await begin(each, `domain=${acme.domain}`));
    const ends = await Promise.all(visitors.map((each, index) => back(each, paths[index] ?? "")));
    expect(ends).toEqual(["/wallet", "/wallet"]);
    expect(await prisma().membership.count({ where: { organizationId: acme.id } })).toBe(2);
  });
});

describe("a response of the provider", () => {
  test("counts once, in the browser and for the session that asked for it, with its own state and code", async () => {
    const acme = await company();
    provider.state.employee = employee(acme);
    const [visitor, other] = [new Visitor(), new Visitor()];
    const search = await begin(visitor, `domain=${acme.domain}`);
    expect(errorOf(await back(other, search))).toBe("company_expired");
    const second = await begin(other, `domain=${acme.domain}`);
    expect(errorOf(await back(visitor, second))).toBe("company_failed");
    expect(errorOf(await back(visitor, search))).toBe("company_expired");
    // With the cookie of the first and the code of the second, the state and the verifier are wrong.
    const [mine, theirs] = [new Visitor(), new Visitor()];
    const url = new URL(await begin(mine, `domain=${acme.domain}`), "http://market.test");
    const stolen = new URL(await begin(theirs, `domain=${acme.domain}`), "http://market.test");
    url.searchParams.set("code", stolen.searchParams.get("code") ?? "");
    expect(errorOf(await back(mine, url.pathname + url.search))).toBe("company_failed");
    expect(await prisma().membership.count({ where: { organizationId: acme.id } })).toBe(1);
    // The link is for the session that began it.
    const ada = await member(acme, "member");
    const linking = await begin(ada.visitor, `organization=${acme.handle}`);
    await ada.visitor.signIn(ada.person.email);
    expect(errorOf(await back(ada.visitor, linking))).toBe("company_session");
  });

  test("fetches nothing from addresses that calls must not reach", async () => {
    let asked = 0;
    const upstream = await startUpstream({
      "openid-configuration": (_, response) =>
        response.end(
          JSON.stringify({
            issuer: `http://${UPSTREAM}`,
            authorization_endpoint: "https://login.example.com/authorize",
            token_endpoint: `http://127.0.0.1:${PORTS.names}/token`,
            jwks_uri: `http://127.0.0.1:${PORTS.names}/keys`,
          }),
        ),
      token: (_, response) => {
        asked++;
        response.end("{}");
      },
    });
    const acme = await companyOf(await organization());
    expect(answer(await put(acme, settings(acme.domain, { issuer: `http://${UPSTREAM}` })))).toBe(200);
    const visitor = acme.owner.visitor;
    const location = await leave(visitor, `organization=${acme.handle}&test=1`);
    expect(new URL(location).origin).toBe("https://login.example.com");
    const state = new URL(location).searchParams.get("state") ?? "";
    const ended = await back(visitor, `/callback/company/${acme.id}?${new URLSearchParams({ code: "x", state })}`);
    expect([ended, asked]).toEqual([expect.stringContaining("tested=company_failed"), 0]);
    await upstream.close();
  });
});
