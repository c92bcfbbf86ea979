import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { call } from "@/tests/support/api";
import { installPackages } from "@/tests/support/npm-project";
import { keyOf, organization } from "@/tests/support/organizations";
import { liveDownload, packageOf, putPackage } from "@/tests/support/packages";
import { administrator, approve, type Person, person, skillFields, unique } from "@/tests/support/people";
import { terminalIn } from "@/tests/support/terminal";

const host = createHost((_, response) => response.writeHead(404).end());
let base: string;
let project: Awaited<ReturnType<typeof installPackages>>;
let seller: Person;
beforeAll(async () => {
  project = await installPackages();
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
  seller = await person();
});
afterAll(async () => {
  await drain(host);
  project.remove();
});

const published = () => liveDownload(seller, { pricing_type: "usage", price: null, price_per_call: 0 });
async function release({ id, slug }: { id: string; slug: string }) {
  await putPackage(seller.key, id, packageOf(slug, "1.1.0", "better"));
  await call("PATCH", `/v1/developer/skills/${id}`, { key: seller.key, body: { submit: true } });
  await approve(id);
}
const yank = (id: string) =>
  call("POST", `/v1/developer/skills/${id}/yanks`, {
    key: seller.key,
    body: { version: "1.0.0", reason: "Deletes files." },
  });

test("skm audit names what is yanked, recalled or vulnerable, and fails from a severity on", async () => {
  const [one, two, fine] = [await published(), await published(), await published()];
  const shell = terminalIn(project, base, { someone: await person() });
  for (const { slug } of [one, two, fine]) expect(await shell.run(["install", slug])).toMatchObject({ code: 0 });
  expect(await shell.run(["audit"])).toMatchObject({ code: 0, stdout: expect.stringContaining("none affected") });
  await yank(one.id);
  const yanked = await shell.run(["audit"]);
  expect(yanked).toMatchObject({ code: 1, stdout: expect.stringMatching(/was yanked.*Deletes files\./) });
  expect(yanked.stdout).not.toContain(fine.slug);
  expect(await shell.run(["audit", "--fail-on", "high"])).toMatchObject({ code: 0 });
  const admin = await administrator();
  const body = { reason: "Reads SSH keys.", malware: true };
  await call("POST", `/v1/admin/skills/${two.id}/suspend`, { key: admin.key, body });
  const recalled = await shell.run(["audit", "--fail-on", "high", "--json"]);
  expect(recalled.code).toBe(1);
  expect(JSON.parse(recalled.stdout).advisories).toMatchObject([
    { skill: one.slug, kind: "yank" },
    { skill: two.slug, kind: "malware", severity: "critical", sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
  ]);
  expect(await shell.run(["audit", "--fail-on", "terrible"])).toMatchObject({ code: 2 });
});

test("a private skill is installed by its slug or an exact version, and audited with the others", async () => {
  const acme = await organization();
  const { key } = await keyOf(acme, acme.owner);
  const { pricing_type: _, price_per_call: __, ...fields } = skillFields({ slug: `ledger-${unique()}` });
  const { body: made } = await call("POST", "/v1/developer/skills", {
    key,
    body: { ...fields, visibility: "organization", execution_type: "download", api_endpoint: null },
  });
  await putPackage(key, made.id, packageOf(String(fields.slug), "1.0.0"));
  await call("PATCH", `/v1/developer/skills/${made.id}`, { key, body: { submit: true } });
  const shell = terminalIn(project, base, { someone: { ...seller, key } });
  expect(await shell.run(["install", `${made.slug}@1.0.0`])).toMatchObject({ code: 0, stderr: "" });
  expect(await shell.run(["install", String(made.slug), "--force"])).toMatchObject({ code: 0, stderr: "" });
  const affected = await published();
  expect(await shell.run(["install", affected.slug])).toMatchObject({ code: 0 });
  await yank(affected.id);
  const audited = await shell.run(["audit"]);
  expect(audited).toMatchObject({ code: 1, stdout: expect.stringContaining(affected.slug) });
});

test("skm update passes over a skill that it can't update, and fails at the end", async () => {
  const skills = [await published(), await published(), await published()];
  const [one, two, three] = skills.toSorted((a, b) => (a.slug < b.slug ? -1 : 1));
  if (!one || !two || !three) throw new Error("three skills were published");
  const shell = terminalIn(project, base, { someone: await person() });
  for (const skill of skills) {
    expect(await shell.run(["install", skill.slug])).toMatchObject({ code: 0 });
    await release(skill);
  }
  const advisory = { severity: "high", summary: "Reads too much", action: "Wait for an update.", introduced: 2 };
  await call("POST", `/v1/developer/skills/${one.id}/advisories`, { key: seller.key, body: advisory });
  const admin = await administrator();
  const recall = { reason: "Reads SSH keys.", malware: true };
  await call("POST", `/v1/admin/skills/${two.id}/suspend`, { key: admin.key, body: recall });
  const ended = await shell.run(["update"]);
  expect(ended).toMatchObject({
    code: 1,
    stdout: expect.stringContaining(`${three.slug}: 1.0.0 → 1.1.0`),
    stderr: expect.stringMatching(new RegExp(`${one.slug}.*${two.slug}.*2 of 3 skills were not updated`, "s")),
  });
});

test("skm install refuses an affected version, and installs another or, when asked to, this one", async () => {
  const skill = await published();
  const shell = terminalIn(project, base, { someone: await person() });
  await yank(skill.id);
  expect(await shell.run(["install", skill.slug])).toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/was yanked.*--allow-affected/s),
  });
  await release(skill);
  expect(await shell.run(["install", skill.slug])).toMatchObject({ code: 0 });
  const advisory = { severity: "high", summary: "Reads too much", action: "Wait for an update.", introduced: 2 };
  await call("POST", `/v1/developer/skills/${skill.id}/advisories`, { key: seller.key, body: advisory });
  expect(await shell.run(["install", skill.slug, "--force"])).toMatchObject({ code: 1 });
  expect(await shell.run(["install", skill.slug, "--force", "--allow-affected"])).toMatchObject({
    code: 0,
    stderr: expect.stringContaining("Warning"),
  });
  expect(await shell.run(["install", `${skill.slug}@1.0.0`, "--force", "--allow-affected"])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining("yanked this version"),
  });
});
