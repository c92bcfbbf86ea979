import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { prisma } from "@/lib/platform/core/db";
import { send } from "@/tests/support/api";
import { exchange, startIssuer, tokenOf } from "@/tests/support/ci-issuer";
import { actingFor, keyOf, member, organization, type Signed } from "@/tests/support/organizations";
import { administrator, person, skillFields } from "@/tests/support/people";
import { watchStatements } from "@/tests/support/statements";

/** What is in no other text. */
const NAME = "Zyxgorp quittance";
const SLUG = "zyxgorp-quittance";
const DESCRIPTION = "Reconciles zyxgorp quittances of the plover desk.";

type Made = { slug: string; id: string; handle: string; key: string };
vi.hoisted(() => {
  process.env.OIDC_ISSUERS = `http://${process.env.EXECUTION_ALLOW}=github`;
});
let at: Awaited<ReturnType<typeof startIssuer>>;
let made: Made;
const statements = watchStatements();

beforeAll(async () => {
  at = await startIssuer();
  const acme = await organization();
  const { pricing_type: _, price_per_call: __, ...content } = skillFields();
  const developer = await member(acme, "developer");
  const as = (by: Signed, method: string, path: string, sent: object) =>
    by.visitor.api(method, `/v1/developer/skills${path}`, { headers: actingFor(acme), body: sent });
  const create = (slug: string, submit: boolean) =>
    as(acme.owner, "POST", "", {
      ...content,
      slug,
      name: NAME,
      description: DESCRIPTION,
      readme: `# ${NAME}`,
      visibility: "organization",
      submit,
    });
  const { status, body } = await create(SLUG, true);
  expect([status, body.status]).toEqual([200, "approved"]);
  // What the audit log says of each step.
  const reason = `It is about ${NAME}.`;
  const draft = await create(`${SLUG}-draft`, false);
  const steps = [await as(acme.owner, "DELETE", `/${draft.body.id}`, {})];
  const { id } = (await create(`${SLUG}-former`, true)).body;
  steps.push(await as(acme.owner, "POST", `/${id}/unlist`, { reason }));
  await acme.owner.visitor.api("PATCH", `/v1/organizations/${acme.handle}`, { body: { two_people: true } });
  steps.push(await as(acme.owner, "PATCH", `/${id}`, { submit: true }));
  steps.push(await as(developer, "POST", `/${id}/decision`, { action: "reject", revision: 2, reason }));
  steps.push(await as(acme.owner, "PATCH", `/${id}`, { submit: true }));
  steps.push(await as(acme.owner, "POST", `/${id}/withdraw`, {}));
  expect(steps.map((step) => step.status)).toEqual(steps.map(() => 200));
  const { key } = await keyOf(acme, await member(acme, "member"));
  made = { slug: String(body.slug), id: body.id, handle: acme.handle, key };
  // Its members use it: what is counted of that is in no one else's figures.
  const run = await send("POST", `/v1/skills/${encodeURIComponent(made.slug)}/execute`, { key, body: {} });
  expect(run.status).toBe(200);
});
afterAll(() => at.close());

const SECRET = /zyxgorp|quittance|plover/i;
const UNKNOWN = { slug: "@nobody-here/nothing", id: "019aa0d2-7c1e-7b60-9a53-3f1f0f6c2b11" };
/** What differs between two responses to the same request. */
const masked = (text: string) => text.replaceAll(/req_\w+|"(uptime_seconds|created_at)":[^,}]+/g, "");

/** A path with the private skill, or an unknown one, in place of its parameters. */
const pathOf = (template: string, { slug, id }: { slug: string; id: string }) =>
  template.replaceAll(/\{(\w+)\}/g, (_, name) =>
    name === "slug" || name === "subject" ? encodeURIComponent(slug) : name === "handle" ? made.handle : id,
  );
const METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"];
const OPERATIONS = Object.entries(ROUTES).flatMap(([path, module]) =>
  METHODS.filter((method) => method in module).map((method) => [method, path] as const),
);
/** An administrator suspends a private skill whose content only its organization sees, and ends that. */
const SUSPENSION = ["/v1/admin/skills/{id}/suspend", "/v1/admin/skills/{id}/unsuspend"];
/** What names a private skill's own slug back because the request said it. */
const withoutEcho = (text: string) =>
  text.replaceAll(made?.slug ?? "", "").replaceAll(encodeURIComponent(made?.slug ?? ""), "");

