import { expect } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { PORTS } from "@/tests/support/company-ports";
import { CLIENT, type Employee, startCompanyProvider, throughProvider } from "@/tests/support/company-provider";
import { startNameServer } from "@/tests/support/name-server";
import { organization, type Signed, type TestOrganization } from "@/tests/support/organizations";
import { unique } from "@/tests/support/people";
import { codeOf, Visitor } from "@/tests/support/visitor";

/** Where the organizations' redirect URIs begin. */
export const REDIRECT_URI = "http://market.test/api/auth/callback/company/";
/** TXT records by name. */
export const records = new Map<string, string>();
export let provider: Awaited<ReturnType<typeof startCompanyProvider>>;

/** Starts a name server and a provider. Returns how both end. */
export async function startCompany(): Promise<() => Promise<void>> {
  const names = await startNameServer(
    () => "unknown",
    PORTS.names,
    (name) => records.get(name),
  );
  provider = await startCompanyProvider(PORTS.provider, REDIRECT_URI);
  return async () => {
    await provider.stop();
    await names.close();
  };
}

/** The status of a response, and the code of a failure. */
export const answer = ({ status, body }: { status: number; body: { error?: { code: string } } }) =>
  status === 200 ? 200 : `${status} ${codeOf({ body })}`;
export type Company = TestOrganization & { domain: string; path: string };

/** What an owner sets up. */
export const settings = (domain: string, more: object = {}) => ({
  domain,
  issuer: provider.url,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  ...more,
});
/** Sets up the sign-in. */
export const put = ({ owner, path }: Pick<Company, "owner" | "path">, body: object) =>
  owner.visitor.api("PUT", path, { body });
/** Changes its rules. */
export const patch = ({ owner, path }: Pick<Company, "owner" | "path">, body: object) =>
  owner.visitor.api("PATCH", path, { body });

/** An organization, and the domain and path of its sign-in, which is not set up. */
export async function companyOf(acme: TestOrganization): Promise<Company> {
  return { ...acme, domain: `acme${unique()}.example`, path: `/v1/organizations/${acme.handle}/sign-in` };
}

/** An organization with a verified domain, whose provider is ours. */
export async function company(): Promise<Company> {
  const acme = await companyOf(await organization());
  const { body, status } = await put(acme, settings(acme.domain));
  if (status !== 200) throw new Error(JSON.stringify(body));
  records.set(String(body.txt_name), String(body.txt_value));
  expect((await acme.owner.visitor.api("POST", `${acme.path}/check`)).status).toBe(200);
  return acme;
}

/** One whose sign-in is obligatory for all but its first owner. */
export async function strictCompany(): Promise<Company> {
  const acme = await company();
  provider.state.employee = employee(acme);
  expect(await go(acme.owner.visitor, `organization=${acme.handle}&test=1`)).toContain("tested=ok");
  expect(answer(await patch(acme, { obligatory: true }))).toBe(200);
  return acme;
}

/** Somebody at the company, whom nobody here knows. */
export const employee = ({ domain }: Pick<Company, "domain">, more: Partial<Employee> = {}): Employee => ({
  sub: `sub-${unique()}`,
  email: `ada${unique()}@${domain}`,
  email_verified: true,
  name: "Ada Lovelace",
  ...more,
});

/** Sends the form that begins a sign-in. Returns where it leads. */
export const leave = async (visitor: Visitor, asked: string) =>
  (await visitor.submit("/sign-in/company", `${asked}&next=/wallet`)).location;
/** Begins a sign-in. Returns the path to which the provider sends the browser back. */
export async function begin(visitor: Visitor, asked: string): Promise<string> {
  const location = await leave(visitor, asked);
  return location.startsWith(provider.url) ? throughProvider(location) : location;
}
/** Brings a browser back from the provider. Returns where it ends up. */
export const back = async (visitor: Visitor, path: string) =>
  (await visitor.follow(path, { "sec-fetch-site": "cross-site" })).location;
/** Signs in, links or tests. Returns where the browser ends up. */
export async function go(visitor: Visitor, asked: string): Promise<string> {
  const path = await begin(visitor, asked);
  return path.startsWith("/callback/") ? back(visitor, path) : path;
}
/** Why a sign-in failed, by the address of the page that shows it. */
export const errorOf = (location: string) => new URL(location, "http://market.test").searchParams.get("error");

/** Somebody who has signed in by the company, and the browser in which they did. */
export async function newcomer(
  acme: Company,
  who = employee(acme),
): Promise<{ visitor: Visitor; who: Employee; id: string }> {
  provider.state.employee = who;
  const visitor = new Visitor();
  expect(await go(visitor, `domain=${acme.domain}`)).toBe("/wallet");
  const { id } = await prisma().account.findUniqueOrThrow({ where: { email: who.email ?? "" } });
  return { visitor, who, id };
}

/** Links a person's own session. */
export async function link(acme: Company, { visitor }: Signed, who = employee(acme)): Promise<string> {
  provider.state.employee = who;
  return go(visitor, `domain=${acme.domain}`);
}
/** What the audit log of an organization has. */
export const actions = async ({ owner, handle }: Company) =>
  (await owner.visitor.api("GET", `/v1/organizations/${handle}/audit`)).body.data.map(({ action }) => action);
