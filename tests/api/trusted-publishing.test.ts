import { randomUUID } from "node:crypto";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { exportJWK, generateKeyPair, SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { expireReleases } from "@/lib/identity/keys/releases";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { allowsRef, readRun } from "@/lib/supply/releasing/issuers";
import { call } from "@/tests/support/api";
import { byStatus } from "@/tests/support/money";
import { installPackages } from "@/tests/support/npm-project";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { terminalIn } from "@/tests/support/terminal";
import { totpOf } from "@/tests/support/totp";
import { startUpstream, UPSTREAM } from "@/tests/support/upstream";
import { Visitor } from "@/tests/support/visitor";

vi.hoisted(() => {
  process.env.OIDC_ISSUERS = `http://${process.env.EXECUTION_ALLOW}=github`;
});
const ISSUER = `http://${UPSTREAM}`;
const FREE = { pricing_type: "usage", price: null, price_per_call: 0 };
const PUBLISHER = {
  issuer: ISSUER,
  repository: "ada/minutes",
  workflow: ".github/workflows/release.yml",
  refs: ["refs/heads/main", "refs/tags/v*"],
};

type Pair = Awaited<ReturnType<typeof generateKeyPair>> & { kid: string };
const newPair = async (kid: string): Promise<Pair> => ({ ...(await generateKeyPair("RS256")), kid });
let published: Pair[] = [];
let upstream: Awaited<ReturnType<typeof startUpstream>>;
const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
beforeAll(async () => {
  published = [await newPair("first")];
  upstream = await startUpstream({
    "openid-configuration": (_, response) => response.end(JSON.stringify({ jwks_uri: `${ISSUER}/jwks` })),
    jwks: async (_, response) => {
      const keys = await Promise.all(
        published.map(async ({ publicKey, kid }) => ({ ...(await exportJWK(publicKey)), kid })),
      );
      response.end(JSON.stringify({ keys }));
    },
    // As GitHub Actions gives a run its token.
    token: async ({ path }, response) =>
      response.end(
        JSON.stringify({
          value: await tokenOf({}, { audience: new URL(path, ISSUER).searchParams.get("audience") ?? "" }),
        }),
      ),
  });
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
});

/** The claims of a run as GitHub Actions states them. */
const CLAIMS = {
  repository: "ada/minutes",
  repository_id: "101",
  repository_owner_id: "7",
  workflow_ref: "ada/minutes/.github/workflows/release.yml@refs/heads/main",
  ref: "refs/heads/main",
  sha: "4f1c2e9a7b6d5c3e2f1a0b9c8d7e6f5a4b3c2d1e",
  event_name: "push",
  run_id: "42",
};

function tokenOf(claims: object = {}, { audience = "http://market.test", life = 300, pair = published[0] } = {}) {
  const now = Math.floor(Date.now() / 1000);
  return new SignJWT({ ...CLAIMS, jti: randomUUID(), ...claims })
    .setProtectedHeader({ alg: "RS256", kid: pair?.kid ?? "" })
    .setIssuer(ISSUER)
    .setAudience(audience)
    .setIssuedAt(life < 0 ? now + life - 60 : now)
    .setExpirationTime(now + life)
    .sign((pair as Pair).privateKey);
}

async function exchange(slug: string, token: string) {
  const response = await fetch(`${base}/oidc/exchange`, {
    method: "POST",
    body: JSON.stringify({ token, skill: slug }),
  });
  return { status: response.status, body: await response.json() };
}
const reasonOf = async (slug: string, token: string) => {
  const { status, body } = await exchange(slug, token);
  return status === 200 ? 200 : [status, body.error.code, body.error.details.reason];
};

/** A seller in a browser, with a free package whose trusted publisher is named. */
async function trusted(fields: object = {}) {
  const seller = await person();
  const skill = await liveDownload(seller, FREE);
  const browser = new Visitor();
  await browser.signIn(seller.email);
  const set = (body: object = {}) =>
    browser.api("PUT", `/v1/developer/skills/${skill.id}/trusted-publisher`, { body: { ...PUBLISHER, ...body } });
  expect((await set(fields)).status).toBe(200);
  return { seller, skill, browser, set };
}

/** Switches on two-factor authentication. Returns what shows its codes. */
async function withCodes(browser: Visitor): Promise<(steps?: number) => string> {
  const { body } = await browser.post("/two-factor/enable", { password: "a long password" });
  const uri = String(body.totp_uri);
  expect((await browser.post("/two-factor/verify-totp", { code: totpOf(uri) })).status).toBe(200);
  return (steps = 0) => totpOf(uri, steps);
}

const release = (key: string, { id, slug }: { id: string; slug: string }, version = "1.1.0") =>
  putPackage(key, id, packageOf(slug, version, version));

describe("a run of the named workflow", () => {
  test("gets a key that sends a version, which says where it was built; approved, it is attested so", async () => {
    const { seller, skill } = await trusted();
    const { status, body } = await exchange(skill.slug, await tokenOf());
    expect(status).toBe(200);
    const minutes = (Date.parse(body.expires_at) - Date.now()) / 60_000;
    expect(minutes).toBeGreaterThan(14);
    expect(minutes).toBeLessThanOrEqual(15);
    expect((await release(body.api_key, skill)).status).toBe(200);
    const owned = await call("GET", `/v1/developer/skills/${skill.id}`, { key: seller.key });
    expect(owned.body.status).toBe("pending");
    await approve(skill.id);
    const versions = (await call("GET", `/v1/skills/${skill.slug}/versions`, { key: seller.key })).body.data;
    expect(versions).toMatchObject([
      {
        version: 2,
        provenance: {
          repository: "ada/minutes",
          commit: CLAIMS.sha,
          workflow: PUBLISHER.workflow,
          run_url: `${ISSUER}/ada/minutes/actions/runs/42`,
        },
      },
      { version: 1, provenance: null },
    ]);
    const bundle = await (await fetch(`${base}/attestations/${skill.slug}@1.1.0`)).json();
    const statement = JSON.parse(Buffer.from(bundle.dsseEnvelope.payload, "base64").toString());
    expect(statement.predicate.provenance.commit).toBe(CLAIMS.sha);
  });

  test("submits what was a draft", async () => {
    const seller = await person();
    const skill = await draftSkill(seller, { ...FREE, execution_type: "download", api_endpoint: null });
    const browser = new Visitor();
    await browser.signIn(seller.email);
    await browser.api("PUT", `/v1/developer/skills/${skill.id}/trusted-publisher`, { body: PUBLISHER });
    const { body } = await exchange(skill.slug, await tokenOf());
    expect((await release(body.api_key, skill, "1.0.0")).status).toBe(200);
    expect((await call("GET", `/v1/developer/skills/${skill.id}`, { key: seller.key })).body.status).toBe("pending");
  });

  test("can do nothing else with its key, which is not among the account's keys and ends", async () => {
    const { seller, skill } = await trusted();
    const other = await liveDownload(seller, FREE);
    const { body } = await exchange(skill.slug, await tokenOf());
    const key = String(body.api_key);
    const refused = [
      await call("GET", "/v1/balance", { key }),
      await call("GET", `/v1/developer/skills/${skill.id}`, { key }),
      await call("PATCH", `/v1/developer/skills/${skill.id}`, { key, body: { price_per_call: 1 } }),
      await call("POST", `/v1/developer/skills/${skill.id}/unlist`, { key, body: {} }),
      await call("POST", "/v1/keys", { key, body: {} }),
      await call("GET", `/v1/skills/${skill.slug}/download`, { key }),
      await release(key, other),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(refused.map(() => [403, "key_scope"]));
    const keys = (await call("GET", "/v1/keys", { key: seller.key })).body.data;
    expect(keys.map(({ id }) => id)).toEqual([seller.keyId]);
    await prisma().apiKey.updateMany({
      where: { releasesSkillId: skill.id },
      data: { expiresAt: new Date(Date.now() - 2 * 86_400_000) },
    });
    expect((await release(key, skill)).status).toBe(401);
    await expireReleases();
    expect(await prisma().apiKey.count({ where: { releasesSkillId: skill.id } })).toBe(0);
  });

  test("skm publish finds the token by itself", async () => {
    const { seller, skill } = await trusted();
    const project = await installPackages();
    const extra = { ACTIONS_ID_TOKEN_REQUEST_URL: `${ISSUER}/token?x=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "bearer" };
    const shell = terminalIn(project, base, { extra });
    const folder = join(shell.folder, skill.slug);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: ${skill.slug}\ndescription: Does it.\nmetadata:\n  version: 2.0.0\n---\n# New\n`,
    );
    // The audience is the marketplace's public URL, which this host is not.
    const ended = await shell.run(["publish", folder, "--audience", "http://market.test"]);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("2.0.0") });
    expect((await call("GET", `/v1/developer/skills/${skill.id}`, { key: seller.key })).body.status).toBe("pending");
    project.remove();
  });
});