describe("a private skill's name is in no answer", () => {
  test("to a visitor, a stranger, an administrator or another organization, of any path that the router serves", async () => {
    const other = await organization();
    const callers = {
      visitor: undefined,
      stranger: (await person()).key,
      administrator: (await administrator()).key,
      neighbor: (await keyOf(other, other.owner, { scopes: ["read", "purchase", "execute", "publish"] })).key,
    };
    const leaks: string[] = [];
    for (const [who, key] of Object.entries(callers))
      for (const [method, template] of OPERATIONS) {
        // A change of the caller's own key would end the test's access.
        const isSafe = ["{slug}", "/v1/developer/skills/{id}", ...SUSPENSION].some((part) => template.includes(part));
        if (method !== "GET" && !isSafe) continue;
        const body = SUSPENSION.includes(template) ? { reason: "Reported." } : {};
        const asked = (what: { slug: string; id: string }) =>
          send(method, pathOf(template, what), { key, ...(method !== "GET" && { body }) });
        const response = await asked(made);
        const isNamed = template.includes("{slug}");
        const answer = await response.text();
        const text = isNamed ? withoutEcho(answer) : answer;
        if (SECRET.test(text)) leaks.push(`${who}: ${method} ${template}`);
        if (who === "administrator" && SUSPENSION.includes(template))
          expect([template, response.status]).toEqual([template, 200]);
        if (!isNamed) continue;
        const unknown = await asked(UNKNOWN);
        const same = masked(withoutEcho(await unknown.text()).replaceAll(UNKNOWN.slug, ""));
        if (response.status !== unknown.status || masked(text) !== same)
          leaks.push(`${who}: ${method} ${template} is unlike that of an unknown slug`);
      }
    expect(leaks).toEqual([]);
  });

  test("and a stranger's request for it takes the database no more steps than one for an unknown slug", async () => {
    const { key } = await person();
    const unlike: string[] = [];
    for (const [method, template] of OPERATIONS.filter(([, path]) => path.includes("{slug}"))) {
      const stepsOf = async (what: { slug: string; id: string }) => {
        statements.clear();
        await (await send(method, pathOf(template, what), { key, ...(method !== "GET" && { body: {} }) })).text();
        // Those about the process and the key come when their time is over.
        const steps = statements.sent.filter(({ text }) => /\b(skill|listing|purchase)\b/.test(text));
        return steps.map(({ name }) => name).join();
      };
      const [unknown, ours] = [await stepsOf(UNKNOWN), await stepsOf(made)];
      if (unknown !== ours) unlike.push(`${method} ${template}: ${ours} instead of ${unknown}`);
    }
    expect(unlike).toEqual([]);
  });

  test("in lists, searches, totals and facets", async () => {
    const stranger = await person();
    for (const path of [
      "/v1/skills?facets=true&limit=100",
      "/v1/skills?search=zyxgorp&facets=true",
      "/v1/skills?search=quittance&collapse=true",
      `/v1/skills?publisher=${made.handle}`,
      "/v1/categories",
    ])
      for (const key of [stranger.key, made.key]) {
        const text = (await (await send("GET", path, { key })).text()).replaceAll(/"search":"\w+"/g, "");
        expect([path, SECRET.test(text)]).toEqual([path, false]);
      }
    const { total } = (await (await send("GET", "/v1/skills?search=zyxgorp", { key: made.key })).json()) as {
      total: number;
    };
    expect(total).toBe(0);
    expect(await prisma().listing.count({ where: { slug: made.slug } })).toBe(0);
  });

  test("in what installers, agents and crawlers fetch", async () => {
    const paths = [
      "/.claude-plugin/marketplace.json",
      "/.well-known/agent-skills/index.json",
      `/skills/${made.slug}/.well-known/agent-skills/index.json`,
      `/skills/${encodeURIComponent(made.slug)}/.claude-plugin/marketplace.json`,
      `/attestations/${encodeURIComponent(made.slug)}/1`,
      `/attestations/${made.slug}/1`,
      "/.well-known/ai-catalog.json",
      "/ard/search?q=zyxgorp",
      "/advisories.json",
      `/advisories.json?skills=${encodeURIComponent(made.slug)}`,
      `/try/${encodeURIComponent(made.slug)}`,
    ];
    for (const path of paths) {
      const text = withoutEcho(await (await fetch(`${at.base}${path}`)).text());
      expect([path, SECRET.test(text)]).toEqual([path, false]);
    }
  });

  test("to a run of a CI that asks for its key", async () => {
    const refusal = async (slug: string) => {
      const { status, body } = await exchange(slug, await tokenOf());
      return [status, masked(JSON.stringify(body)).replaceAll(slug, "")];
    };
    const [ours, unknown] = [await refusal(made.slug), await refusal(UNKNOWN.slug)];
    expect(ours).toEqual(unknown);
    expect(ours[1]).not.toMatch(SECRET);
  });

  test("to agents that search by MCP, but to members", async () => {
    const search = async (key: string) => {
      const body = {
        jsonrpc: "2.0",
        id: 1,
        method: "tools/call",
        params: { name: "search_skills", arguments: { query: "zyxgorp" } },
      };
      const headers = { accept: "application/json, text/event-stream" };
      return (await send("POST", "/mcp", { key, body, headers })).text();
    };
    expect(await search((await person()).key)).not.toMatch(/quittance/i);
    expect(await search(made.key)).toContain(made.slug);
  });

  test("in the budgets, favorites, requests and views of others", async () => {
    const { key } = await person();
    const slug = encodeURIComponent(made.slug);
    const unknown = encodeURIComponent(UNKNOWN.slug);
    for (const [method, path] of [
      ["PUT", "/v1/favorites/"],
      ["POST", "/v1/views"],
    ] as const) {
      const isPath = path.endsWith("/");
      const [ours, theirs] = await Promise.all(
        [slug, unknown].map(async (named) =>
          send(method, isPath ? `${path}${named}` : path, {
            key,
            body: isPath ? {} : { slug: decodeURIComponent(named) },
          }),
        ),
      );
      expect([path, ours?.status]).toEqual([path, theirs?.status]);
    }
  });
});
