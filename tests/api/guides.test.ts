import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { getRequestListener } from "@hono/node-server";
import { afterAll, beforeAll, expect, test } from "vitest";
import { docText } from "@/app/docs/_lib/text";
import { listen, openDemoProvider } from "@/host/host";
import { route } from "@/host/router";
import { env } from "@/lib/platform/core/env";
import { seedWhenEmpty } from "@/prisma/seed/seed";

const run = promisify(execFile);
/** What a bare Debian has, beside what the guides tell to install: `curl` and `unzip`. */
const TOOLS = ["bash", "cat", "curl", "cut", "date", "mkdir", "printf", "rm", "sed", "sha256sum", "sleep", "unzip"];
/** Guides whose examples are requests. */
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
/** Those whose blocks are run; the examples of the CLI and the SDKs run in their own tests. */
const RUN = ["quickstart", "execute"];
let host: Server;
let provider: Server;
let buyer: string;
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

async function shell(block: string, key: string) {
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

test("the shell blocks of the first steps run as they are printed, in order", async () => {
  for (const slug of RUN)
    for (const block of await blocksOf(slug)) {
      if (block.includes("skm_…")) continue;
      const { stdout, isDone } = await shell(block, buyer);
      expect([isDone, stdout], block).toEqual([true, stdout]);
    }
});