describe("a token is refused", () => {
  test("of another audience, repository, workflow, ref, event or environment, an expired one, and garbage", async () => {
    const { skill } = await trusted({ environment: "release" });
    const here = { environment: "release" };
    const reasons = [
      await reasonOf(skill.slug, await tokenOf(here, { audience: "https://pypi.org" })),
      await reasonOf(
        skill.slug,
        await tokenOf({
          ...here,
          repository: "eve/minutes",
          workflow_ref: "eve/minutes/.github/workflows/release.yml@refs/heads/main",
        }),
      ),
      await reasonOf(
        skill.slug,
        await tokenOf({ ...here, workflow_ref: "ada/minutes/.github/workflows/test.yml@refs/heads/main" }),
      ),
      await reasonOf(
        skill.slug,
        await tokenOf({ ...here, workflow_ref: "eve/shared/.github/workflows/release.yml@refs/heads/main" }),
      ),
      await reasonOf(skill.slug, await tokenOf({ ...here, ref: "refs/heads/feature" })),
      await reasonOf(skill.slug, await tokenOf({ ...here, event_name: "pull_request" })),
      await reasonOf(skill.slug, await tokenOf({ ...here, event_name: "pull_request_target" })),
      await reasonOf(skill.slug, await tokenOf({ ...here, event_name: undefined })),
      await reasonOf(skill.slug, await tokenOf()),
      await reasonOf(skill.slug, await tokenOf(here, { life: -120 })),
      await reasonOf(skill.slug, "garbage"),
      await reasonOf("no-such-skill", await tokenOf(here)),
      await reasonOf(skill.slug, await tokenOf(here)),
    ];
    expect(reasons).toEqual([
      ...[
        "audience",
        "repository",
        "workflow",
        "workflow",
        "ref",
        "event",
        "event",
        "event",
        "environment",
        "expired",
        "token",
        "skill",
      ].map((reason) => [403, "untrusted_run", reason]),
      200,
    ]);
  });

  test("that is used again, also by many at the same time", async () => {
    const { skill } = await trusted();
    const token = await tokenOf();
    const answers = await Promise.all([1, 2, 3, 4].map(() => exchange(skill.slug, token)));
    expect(byStatus(answers)).toEqual({ 200: 1, 403: 3 });
    expect(await reasonOf(skill.slug, token)).toEqual([403, "untrusted_run", "replayed"]);
  });

  test("of a repository that took the name of the first one, or whose owner changed", async () => {
    const { skill, set } = await trusted();
    expect(await reasonOf(skill.slug, await tokenOf())).toBe(200);
    const resurrected = [{ repository_id: "102" }, { repository_owner_id: "8" }, { repository_id: undefined }];
    for (const claims of resurrected)
      expect(await reasonOf(skill.slug, await tokenOf(claims))).toEqual([403, "untrusted_run", "repository"]);
    expect((await set({ refs: ["refs/heads/main"] })).body.trusted_publisher).toMatchObject({ repository_id: "101" });
    expect((await set({ repository: "ada/other" })).body.trusted_publisher).toMatchObject({ repository_id: null });
  });

  test("that another key signed; after a rotation, the issuer's new key is taken", async () => {
    const { skill } = await trusted();
    const [before] = published;
    expect(await reasonOf(skill.slug, await tokenOf())).toBe(200);
    const forged = { ...(await newPair("first")) };
    expect(await reasonOf(skill.slug, await tokenOf({}, { pair: forged }))).toEqual([
      403,
      "untrusted_run",
      "signature",
    ]);
    const next = await newPair("second");
    published = [next];
    await expect
      .poll(async () => reasonOf(skill.slug, await tokenOf({}, { pair: next })), { timeout: 15_000, interval: 500 })
      .toBe(200);
    expect(await reasonOf(skill.slug, await tokenOf({}, { pair: before as Pair }))).toEqual([
      403,
      "untrusted_run",
      "signature",
    ]);
  });

  test("of an issuer that nobody added, of a suspended seller's skill, and after all other access was ended", async () => {
    const { skill, seller, browser, set } = await trusted();
    expect((await set({ issuer: "https://evil.example" })).body.error.param).toBe("issuer");
    const foreign = await new SignJWT({ ...CLAIMS, jti: "1" })
      .setProtectedHeader({ alg: "RS256" })
      .setIssuer("https://evil.example")
      .sign((published[0] as Pair).privateKey);
    expect(await reasonOf(skill.slug, foreign)).toEqual([403, "untrusted_run", "issuer"]);
    await prisma().account.update({ where: { id: seller.id }, data: { suspendedAt: new Date() } });
    expect(await reasonOf(skill.slug, await tokenOf())).toEqual([403, "untrusted_run", "skill"]);
    await prisma().account.update({ where: { id: seller.id }, data: { suspendedAt: null } });
    await prisma().trustedPublisher.update({ where: { skillId: skill.id }, data: { isActive: false } });
    expect(await reasonOf(skill.slug, await tokenOf())).toEqual([403, "untrusted_run", "skill"]);
    expect(
      (await browser.api("GET", `/v1/developer/skills/${skill.id}/trusted-publisher`)).body.trusted_publisher,
    ).toMatchObject({ active: false });
    await set();
    expect(await reasonOf(skill.slug, await tokenOf())).toBe(200);
  });

  test("is a body of another form, method or path", async () => {
    const post = (body: string) => fetch(`${base}/oidc/exchange`, { method: "POST", body });
    for (const body of ["{", "{}", JSON.stringify({ token: 1, skill: "x" })])
      expect((await post(body)).status).toBe(400);
    expect((await post("x".repeat(20_000))).status).toBe(413);
    expect((await fetch(`${base}/oidc/exchange`)).status).toBe(405);
    expect((await fetch(`${base}/oidc/more`)).status).toBe(404);
  });
});

