import { createHash } from "node:crypto";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { prisma } from "@/lib/platform/core/db";
import { call } from "@/tests/support/api";
import { contentsOf } from "@/tests/support/inspected";
import { personWith } from "@/tests/support/money";
import { runIn } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { person } from "@/tests/support/people";

// Indexes name the marketplace's own address.
const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  return port;
});
const ORIGIN = `http://127.0.0.1:${PORT}`;
const INDEX = "/.well-known/agent-skills/index.json";

const host = createHost((_, response) => response.writeHead(404).end());
const folders: string[] = [];
beforeAll(async () => {
  await listen(host, PORT, "127.0.0.1");
});
afterAll(async () => {
  await drain(host);
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

/** Runs the installer that people use in an empty project. Returns where it puts a skill. */
async function install(address: string) {
  const folder = mkdtempSync(join(tmpdir(), "marketplace-skills-"));
  folders.push(folder);
  const command = [process.execPath, resolve("node_modules/skills/bin/cli.mjs")];
  const env = { HOME: folder, DISABLE_TELEMETRY: "1", CI: "1" };
  const ended = await runIn(folder, [...command, "add", address, "-y", "-a", "claude-code"], { env });
  const fileOf = (name: string) => {
    const places = [join(folder, ".claude/skills", name, "SKILL.md"), join(folder, ".agents/skills", name, "SKILL.md")];
    const found = places.find((place) => existsSync(place));
    return found ? readFileSync(found, "utf8") : null;
  };
  return { ...ended, fileOf };
}

const linkOf = async (key: string, slug: string) => call("POST", `/v1/skills/${slug}/install-links`, { key });

describe("install links", () => {
  test("`npx skills add` installs a bought package by its link, and not once it is revoked", async () => {
    const { slug } = await liveDownload(await person(), { pricing_type: "subscription", price: 3 });
    const buyer = await personWith(10);
    const before = await linkOf(buyer.key, slug);
    expect([before.status, before.body.error.code]).toEqual([402, "purchase_required"]);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    const { status, body } = await linkOf(buyer.key, slug);
    expect([status, body.command]).toEqual([200, `npx skills add ${body.url}`]);
    const installed = await install(String(body.url));
    expect(installed.fileOf(slug), installed.stdout + installed.stderr).toContain(`# ${slug}`);
    const { body: links } = await call("GET", "/v1/install-links", { key: buyer.key });
    expect(links.data).toMatchObject([{ id: body.id, skill: slug, used_at: expect.any(String) }]);
    // The installer has written the link into the project's lock file, which people check in.
    const [{ used_at: used, expires_at: ends }] = links.data as [{ used_at: string; expires_at: string }];
    expect(Date.parse(ends) - Date.parse(used)).toBeLessThanOrEqual(10 * 60_000);
    expect(JSON.stringify(links)).not.toContain(String(body.url).split("/").at(-1));
    expect((await call("DELETE", `/v1/install-links/${body.id}`, { key: buyer.key })).status).toBe(200);
    expect((await fetch(`${body.url}${INDEX}`)).status).toBe(404);
    expect((await install(String(body.url))).fileOf(slug)).toBeNull();
  });

  test("a link ends after its lifetime, with the purchase, and with the account; other accounts can't revoke it", async () => {
    const { slug } = await liveDownload(await person(), { pricing_type: "subscription", price: 3 });
    const buyer = await personWith(10);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    const { body } = await linkOf(buyer.key, slug);
    const opens = async () => (await fetch(`${body.url}${INDEX}`)).status;
    expect(await opens()).toBe(200);
    const stranger = await person();
    expect((await call("DELETE", `/v1/install-links/${body.id}`, { key: stranger.key })).status).toBe(404);
    await prisma().account.update({ where: { id: buyer.id }, data: { suspendedAt: new Date() } });
    expect(await opens()).toBe(404);
    await prisma().account.update({ where: { id: buyer.id }, data: { suspendedAt: null } });
    await prisma().purchase.updateMany({
      where: { buyerId: buyer.id },
      data: { status: "expired", autoRenew: false },
    });
    expect(await opens()).toBe(402);
    await prisma().installLink.update({
      where: { id: body.id },
      data: { expiresAt: new Date(Date.now() - 1_000) },
    });
    expect(await opens()).toBe(404);
  });

  test("a metered package has no link: its download by the API charges for it", async () => {
    const { slug } = await liveDownload(await person(), { pricing_type: "usage", price_per_call: 1 });
    const { status, body } = await linkOf((await personWith(10)).key, slug);
    expect([status, body.error.code]).toEqual([400, "not_downloadable"]);
  });
});

/** What Claude Code does with a marketplace: reads it, fetches the archive of its one plugin and checks the digest. */
async function pluginOf(marketplace: string) {
  const answer = await fetch(marketplace);
  expect(answer.status).toBe(200);
  const { name, owner, plugins } = await answer.json();
  expect(owner.name).toBeTruthy();
  const [plugin] = plugins;
  expect(plugin.source).toMatchObject({ source: "archive", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) });
  const bytes = Buffer.from(await (await fetch(plugin.source.url)).arrayBuffer());
  expect(createHash("sha256").update(bytes).digest("hex")).toBe(plugin.source.sha256);
  return { name, plugin, files: await contentsOf(bytes) };
}

describe("the marketplace of Claude Code plugins", () => {
  test("a bought package is a plugin by its link: a manifest of ours and the skill's folder, and nothing once it is revoked", async () => {
    const { slug } = await liveDownload(await person(), { pricing_type: "subscription", price: 3 });
    const buyer = await personWith(10);
    await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer.key, body: {} });
    const { body } = await linkOf(buyer.key, slug);
    const marketplace = `${body.url}/.claude-plugin/marketplace.json`;
    expect(body.plugin_command).toBe(
      `claude plugin marketplace add ${marketplace} && claude plugin install ${slug}@skills-marketplace-${slug}`,
    );
    const { name, plugin, files } = await pluginOf(marketplace);
    expect([name, plugin.name, plugin.version]).toEqual([`skills-marketplace-${slug}`, slug, "1.0.0"]);
    const manifest = JSON.parse(files[".claude-plugin/plugin.json"] ?? "");
    expect(manifest).toMatchObject({ name: slug, version: "1.0.0", description: plugin.description });
    expect(files[`skills/${slug}/SKILL.md`]).toContain(`# ${slug}`);
    // A package can't bring hooks or commands of its own: all of it is below the skill's folder.
    const others = Object.keys(files).filter((path) => !path.startsWith(`skills/${slug}/`));
    expect(others).toEqual([".claude-plugin/plugin.json"]);
    await call("DELETE", `/v1/install-links/${body.id}`, { key: buyer.key });
    expect([(await fetch(marketplace)).status, (await fetch(plugin.source.url)).status]).toEqual([404, 404]);
  });

  test("free packages are listed at one address, each also at its skill's; a paid one is at neither", async () => {
    const seller = await person();
    const free = await liveDownload(seller, { pricing_type: "usage", price_per_call: 0 });
    const paid = await liveDownload(seller, { pricing_type: "subscription", price: 3 });
    const root = await (await fetch(`${ORIGIN}/.claude-plugin/marketplace.json`)).json();
    expect(root.name).toBe("skills-marketplace");
    const listed = root.plugins.find(({ name }: { name: string }) => name === free.slug);
    const { plugin } = await pluginOf(`${ORIGIN}/skills/${free.slug}/.claude-plugin/marketplace.json`);
    expect(plugin).toEqual(listed);
    expect(JSON.stringify(root)).not.toContain(paid.slug);
    const refused = await fetch(`${ORIGIN}/skills/${paid.slug}/.claude-plugin/marketplace.json`);
    expect(refused.status).toBe(402);
    expect((await fetch(`${ORIGIN}/.claude-plugin/other.json`)).status).toBe(404);
  });
});

describe("the index of free packages", () => {
  test("`npx skills add` installs a free package by its skill's address, and the root lists it alone", async () => {
    const seller = await person();
    const free = await liveDownload(seller, { pricing_type: "usage", price_per_call: 0 });
    const paid = await liveDownload(seller, { pricing_type: "subscription", price: 3 });
    const installed = await install(`${ORIGIN}/skills/${free.slug}`);
    expect(installed.fileOf(free.slug), installed.stdout + installed.stderr).toContain(`# ${free.slug}`);
    const root = await (await fetch(`${ORIGIN}${INDEX}`)).json();
    expect(root.$schema).toBe("https://schemas.agentskills.io/discovery/0.2.0/schema.json");
    const names = root.skills.map(({ name }: { name: string }) => name);
    expect(names).toContain(free.slug);
    expect(names).not.toContain(paid.slug);
    expect((await fetch(`${ORIGIN}/skills/${paid.slug}${INDEX}`)).status).toBe(402);
  });
});
