import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docText } from "@/app/docs/_lib/text";
import { listen, openDemoProvider } from "@/host/host";
import { route } from "@/host/router";
import { zipOf } from "@/lib/interfaces/client/zip";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { seedWhenEmpty } from "@/prisma/seed/seed";
import { call } from "@/tests/support/api";
import { draftSkill, type Person, person } from "@/tests/support/people";

const run = promisify(execFile);
/** What a bare Debian has, beside what the guides tell to install: `curl` and `unzip`. */
const TOOLS = ["bash", "cat", "curl", "cut", "date", "mkdir", "printf", "rm", "sed", "sha256sum", "sleep", "unzip"];
/** Guides whose examples are requests; those of the CLI and the SDKs run in their own tests. */
const GUIDES = [
  "quickstart",
  "execute",
  "buy",
  "download",
  "long-calls",
  "earnings",
  "verify",
  "publish",
  "webhooks",
  "mcp",
];
/** Examples that need what this test can't have, by a part of each, with the code that they get instead. */
const REFUSED: Record<string, string> = {
  "/v1/developer/payouts ": "payout_not_ready",
  "github.com/ada/skills": "upstream_failed",
  "/v1/credits/topup": "processor_failed",
};

let host: Server;
let provider: Server;
let buyer: string;
let seller: Person;
const folder = mkdtempSync(join(tmpdir(), "marketplace-guides-"));
const bin = join(folder, "bin");

/** The programs of a bare system; `curl` fails where a response is an error. */
function makePrograms(): void {
  mkdirSync(bin);
  for (const tool of TOOLS) if (tool !== "curl") symlinkSync(`/usr/bin/${tool}`, join(bin, tool));
  writeFileSync(join(bin, "curl"), '#!/bin/bash\nexec /usr/bin/curl -sS --fail-with-body "$@"\n');
  chmodSync(join(bin, "curl"), 0o755);
}

beforeAll(async () => {
  makePrograms();
  provider = await openDemoProvider();
  buyer = (await seedWhenEmpty())?.apiKey ?? "";
  host = createServer(getRequestListener(route, { overrideGlobalObjects: false }));
  await listen(host, 0, "127.0.0.1");
  seller = await person();
  const { ownerId, id } = await prisma().skill.findUniqueOrThrow({ where: { slug: "meeting-minutes" } });
  const code = { id: crypto.randomUUID(), skillId: id, code: "LAUNCH20", percentOff: 20 };
  await prisma().promotionCode.create({ data: code });
  expect(ownerId).not.toBe(seller.id);
  const content = new TextEncoder().encode(
    "---\nname: word-counter\ndescription: Counts words. Use for texts.\n---\n# Words\n",
  );
  const zip = zipOf([{ path: "word-counter/SKILL.md", content }]);
  writeFileSync(join(folder, "word-counter.zip"), Buffer.from(await zip.arrayBuffer()));
  const image = sharp({ create: { width: 64, height: 64, channels: 3, background: "teal" } });
  writeFileSync(join(folder, "icon.png"), await image.png().toBuffer());
});
afterAll(() => {
  host.close();
  provider.close();
  rmSync(folder, { recursive: true });
});

/** The shell blocks of a guide, as a reader copies them. */
async function blocksOf(slug: string): Promise<string[]> {
  const text = (await docText(slug))?.text ?? "";
  const base = `http://127.0.0.1:${(host.address() as AddressInfo).port}`;
  return [...text.matchAll(/```sh\n(.*?)```/gs)].map(([, block]) => (block ?? "").replaceAll(env().PUBLIC_URL, base));
}

async function shell(block: string, key: string, variables: Record<string, string>) {
  const options = {
    cwd: folder,
    env: { PATH: bin, HOME: folder, SKILLS_API_KEY: key, NODE_ENV: "test" as const, ...variables },
  };
  return run(join(bin, "bash"), ["-e", "-o", "pipefail", "-c", block], options).then(
    ({ stdout }) => ({ stdout, isDone: true }),
    (error: { stdout: string; stderr: string }) => ({ stdout: error.stdout + error.stderr, isDone: false }),
  );
}

test("no example needs a program that a bare Debian lacks", () => {
  for (const slug of GUIDES)
    expect(readFileSync(`app/docs/guides/${slug}.md`, "utf8")).not.toMatch(/uuidgen|\bjq\b|node -/);
});

test("every shell block of the guides runs as it is printed, in order", async () => {
  const { id } = await draftSkill(seller);
  const variables: Record<string, string> = { SKILL_ID: id };
  for (const slug of GUIDES)
    for (const block of await blocksOf(slug)) {
      if (block.includes("skm_…")) continue;
      const key = /\/v1\/developer\//.test(block) ? seller.key : buyer;
      const { stdout, isDone } = await shell(block, key, variables);
      const refusal = Object.entries(REFUSED).find(([part]) => block.includes(part))?.[1];
      if (refusal) expect(stdout, block).toContain(refusal);
      else expect([isDone, stdout], block).toEqual([true, stdout]);
      const bought = /"purchase":\{"id":"([^"]+)"/.exec(stdout)?.[1];
      if (bought) variables.PURCHASE_ID = bought;
      if (block.includes("kind=icon")) variables.IMAGE_ID = /"id":"([^"]+)"/.exec(stdout)?.[1] ?? "";
    }
  const list = await call("GET", "/v1/purchases", { key: buyer });
  expect(list.body.data.map(({ skill }) => (skill as { slug: string }).slug)).toContain("meeting-minutes");
});