describe("a skill that demands it", () => {
  test("is changed by no key and no session; its run releases it, and its price is still the seller's", async () => {
    const { seller, skill, browser } = await trusted({ required: true });
    const refused = [
      await release(seller.key, skill),
      await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: seller.key, body: { readme: "New." } }),
      await browser.api("PATCH", `/v1/developer/skills/${skill.id}`, { body: { description: "New." } }),
      await browser.api("PATCH", `/v1/developer/skills/${skill.id}`, { body: { readme: "New.", submit: false } }),
    ];
    expect(refused.map(({ status, body }) => [status, body.error.code])).toEqual(
      refused.map(() => [403, "trusted_publisher_required"]),
    );
    expect(
      (await call("PATCH", `/v1/developer/skills/${skill.id}`, { key: seller.key, body: { price_per_call: 0.1 } }))
        .status,
    ).toBe(200);
    const { body } = await exchange(skill.slug, await tokenOf());
    expect((await release(String(body.api_key), skill)).status).toBe(200);
  });

  test("is freed by its owner with a code of their authenticator, once; and they get a mail", async () => {
    const { seller, skill, browser, set } = await trusted();
    const remove = (body: object) =>
      browser.api("POST", `/v1/developer/skills/${skill.id}/trusted-publisher/remove`, { body });
    expect((await set({ required: true })).status).toBe(200);
    expect((await set({ required: false })).body.error.code).toBe("second_factor_required");
    const code = await withCodes(browser);
    expect((await set({ required: false, code: "000000" })).body.error.code).toBe("wrong_code");
    expect((await remove({})).body.error.code).toBe("second_factor_required");
    const good = code(1);
    expect((await set({ required: false, code: good })).body.trusted_publisher).toMatchObject({ required: false });
    await set({ required: true });
    expect((await remove({ code: good })).body.error.code).toBe("wrong_code");
    await deliverMails();
    const subjects = storedMails().flatMap(({ to, subject }) => (to === seller.email ? [subject] : []));
    expect(subjects.filter((subject) => subject.includes("Trusted publishing"))).toHaveLength(4);
    expect((await release(seller.key, skill)).body.error.code).toBe("trusted_publisher_required");
  });

  test("is set up in a browser, not with a key, and only by its owner", async () => {
    const { seller, skill } = await trusted();
    const path = `/v1/developer/skills/${skill.id}/trusted-publisher`;
    expect((await call("PUT", path, { key: seller.key, body: PUBLISHER })).body.error.code).toBe("session_required");
    expect((await call("GET", path, { key: seller.key })).body.trusted_publisher).toMatchObject({
      repository: "ada/minutes",
    });
    const stranger: Person = await person();
    expect((await call("GET", path, { key: stranger.key })).status).toBe(404);
    const browser = new Visitor();
    await browser.signIn(stranger.email);
    expect((await browser.api("PUT", path, { body: PUBLISHER })).status).toBe(404);
    expect((await browser.api("POST", `${path}/remove`, { body: {} })).status).toBe(404);
    for (const wrong of [{ workflow: "../x.yml" }, { refs: [] }, { refs: ["main"] }, { repository: "x" }])
      expect((await browser.api("PUT", path, { body: { ...PUBLISHER, ...wrong } })).status).toBe(400);
    const api = await liveSkill(seller);
    expect(await reasonOf(api.slug, await tokenOf())).toEqual([403, "untrusted_run", "skill"]);
  });
});

