import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { docText } from "@/app/docs/_lib/text";
import { createHost, drain, listen } from "@/host/host";
import { servePackagesOf } from "@/lib/demand/distribution/client-packages";
import { installPackages, npmInstall, runIn, USERS_NODE } from "@/tests/support/npm-project";

const PORT = await vi.hoisted(async () => {
  const { freePort } = await import("@/tests/support/free-port");
  const port = await freePort();
  process.env.PUBLIC_URL = `http://127.0.0.1:${port}`;
  process.env.PACKAGE_SCOPE = "@acme";
  return port;
});
const LIST = `http://127.0.0.1:${PORT}/downloads`;

const host = createHost((_, response) => response.writeHead(404).end());
const folder = mkdtempSync(join(tmpdir(), "marketplace-downloads-"));
let project: Awaited<ReturnType<typeof installPackages>>;
beforeAll(async () => {
  project = await installPackages();
  servePackagesOf(project.built);
  await listen(host, PORT, "127.0.0.1");
});
afterAll(async () => {
  await drain(host);
  project.remove();
  rmSync(folder, { recursive: true });
});

type Listed = { name: string; version: string; url: string; size: number; sha256: string; integrity: string };
const listed = async (): Promise<Listed[]> => (await (await fetch(LIST)).json()).data;

test("npm installs the CLI and the SDK from the marketplace, under its scope and with the digests that it lists", async () => {
  const all = await listed();
  expect(all.map(({ name }) => name)).toEqual(["@acme/cli", "@acme/sdk", "skills-marketplace"]);
  const packages = all.filter(({ url }) => url.endsWith(".tgz"));
  writeFileSync(join(folder, "package.json"), '{ "name": "empty", "private": true, "type": "module" }');
  await npmInstall(folder, ...packages.map(({ url }) => url));
  const { packages: lock } = JSON.parse(readFileSync(join(folder, "package-lock.json"), "utf8"));
  for (const { name, version, integrity } of packages)
    expect(lock[`node_modules/${name}`]).toMatchObject({ version, integrity });
  const command = [USERS_NODE, resolve(folder, "node_modules/.bin/skm"), "--version"];
  expect((await runIn(folder, command)).stdout.trim()).toBe(packages[0]?.version);
  writeFileSync(join(folder, "use.mjs"), 'import { Marketplace } from "@acme/sdk"; console.log(Marketplace.name);');
  expect((await runIn(folder, [USERS_NODE, "use.mjs"])).stdout).toBe("Marketplace\n");
});

test("a package is served with its digest, is not sent again unchanged, and no other file is served", async () => {
  for (const { url, size, sha256 } of await listed()) {
    const answer = await fetch(url);
    const bytes = Buffer.from(await answer.arrayBuffer());
    const digest = createHash("sha256").update(bytes).digest();
    expect([bytes.length, digest.toString("hex")]).toEqual([size, sha256]);
    expect(answer.headers.get("repr-digest")).toBe(`sha-256=:${digest.toString("base64")}:`);
    const headers = { "if-none-match": answer.headers.get("etag") ?? "" };
    expect((await fetch(url, { headers })).status).toBe(304);
  }
  for (const path of ["/other.tgz", "/cli", "/../package.json", "/sdk.tgz/package.json"])
    expect((await fetch(LIST + path)).status, path).toBe(404);
  expect((await fetch(`${LIST}/cli.tgz`, { method: "POST" })).status).toBe(405);
});

test("the guides install from the marketplace and import under its scope", async () => {
  const [cli, sdk, python] = [await docText("cli"), await docText("sdk"), await docText("sdk-python")];
  expect(cli?.text).toContain(`npm install --global ${LIST}/cli.tgz`);
  expect(sdk?.text).toContain(`npm install ${LIST}/sdk.tgz`);
  expect(sdk?.text).toContain('from "@acme/sdk"');
  expect(python?.text).toContain(`pip install ${(await listed())[2]?.url}\n`);
  expect(`${cli?.text}${sdk?.text}`).not.toContain("@skills-marketplace/");
});
