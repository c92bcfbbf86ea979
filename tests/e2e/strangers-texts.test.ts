import { expect } from "@playwright/test";
import { test } from "@/tests/e2e/fixtures";
import { product } from "@/tests/e2e/product";
import { fetchAll, parsed, visitAll } from "@/tests/e2e/visit-all";
import { PAYLOADS } from "@/tests/support/payloads";
import { skillZip } from "@/tests/support/zips";

const PASSWORD = "a long password";
/** A skill whose readme is code only, in every language that gets colours. */
const CODED = "every-payload-as-code";
const LANGUAGES = "html js ts tsx sh json py yaml md css xml sql diff".split(" ");

let admin: string;
let developer: { email: string; key: string };
let reader: { email: string; key: string };
let main: { id: string; slug: string };
test.beforeAll(async () => {
  test.setTimeout(400_000);
  await furnish();
});

type Body = Record<string, unknown> & { id: string; api_key: string; error?: { code: string } };
async function api(key: string | null, method: string, path: string, body?: unknown): Promise<Body> {
  const response = await fetch(product.url + path, {
    method,
    headers: {
      ...(key && { authorization: `Bearer ${key}` }),
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return (await response.json()) as Body;
}

/** Like `api`, but nothing may be refused. */
async function done(key: string | null, method: string, path: string, body?: unknown): Promise<Body> {
  const answer = await api(key, method, path, body);
  if (answer.error) throw new Error(`${method} ${path}: ${JSON.stringify(answer.error)}`);
  return answer;
}

let people = 0;
async function register(name?: string) {
  const email = `stranger-${++people}@example.com`;
  const { api_key } = await done(null, "POST", "/v1/auth/register", {
    email,
    password: PASSWORD,
    ...(name && { name }),
  });
  return { email, key: api_key };
}

/** A session's cookie. */
async function cookieOf(email: string, password: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: product.url },
    body: JSON.stringify({ email, password }),
  });
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0])
    .join("; ");
}

/** Writes every payload into every text that a stranger can write. */
async function furnish(): Promise<void> {
  const cookie = await cookieOf("admin@example.com", "demo-password");
  const made = await fetch(`${product.url}/v1/keys`, {
    method: "POST",
    headers: { cookie, origin: product.url, "content-type": "application/json" },
    body: "{}",
  });
  admin = ((await made.json()) as Body).api_key;
  developer = await register();
  reader = await register();
  const decide = (id: string, action: string, reason?: string) =>
    done(admin, "PATCH", "/v1/admin/skills", { skill_id: id, action, ...(reason && { reason }) });
  const create = (key: string, slug: string, fields: object) =>
    done(key, "POST", "/v1/developer/skills", {
      slug,
      name: slug,
      description: "Counts.",
      category: "writing",
      pricing_type: "subscription",
      price: 0,
      execution_type: "api",
      api_endpoint: "http://demo-provider.localhost/text-statistics",
      submit: true,
      ...fields,
    });
  // Everything that one skill can carry.
  const all = PAYLOADS.join("\n\n");
  const fenced = PAYLOADS.map(
    (payload, at) => `\`\`\`${LANGUAGES[at % LANGUAGES.length]}\n${payload}\n\`\`\`\n\n~~~${payload}\n${payload}\n~~~`,
  ).join("\n\n");
  const properties = Object.fromEntries(
    PAYLOADS.map((payload, at) => [
      `p${at}`,
      {
        type: "string",
        title: payload,
        description: payload,
        default: payload,
        examples: [payload],
        maxLength: 300,
        ...(at % 3 === 0 && { enum: [payload, "other"] }),
      },
    ]),
  );
  const { id } = await create(developer.key, "every-payload", {
    name: PAYLOADS[0],
    description: PAYLOADS.join(" ").replaceAll("\u2028", " ").slice(0, 1024),
    readme: `${all}\n\n${PAYLOADS.map((payload) => `- ${payload}\n\n# ${payload}`).join("\n")}`,
    api_schema: { type: "object", title: PAYLOADS[0], description: all, properties },
  });
  const { id: coded } = await create(developer.key, CODED, { readme: fenced });
  await decide(coded, "approve");
  await decide(id, "approve");
  main = { id, slug: "every-payload" };
  // A name of a skill, of its developer, of a key and a review for each.
  for (const [at, payload] of PAYLOADS.entries()) {
    // Names are one line without what nobody sees.
    const name = payload.replace(/[\n\t\u2028]/g, " ");
    const stranger = await register(name);
    const skill = await create(stranger.key, `payload-${at}`, { name, description: name });
    if (at % 3 !== 2) await decide(skill.id, "approve");
    await done(stranger.key, "POST", `/v1/skills/${main.slug}/purchase`, {});
    await done(stranger.key, "PUT", `/v1/skills/${main.slug}/reviews`, { rating: 1, text: payload });
    await done(developer.key, "POST", "/v1/keys", { name: payload });
  }
  for (let at = 0; at < 3; at++) {
    const { id: refused } = await create(developer.key, `refused-${at}`, { name: `Refused ${at}` });
    await decide(
      refused,
      "reject",
      PAYLOADS.slice(at * 25, at * 25 + 25)
        .join("\n")
        .slice(0, 1000),
    );
  }
  await done(reader.key, "POST", `/v1/skills/${main.slug}/purchase`, {});
}

const searches = PAYLOADS.map((payload) => `/skills?search=${encodeURIComponent(payload)}`);
const ADMINISTRATOR = { email: "admin@example.com", password: "demo-password" };

