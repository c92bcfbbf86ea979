import { auth } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { expireConnections } from "@/lib/identity/connections/service";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { askForToken, decide, open, REDIRECT, TestProgram } from "@/tests/support/connecting";
import { personWith } from "@/tests/support/money";
import { liveSkill, person } from "@/tests/support/people";
import { signedIn, type Visitor } from "@/tests/support/visitor";

// The OAuth client compares addresses, so the marketplace is told the one that it is served at.
const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  return port;
});
const ORIGIN = `http://127.0.0.1:${PORT}`;
const MCP = `${ORIGIN}/mcp`;
/** What clients of the first-generation SDK ask for: the scopes that the resource's metadata names, and no more. */
const RESOURCE_SCOPES = "read purchase execute publish";

const host = createHost((_, response) => response.writeHead(404).end());
beforeAll(async () => {
  await listen(host, PORT, "127.0.0.1");
});
afterAll(() => drain(host));

/** The consent page of a program that asks as the first-generation SDK does. */
async function ask(visitor: Visitor, program: TestProgram): Promise<URL> {
  await auth(Object.assign(program, { held: undefined }), { serverUrl: MCP });
  const asked = new URL(String(program.asked));
  asked.searchParams.set("scope", RESOURCE_SCOPES);
  return open(visitor, asked);
}

/** The tokens for the code that a consent answered. */
function redeem(program: TestProgram, redirectTo: unknown) {
  return askForToken(ORIGIN, {
    grant_type: "authorization_code",
    code: new URL(String(redirectTo)).searchParams.get("code") ?? "",
    client_id: program.known?.client_id ?? "",
    redirect_uri: REDIRECT,
    code_verifier: program.codeVerifier(),
    resource: MCP,
  });
}

async function connect(visitor: Visitor, program: TestProgram, decision: object = {}) {
  const { status, body } = await decide(visitor, await ask(visitor, program), { ...decision });
  expect(status).toBe(200);
  return (await redeem(program, body.redirect_to)).body;
}

const connections = async (key: string) =>
  (await call("GET", "/v1/keys", { key })).body.data.filter(({ client }) => client !== null);

const reaches = async (token: string | undefined) => {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  return (await fetch(MCP, { method: "POST", headers, body: "{}" })).status !== 401;
};

describe("refresh tokens", () => {
  test("a program that registered the grant gets a refresh token though it asks for the resource's scopes alone, and renews by it", async () => {
    const [visitor, program] = [await signedIn(await person()), new TestProgram()];
    const tokens = await connect(visitor, program);
    expect(tokens.refresh_token).toMatch(/^skr_/);
    const renewed = await askForToken(ORIGIN, {
      grant_type: "refresh_token",
      refresh_token: tokens.refresh_token ?? "",
      client_id: program.known?.client_id ?? "",
      resource: MCP,
    });
    expect([renewed.status, await reaches(renewed.body.access_token)]).toEqual([200, true]);
  });

  test("one that registered the grant and fewer scopes gets one, too, and no further scope", async () => {
    const [visitor, program] = [await signedIn(await person()), new TestProgram()];
    Object.assign(program.clientMetadata, { scope: "read execute" });
    await auth(program, { serverUrl: MCP });
    const asked = new URL(String(program.asked));
    asked.searchParams.set("scope", "read execute");
    const { body } = await decide(visitor, await open(visitor, asked));
    const { body: tokens } = await redeem(program, body.redirect_to);
    expect(tokens.refresh_token).toMatch(/^skr_/);
    expect(tokens.scope?.split(" ").sort()).toEqual(["execute", "offline_access", "read"]);
  });

  test("one that registered codes alone gets none", async () => {
    const [visitor, program] = [await signedIn(await person()), new TestProgram()];
    Object.assign(program.clientMetadata, { grant_types: ["authorization_code"] });
    const tokens = await connect(visitor, program);
    expect([Boolean(tokens.access_token), tokens.refresh_token]).toEqual([true, undefined]);
  });
});

describe("a program that is connected again", () => {
  test("its former key ends with its tokens, and what it bought renews by the new one", async () => {
    const buyer = await personWith(10);
    const { slug } = await liveSkill(await person(), { pricing_type: "subscription", price: 3 });
    const [visitor, program] = [await signedIn(buyer), new TestProgram()];
    const first = await connect(visitor, program, { credit_limit: 5 });
    const [former] = await connections(buyer.key);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key });
    await prisma().purchase.updateMany({ where: { buyerId: buyer.id }, data: { keyId: String(former?.id) } });
    const second = await connect(visitor, program, { credit_limit: 2 });
    const [only, ...others] = await connections(buyer.key);
    expect([others, only?.credit_limit, only?.id === former?.id]).toEqual([[], 2, false]);
    expect([await reaches(first.access_token), await reaches(second.access_token)]).toEqual([false, true]);
    const renewed = await askForToken(ORIGIN, {
      grant_type: "refresh_token",
      refresh_token: first.refresh_token ?? "",
      client_id: program.known?.client_id ?? "",
    });
    expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_grant"]);
    const purchase = await prisma().purchase.findFirst({ where: { buyerId: buyer.id } });
    expect(purchase?.keyId).toBe(only?.id);
  });

  test("on another device, its former key stays if the person keeps both", async () => {
    const buyer = await person();
    const [visitor, program] = [await signedIn(buyer), new TestProgram()];
    const first = await connect(visitor, program);
    const second = await connect(visitor, program, { replace_former: false });
    expect(await connections(buyer.key)).toHaveLength(2);
    expect([await reaches(first.access_token), await reaches(second.access_token)]).toEqual([true, true]);
  });

  test("neither a program of the same name nor another person's connection is replaced", async () => {
    const [buyer, other] = [await person(), await person()];
    const [visitor, shared] = [await signedIn(buyer), new TestProgram()];
    await connect(visitor, shared);
    await connect(visitor, new TestProgram());
    await connect(await signedIn(other), shared);
    expect([await connections(buyer.key), await connections(other.key)].map(({ length }) => length)).toEqual([2, 1]);
  });

  test("a hundred connections of one program leave room for the next", async () => {
    const buyer = await person();
    const [visitor, program] = [await signedIn(buyer), new TestProgram()];
    await connect(visitor, program);
    const [key] = await prisma().apiKey.findMany({ where: { accountId: buyer.id, clientId: { not: null } } });
    const copies = Array.from({ length: 98 }, (_, at) => ({
      accountId: buyer.id,
      clientId: key?.clientId ?? "",
      id: crypto.randomUUID(),
      prefix: `copy${at}`,
      hash: crypto.getRandomValues(new Uint8Array(32)),
    }));
    await prisma().apiKey.createMany({ data: copies });
    await connect(visitor, program);
    expect(await connections(buyer.key)).toHaveLength(1);
  });
});

