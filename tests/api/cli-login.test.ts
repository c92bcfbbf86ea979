import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { decide, open } from "@/tests/support/connecting";
import { personWith } from "@/tests/support/money";
import { installPackages, runIn, USERS_NODE } from "@/tests/support/npm-project";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";
import { signedIn, type Visitor } from "@/tests/support/visitor";

const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  return port;
});
const BASE = `http://127.0.0.1:${PORT}`;

const host = createHost((_, response) => response.writeHead(404).end());
let project: Awaited<ReturnType<typeof installPackages>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
beforeAll(async () => {
  [project, upstream] = await Promise.all([installPackages(), startUpstream()]);
  await listen(host, PORT, "127.0.0.1");
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
  project.remove();
});

/** A home of one test, without a browser of its own. */
function terminal() {
  const home = mkdtempSync(join(project.folder, "home-"));
  const env = { HOME: home, XDG_CONFIG_HOME: home, SKILLS_BASE_URL: BASE, BROWSER: "/bin/true" };
  const skm = resolve(project.folder, "node_modules/.bin/skm");
  const file = join(home, "skills-marketplace", "config.json");
  const run = (args: string[]) => runIn(home, [USERS_NODE, skm, ...args], { env });
  /** Runs `skm login`; `answer` gets the address that it prints, as somebody's browser would. */
  const login = async (answer: (url: string) => Promise<void>) => {
    const child = spawn(USERS_NODE, [skm, "login", "--browser"], {
      cwd: home,
      env: { ...process.env, ...env },
    });
    const [out, ended] = [text(child.stdout), once(child, "exit") as Promise<[number]>];
    let stderr = "";
    let isAnswered = false;
    for await (const part of child.stderr) {
      stderr += part;
      const url = /^(http\S+authorize\S+)\n/m.exec(stderr)?.[1];
      if (!url || isAnswered) continue;
      isAnswered = true;
      await answer(url);
    }
    const [code] = await ended;
    return { code, stdout: await out, stderr };
  };
  return { file, run, login, stored: () => JSON.parse(readFileSync(file, "utf8")) };
}

/** Opens the address in somebody's browser and decides; then the browser goes back to the command. */
const deciding =
  (visitor: Visitor, decision: Record<string, unknown> = {}) =>
  async (url: string): Promise<void> => {
    const { body } = await decide(visitor, await open(visitor, url), decision);
    await fetch(String(body.redirect_to));
  };

const connected = async (key: string) =>
  (await call("GET", "/v1/keys", { key })).body.data.filter(({ client }) => client !== null);

describe("skm login by browser", () => {
  test("a person consents, and the command spends within the cap of the consent", async () => {
    const skill = await liveSkill(await person(), { price_per_call: 0.2 });
    const buyer = await personWith(5);
    const { file, run, login } = terminal();
    const ended = await login(deciding(await signedIn(buyer)));
    expect(ended, ended.stderr).toMatchObject({ code: 0 });
    expect(ended.stdout).toContain(`Signed in to ${BASE}; $5 available.`);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const [key] = await connected(buyer.key);
    expect(key).toMatchObject({ name: expect.stringMatching(/^skm on /), credit_limit: 1 });
    for (let i = 0; i < 5; i++) expect((await run(["run", skill.slug])).code).toBe(0);
    const beyond = await run(["run", skill.slug]);
    expect([beyond.code, beyond.stdout]).toEqual([5, ""]);
  });

  test("a token that has expired is renewed, and stays readable by its user only", async () => {
    const buyer = await personWith(5);
    const { file, run, login, stored } = terminal();
    await login(deciding(await signedIn(buyer)));
    const before = stored();
    await prisma().oauthAccessToken.updateMany({ data: { expiresAt: new Date(Date.now() - 1000) } });
    before.session.expiresAt = Date.now() - 1000;
    writeFileSync(file, JSON.stringify(before));
    expect((await run(["balance"])).stdout).toBe("$5 available\n");
    expect(stored().session.accessToken).not.toBe(before.session.accessToken);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  test("logout revokes the tokens and forgets them", async () => {
    const { file, run, login, stored } = terminal();
    await login(deciding(await signedIn(await personWith(1))));
    const { session } = stored();
    expect((await call("GET", "/v1/balance", { key: session.accessToken })).status).toBe(200);
    expect((await run(["logout"])).stdout).toBe("Signed out.\n");
    expect(existsSync(file)).toBe(false);
    expect((await call("GET", "/v1/balance", { key: session.accessToken })).status).toBe(401);
    const fields = { grant_type: "refresh_token", refresh_token: session.refreshToken };
    const body = new URLSearchParams({ ...fields, client_id: session.clientId });
    expect((await fetch(session.tokenEndpoint, { method: "POST", body })).status).toBe(400);
  });

  test("a session that was ended on the page of keys asks to sign in again, and logout forgets it", async () => {
    const buyer = await personWith(1);
    const { file, run, login } = terminal();
    await login(deciding(await signedIn(buyer)));
    const [key] = await connected(buyer.key);
    await call("DELETE", `/v1/keys/${key?.id}`, { key: buyer.key });
    const refused = await run(["balance"]);
    expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("Run `skm login`.")]);
    expect(await run(["logout"])).toMatchObject({ code: 0, stdout: "Signed out.\n" });
    expect(existsSync(file)).toBe(false);
  });

  test("a refusal, and an answer to another request, store nothing", async () => {
    const visitor = await signedIn(await personWith(1));
    const { file, login } = terminal();
    const refused = await login(deciding(visitor, { approved: false }));
    expect(refused).toMatchObject({ code: 3, stdout: "" });
    expect(refused.stderr).toContain("Access was refused in the browser.");
    const forged = await login(async (url) => {
      const back = new URL(url).searchParams.get("redirect_uri");
      await fetch(`${back}?code=stolen&state=another`);
    });
    expect(forged).toMatchObject({ code: 3, stdout: "" });
    expect(forged.stderr).toContain("the answer is not to our request");
    expect(existsSync(file)).toBe(false);
  });
});
