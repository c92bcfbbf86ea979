import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { prisma } from "@/lib/platform/core/db";
import { allowsRef, readRun } from "@/lib/supply/releasing/issuers";
import {
  CLAIMS,
  exchange,
  issuer,
  newPair,
  type Pair,
  reasonOf,
  startIssuer,
  tokenOf,
  trusted,
} from "@/tests/support/ci-issuer";
import { byStatus } from "@/tests/support/money";

vi.hoisted(() => {
  process.env.OIDC_ISSUERS = `http://${process.env.EXECUTION_ALLOW}=github`;
});
let at: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  at = await startIssuer();
});
afterAll(() => at.close());

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

  test("of a repository that isn't the one whose ids were given at setup, from the first release on", async () => {
    const { set, skill } = await trusted({ repository_id: "101", owner_id: "7" });
    expect(await reasonOf(skill.slug, await tokenOf({ repository_id: "102" }))).toEqual([
      403,
      "untrusted_run",
      "repository",
    ]);
    expect(await reasonOf(skill.slug, await tokenOf())).toBe(200);
    expect((await set({ repository_id: "101" })).status).toBe(400);
  });

  test("that another key signed; after a rotation, the issuer's new key is taken", async () => {
    const { skill } = await trusted();
    const [before] = issuer.keys;
    expect(await reasonOf(skill.slug, await tokenOf())).toBe(200);
    const forged = { ...(await newPair("first")) };
    expect(await reasonOf(skill.slug, await tokenOf({}, { pair: forged }))).toEqual([
      403,
      "untrusted_run",
      "signature",
    ]);
    const next = await newPair("second");
    issuer.keys = [next];
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
      .sign((issuer.keys[0] as Pair).privateKey);
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
    const post = (body: string) => fetch(`${at.base}/oidc/exchange`, { method: "POST", body });
    for (const body of ["{", "{}", JSON.stringify({ token: 1, skill: "x" })])
      expect((await post(body)).status).toBe(400);
    expect((await post("x".repeat(20_000))).status).toBe(413);
    expect((await fetch(`${at.base}/oidc/exchange`)).status).toBe(405);
    expect((await fetch(`${at.base}/oidc/more`)).status).toBe(404);
  });
});

test("the workflow of a run of a tag with an @ is read as of any other", () => {
  const workflow_ref = "ada/minutes/.github/workflows/release.yml@refs/tags/pkg@1.2.0";
  const claims = { repository: "ada/minutes", workflow_ref, ref: "refs/tags/pkg@1.2.0" };
  expect(readRun("github", claims, "https://token.actions.githubusercontent.com").workflow).toBe(
    ".github/workflows/release.yml",
  );
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
  for (const pipeline_source of ["merge_request_event", "external_pull_request_event", ""])
    expect(readRun("gitlab", { ...claims, pipeline_source }, "https://gitlab.com").isProposal).toBe(true);
});