describe("a consent", () => {
  test("that is sent twice, also at once, makes one key", async () => {
    const buyer = await person();
    const [visitor, program] = [await signedIn(buyer), new TestProgram()];
    const page = await ask(visitor, program);
    const answers = await Promise.all([decide(visitor, page), decide(visitor, page)]);
    const again = await decide(visitor, page);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect([again.status, again.body.error.param]).toEqual([400, "query"]);
    expect(await connections(buyer.key)).toHaveLength(1);
    const granted = answers.find(({ status }) => status === 200);
    const tokens = await redeem(program, granted?.body.redirect_to);
    expect(await reaches(tokens.body.access_token)).toBe(true);
  });

  test("for a skill that does not exist is refused by its name, and can be sent again without it", async () => {
    const buyer = await person();
    const [visitor, program] = [await signedIn(buyer), new TestProgram()];
    const page = await ask(visitor, program);
    const refused = await decide(visitor, page, { skills: ["no-such-skill"] });
    expect([refused.status, refused.body.error.param]).toEqual([400, "skills"]);
    expect(await connections(buyer.key)).toEqual([]);
    expect((await decide(visitor, page)).status).toBe(200);
  });

  test("with an invalid time or program in its query is refused, not an error of ours", async () => {
    const visitor = await signedIn(await person());
    for (const query of ["ba_iat=1e300&sig=x", "ba_iat=-1", "client_id=%00&redirect_uri=http://127.0.0.1/"]) {
      const { status } = await visitor.api("POST", "/v1/account/connections", {
        body: { query, approved: true },
      });
      expect([query, status]).toEqual([query, 400]);
    }
  });
});

test("the key of a program that was not used for 30 days ends, and its registration waits for the person to connect it again", async () => {
  const buyer = await person();
  const [visitor, idle, busy] = [await signedIn(buyer), new TestProgram(), new TestProgram()];
  const tokens = await connect(visitor, idle);
  await connect(visitor, busy);
  const past = new Date(Date.now() - 31 * 24 * 3_600_000);
  const of = ({ known }: TestProgram) => ({ accountId: buyer.id, clientId: known?.client_id ?? "" });
  await prisma().apiKey.updateMany({ where: of(idle), data: { createdAt: past, lastUsedAt: past } });
  await prisma().apiKey.updateMany({ where: of(busy), data: { createdAt: past, lastUsedAt: new Date() } });
  await prisma().apiKey.updateMany({
    where: { accountId: buyer.id, clientId: null },
    data: { createdAt: past, lastUsedAt: past },
  });
  await prisma().oauthClient.updateMany({ data: { createdAt: past } });
  await expireConnections();
  expect(await connections(buyer.key)).toHaveLength(1);
  expect(await reaches(tokens.access_token)).toBe(false);
  await connect(visitor, idle);
  expect(await connections(buyer.key)).toHaveLength(2);
});

describe("revoking", () => {
  /** Revokes a token of a program, and returns the status. */
  async function revoke(program: TestProgram, fields: Record<string, string>): Promise<number> {
    const { status } = await fetch(`${ORIGIN}/oauth2/revoke`, {
      method: "POST",
      headers: { "content-type": "application/x-www-form-urlencoded" },
      body: new URLSearchParams({ ...fields, client_id: program.known?.client_id ?? "" }),
    });
    return status;
  }

  test.each([
    ["an unknown token", "sko_unknown", {}],
    ["what is no token at all", "x", { token_type_hint: "refresh_token" }],
    ["an unknown refresh token", "skr_unknown", { token_type_hint: "refresh_token" }],
  ])("%s is answered as done", async (_, token, hint) => {
    const [visitor, program] = [await signedIn(await person()), new TestProgram()];
    await connect(visitor, program);
    expect(await revoke(program, { token, ...hint })).toBe(200);
    expect(await revoke(program, {})).toBe(400);
  });

  test.each([undefined, "access_token", "refresh_token", "unknown"])(
    "a refresh token with the hint %s ends it and its access tokens",
    async (hint) => {
      const [visitor, program] = [await signedIn(await person()), new TestProgram()];
      const { refresh_token: token = "", access_token } = await connect(visitor, program);
      expect(await revoke(program, { token, ...(hint && { token_type_hint: hint }) })).toBe(200);
      const renewed = await askForToken(ORIGIN, {
        grant_type: "refresh_token",
        refresh_token: token,
        client_id: program.known?.client_id ?? "",
      });
      expect([renewed.status, renewed.body.error]).toEqual([400, "invalid_grant"]);
      expect(await reaches(access_token)).toBe(false);
    },
  );
});
