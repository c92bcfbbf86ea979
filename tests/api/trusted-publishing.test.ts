import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { expireReleases } from "@/lib/identity/keys/releases";
import { prisma } from "@/lib/platform/core/db";
import { storedMails } from "@/lib/platform/notifications/mail";
import { deliverMails } from "@/lib/platform/notifications/service";
import { call } from "@/tests/support/api";
import {
  CLAIMS,
  exchange,
  FREE,
  ISSUER,
  PUBLISHER,
  reasonOf,
  release,
  startIssuer,
  tokenOf,
  trusted,
  withCodes,
} from "@/tests/support/ci-issuer";
import { installPackages } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { approve, draftSkill, liveSkill, type Person, person } from "@/tests/support/people";
import { terminalIn } from "@/tests/support/terminal";
import { Visitor } from "@/tests/support/visitor";

vi.hoisted(() => {
  process.env.OIDC_ISSUERS = `http://${process.env.EXECUTION_ALLOW}=github`;
});
let at: Awaited<ReturnType<typeof startIssuer>>;
beforeAll(async () => {
  at = await startIssuer();
});
afterAll(() => at.close());

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
    const bundle = await (await fetch(`${at.base}/attestations/${skill.slug}@1.1.0`)).json();
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

  test("skm publish finds the token without being given one", async () => {
    const { seller, skill } = await trusted();
    const project = await installPackages();
    const extra = { ACTIONS_ID_TOKEN_REQUEST_URL: `${ISSUER}/token?x=1`, ACTIONS_ID_TOKEN_REQUEST_TOKEN: "bearer" };
    const shell = terminalIn(project, at.base, { extra });
    const folder = join(shell.folder, skill.slug);
    mkdirSync(folder);
    writeFileSync(
      join(folder, "SKILL.md"),
      `---\nname: ${skill.slug}\ndescription: Does it.\nmetadata:\n  version: 2.0.0\n---\n# New\n`,
    );
    const told = await shell.run(["publish", folder, "--audience", "http://market.test", "--name", "New", "--submit"]);
    expect(told).toMatchObject({ code: 2, stderr: expect.stringContaining("Remove --name, --submit") });
    // The audience is the marketplace's public URL, which this host is not.
    const ended = await shell.run(["publish", folder, "--audience", "http://market.test"]);
    expect(ended, ended.stderr).toMatchObject({ code: 0, stdout: expect.stringContaining("2.0.0") });
    expect((await call("GET", `/v1/developer/skills/${skill.id}`, { key: seller.key })).body.status).toBe("pending");
    project.remove();
  });
});

test("a change of the publisher, and its removal, end the keys of former runs", async () => {
  const { skill, set, browser } = await trusted();
  const keyOf = async () => String((await exchange(skill.slug, await tokenOf())).body.api_key);
  const first = await keyOf();
  expect((await set({ refs: ["refs/heads/main"] })).status).toBe(200);
  expect((await release(first, skill)).status).toBe(401);
  const second = await keyOf();
  await browser.api("POST", `/v1/developer/skills/${skill.id}/trusted-publisher/remove`, { body: {} });
  expect((await release(second, skill)).status).toBe(401);
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
    const mails = async () => {
      // A run ends after ten seconds, whatever it has sent by then.
      await deliverMails();
      return storedMails().filter(({ to, subject }) => to === seller.email && subject.includes("Trusted publishing"));
    };
    await expect.poll(mails).toHaveLength(4);
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
    const starred = { refs: ["refs/heads/***"] };
    for (const wrong of [{ workflow: "../x.yml" }, starred, { refs: [] }, { refs: ["main"] }, { repository: "x" }])
      expect((await browser.api("PUT", path, { body: { ...PUBLISHER, ...wrong } })).status).toBe(400);
    const api = await liveSkill(seller);
    expect(await reasonOf(api.slug, await tokenOf())).toEqual([403, "untrusted_run", "skill"]);
  });
});