test("a pattern of a ref takes any text without a slash for *", () => {
  expect(allowsRef("refs/tags/v*", "refs/tags/v1.2")).toBe(true);
  for (const ref of ["refs/tags/x1", "refs/heads/v1", "refs/tags/v1/evil"])
    expect([ref, allowsRef("refs/tags/v*", ref)]).toEqual([ref, false]);
  expect(allowsRef("refs/heads/main", "refs/heads/mainX")).toBe(false);
});

test("a token of GitLab is read by its own claims", () => {
  const claims = {
    project_path: "ada/minutes",
    project_id: 5,
    namespace_id: 6,
    ci_config_ref_uri: "gitlab.com/ada/minutes//.gitlab-ci.yml@refs/heads/main",
    ref_path: "refs/heads/main",
    sha: "abc",
    pipeline_source: "push",
    pipeline_id: 9,
  };
  expect(readRun("gitlab", claims, "https://gitlab.com")).toMatchObject({
    repository: "ada/minutes",
    repositoryId: "5",
    ownerId: "6",
    workflow: ".gitlab-ci.yml",
    isProposal: false,
    runUrl: "https://gitlab.com/ada/minutes/-/pipelines/9",
  });
  expect(
    readRun("gitlab", { ...claims, pipeline_source: "merge_request_event" }, "https://gitlab.com").isProposal,
  ).toBe(true);
});
