import { execFile } from "node:child_process";
import { globSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import sharp from "sharp";
import { afterAll, beforeAll, expect, test } from "vitest";
import { GET as compareText } from "@/app/(market)/compare/md/route";
import { docText } from "@/app/docs/_lib/text";
import { createHost, listen, openDemoProvider } from "@/host/host";
import { zipOf } from "@/lib/interfaces/client/zip";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { seedWhenEmpty } from "@/prisma/seed/seed";
import { call } from "@/tests/support/api";
import { bareDebian } from "@/tests/support/bare-debian";
import { subscription } from "@/tests/support/money";
import { keyOf, organization } from "@/tests/support/organizations";
import { draftSkill, liveSkill, type Person, person } from "@/tests/support/people";

const run = promisify(execFile);
/** In the order in which they are read; those of the CLI and the SDKs are installed and run in their own tests. */
const FIRST = ["quickstart", "execute", "buy", "download", "long-calls", "earnings", "verify", "publish", "webhooks"];
const ELSEWHERE = ["cli", "sdk", "sdk-python"];
const GUIDES = [
  ...new Set([
    ...FIRST,
    ...globSync("app/docs/guides/*.md")
      .map((file) => basename(file, ".md"))
      .toSorted(),
  ]),
].filter((slug) => !ELSEWHERE.includes(slug));
/** What begins with a program that a guide tells to install. */
const INSTALLED = /^(?:claude|skm) /;
/** Examples that need what this test can't have, by a part of each, with the code that they get instead. */
const REFUSED: Record<string, string> = {
  "/v1/developer/payouts ": "payout_not_ready",
  "github.com/ada/skills": "upstream_failed",
  "/v1/credits/topup": "processor_failed",
  "/tools/list_invoices/": "not_found",
};

let host: Server;
let provider: Server;
let buyer: string;
let seller: Person;
let companyKey: string;
/** A purchase of a skill with plans, which the demo has none of. */
let planned: string;
const folder = mkdtempSync(join(tmpdir(), "marketplace-guides-"));
const bin = join(folder, "bin");

beforeAll(async () => {
  bareDebian(bin);
  provider = await openDemoProvider();
  buyer = (await seedWhenEmpty())?.apiKey ?? "";
  // The one page among the examples, which Next's router serves.
  host = createHost(getRequestListener(compareText, { overrideGlobalObjects: false }));
  await listen(host, 0, "127.0.0.1");
  seller = await person();
  const acme = await organization();
  companyKey = (await keyOf(acme, acme.owner)).key;
  const plans = [
    { name: "Monthly", price: 0.01, interval: "month" },
    { name: "Yearly", price: 0.1, interval: "year" },
  ];
  const { slug } = await liveSkill(seller, {
    ...subscription({ price: null }),
    subscription_interval: null,
    plans,
  });
  const bought = await call("POST", `/v1/skills/${slug}/purchase`, { key: buyer, body: { plan: "Monthly" } });
  planned = String((bought.body.purchase as { id: string }).id);
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

test("every shell block of the guides runs as it is printed, in order", async () => {
  const { id } = await draftSkill(seller);
  const variables: Record<string, string> = { SKILL_ID: id };
  for (const slug of GUIDES)
    for (const block of await blocksOf(slug)) {
      if (INSTALLED.test(block) || block.includes("skm_…")) continue;
      const seen = /\/v1\/developer\//.test(block) ? seller.key : buyer;
      const key = block.includes('"organization"') ? companyKey : seen;
      const own = block.includes("/plan?") ? { ...variables, PURCHASE_ID: planned } : variables;
      const { stdout, isDone } = await shell(block, key, own);
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
