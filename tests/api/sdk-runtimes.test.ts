import { resolve } from "node:path";
import { createContext, runInContext } from "node:vm";
import { build } from "esbuild";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createHost, drain, listen } from "@/host/host";
import { personWith, subscription } from "@/tests/support/money";
import { installPackages } from "@/tests/support/npm-project";
import { liveDownload } from "@/tests/support/packages";
import { liveSkill, person } from "@/tests/support/people";
import { startUpstream } from "@/tests/support/upstream";

/** What browsers and workers have beside the language itself. */
const WEB = { fetch, Headers, Request, Response, URL, URLSearchParams, AbortSignal, AbortController };
const MORE_WEB = { TextEncoder, TextDecoder, crypto, atob, btoa, setTimeout, clearTimeout, DOMException };
const host = createHost((_, response) => response.writeHead(404).end());
let project: Awaited<ReturnType<typeof installPackages>>;
let upstream: Awaited<ReturnType<typeof startUpstream>>;
let base: string;

beforeAll(async () => {
  [project, upstream] = await Promise.all([installPackages(), startUpstream()]);
  base = `http://127.0.0.1:${await listen(host, 0, "127.0.0.1")}`;
});
afterAll(async () => {
  await drain(host);
  await upstream.close();
  project.remove();
});

/** Runs a module that imports the packed SDK where nothing of Node exists, and returns what it exports as `done`. */
async function runInWorker(source: string, globals: Record<string, unknown>): Promise<unknown> {
  const { outputFiles, warnings } = await build({
    stdin: { contents: source, resolveDir: resolve(project.folder) },
    bundle: true,
    platform: "browser",
    format: "iife",
    globalName: "bundle",
    write: false,
  });
  expect(warnings).toEqual([]);
  const context = createContext({ ...WEB, ...MORE_WEB, ...globals });
  runInContext(outputFiles[0]?.text ?? "", context);
  // What is made in the context is an instance of its own classes: only its JSON compares.
  return JSON.parse(await runInContext("bundle.done().then(JSON.stringify)", context));
}

test("the packed SDK bundles for browsers and runs, lists, downloads and verifies without anything of Node", async () => {
  const [{ slug }, packaged] = [
    await liveSkill(await person()),
    await liveDownload(await person(), subscription({ price: 1 })),
  ];
  const { key: apiKey } = await personWith(10);
  const [secret, at, body] = ["whsec_c2VjcmV0LXNlY3JldC1zZWNyZXQ=", new Date(), '{"type":"webhook.test"}'];
  const headers = {
    "webhook-id": "1",
    "webhook-timestamp": String(Math.floor(at.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("1", at, body),
  };
  const source = `
    import { Marketplace, verifyWebhook } from "@skills-marketplace/sdk";
    export async function done() {
      const market = new Marketplace({ baseUrl, apiKey, maxPrice: 1 });
      const { result } = await market.skills.run(slug, { a: 1 });
      await market.skills.purchase(packaged);
      const { bytes } = await market.skills.download(packaged);
      const kinds = [];
      for await (const { kind } of market.ledger({ pageSize: 1 })) kinds.push(kind);
      const { type } = await verifyWebhook(secret, headers, body);
      return { process: typeof process, result, size: bytes.length, kinds, type };
    }`;
  const globals = { baseUrl: base, apiKey, slug, packaged: packaged.slug, secret, headers, body };
  expect(await runInWorker(source, globals)).toEqual({
    process: "undefined",
    result: { echo: { a: 1 } },
    size: packaged.bytes.length,
    kinds: ["purchase", "execute", expect.any(String)],
    type: "webhook.test",
  });
});