test.describe("the parser of fetched pages", () => {
  // A payload's style is refused as it is parsed.
  test.use({ expectedProblems: /Content Security Policy/ });

  test("a fetched page that has one of them as markup is found out", async ({ page }) => {
    await page.goto("/llms.txt");
    const running = PAYLOADS.filter((payload) => /^<(?:script|\w[^<]* on\w+=)/i.test(payload));
    expect(running.length).toBeGreaterThan(15);
    for (const payload of running) {
      const { forbidden } = await parsed(page, `<!doctype html><main>${payload}</main>`);
      expect([payload, forbidden.length > 0]).toEqual([payload, true]);
    }
  });
});

test.describe(`${PAYLOADS.length} payloads in every untrusted text`, () => {
  test("there are at least sixty different ones", () => {
    expect(new Set(PAYLOADS).size).toBe(PAYLOADS.length);
    expect(PAYLOADS.length).toBeGreaterThanOrEqual(60);
  });

  test("names, descriptions and developers stay text in lists and searches", async ({ page }) => {
    await fetchAll(page, ["/skills?limit=100", "/skills?limit=100&sort=newest", ...searches]);
  });

  test("a skill's name, readme, schema, versions and reviews stay text on its page", async ({ browser, page }) => {
    const path = `/skills/${main.slug}`;
    const tabs = ["api", "api&language=typescript", "api&language=mcp", "versions"];
    await fetchAll(
      page,
      tabs.map((tab) => `${path}?tab=${tab}`),
    );
    await visitAll({ browser, origin: product.url, who: null }, [path, `${path}?tab=reviews`]);
    await visitAll({ browser, origin: product.url, who: { email: reader.email, password: PASSWORD } }, [
      `${path}?tab=try`,
      `${path}?tab=api&language=python`,
      "/purchases",
    ]);
  });

  test("code in a readme stays text, whatever its fence says, and is highlighted", async ({ browser }) => {
    await visitAll({ browser, origin: product.url, who: null }, [`/skills/${CODED}`], async (page) => {
      expect(await page.locator(".prose pre [class^=tok-]").count()).toBeGreaterThan(100);
      const texts = await page.locator(".prose pre").allTextContents();
      const lines = PAYLOADS.flatMap((payload) => payload.split("\n")).filter((line) => line.trim() !== "");
      expect(lines.filter((line) => !texts.some((text) => text.includes(line)))).toEqual([]);
    });
  });

  test("every payload is shown to people as it was written", async ({ page }) => {
    const pages = Array.from({ length: Math.ceil(PAYLOADS.length / 20) }, (_, at) => at * 20);
    const shown = await fetchAll(
      page,
      pages.map((offset) => `/skills/${main.slug}?tab=reviews&offset=${offset}`),
    );
    const missing = PAYLOADS.filter(
      (payload) => !shown.some((text) => text.includes(payload.replace(/\s+/g, " ").trim())),
    );
    expect(missing).toEqual([]);
  });

  test("names of keys, reasons of rejections and pending content stay text", async ({ browser, visit }) => {
    const { data: own } = (await done(developer.key, "GET", "/v1/developer/skills")) as Body & {
      data: { id: string }[];
    };
    const consoles = own.map(({ id }) => `/console/${id}`);
    await fetchAll(await visit({ email: developer.email, password: PASSWORD }), ["/console", ...consoles]);
    await visitAll({ browser, origin: product.url, who: { email: developer.email, password: PASSWORD } }, [
      "/keys",
      `/console/${main.id}`,
    ]);
    await fetchAll(await visit(ADMINISTRATOR), ["/admin/queue?status=approved", "/admin/queue?status=rejected"]);
    await visitAll({ browser, origin: product.url, who: ADMINISTRATOR }, ["/admin/queue"]);
  });

  test("the redirect after sign-in is a path of ours or none", async ({ page }) => {
    await fetchAll(
      page,
      PAYLOADS.slice(0, 60).map((payload) => `/sign-in?next=${encodeURIComponent(payload)}`),
    );
  });

  test("answers that are not pages have a content type that browsers don't render", async () => {
    const paths = [`/skills/${main.slug}.md`, `/v1/skills/${main.slug}`, "/llms.txt", "/sitemap.xml", "/suggest"];
    for (const path of paths) {
      const answer = await fetch(product.url + path, {
        headers: { authorization: `Bearer ${developer.key}` },
      });
      expect([path, answer.status, answer.headers.get("x-content-type-options")]).toEqual([path, 200, "nosniff"]);
      expect(answer.headers.get("content-type")).not.toContain("html");
    }
  });

  test("a skill is one line in the list for agents, whatever its name and description say", async () => {
    const text = await (await fetch(`${product.url}/llms.txt`)).text();
    const lines = text.trimEnd().split("## Popular skills\n\n")[1]?.split("\n") ?? [];
    expect(lines.length).toBeGreaterThan(40);
    expect(lines.filter((line) => !/^- \[(?:[^\]\\]|\\.)*\]\(http[^)]+\.md\): /.test(line))).toEqual([]);
  });

  test("file names in packages are refused, or shown as data", async ({ browser }) => {
    const names = PAYLOADS.filter((payload) => !/[/\\\0]/.test(payload)).map((payload) => `${payload}.md`);
    const bytes = skillZip({
      slug: main.slug,
      frontmatter: { name: main.slug, description: "Does it." },
      files: Object.fromEntries(names.map((name) => [name, "text"])),
    });
    const answer = await fetch(`${product.url}/v1/developer/skills/${main.id}/package`, {
      method: "PUT",
      headers: { authorization: `Bearer ${developer.key}`, "content-type": "application/zip" },
      body: new Uint8Array(bytes),
    });
    expect(answer.headers.get("content-type")).toContain("application/json");
    await visitAll({ browser, origin: product.url, who: { email: developer.email, password: PASSWORD } }, [
      `/console/${main.id}`,
    ]);
  });
});
