import { execFile } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, expect, test } from "vitest";
import { ROUTES } from "@/app/v1/generated/routes";
import { openApiDocument } from "@/lib/interfaces/http/openapi";

const run = promisify(execFile);
// In the project, so that what is generated finds its packages.
mkdirSync(".build", { recursive: true });
const folder = mkdtempSync(resolve(".build/openapi-client-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** The calls of the README's tour, in a generated client; what they send and read is all that the compiler may not doubt. */
const TOUR = `
import createClient from "openapi-fetch";
import type { components, paths } from "./openapi";

const client = createClient<paths>({ baseUrl: "http://localhost", headers: { Authorization: "Bearer key" } });

export async function tour() {
  const list = await client.GET("/v1/skills", { params: { query: { limit: 3, search: "colour contarst" } } });
  const first: string | undefined = list.data?.data[0]?.slug;
  const path = { slug: "text-statistics" };
  const skill = await client.GET("/v1/skills/{slug}", { params: { path } });
  const pricing: components["schemas"]["PricingType"] | undefined = skill.data?.pricing_type;
  const body = { text: "How many words is this?" };
  await client.POST("/v1/skills/{slug}/execute", { params: { path, query: { dry_run: "true" } }, body });
  const ran = await client.POST("/v1/skills/{slug}/execute", {
    params: { path, query: { max_price: 0.002 }, header: { "Idempotency-Key": "tour-1" } },
    body,
  });
  const cost: number = ran.data && "usage" in ran.data ? ran.data.usage.cost : 0;
  const error = ran.error?.error;
  const shortfall: number = error?.code === "insufficient_credits" ? error.details.shortfall : 0;
  const bought = await client.POST("/v1/skills/{slug}/purchase", { params: { path }, body: { max_price: 4 } });
  const end: string | undefined = bought.data?.purchase.current_period_end;
  await client.GET("/v1/skills/{slug}/download", { params: { path }, parseAs: "blob" });
  const available: number | undefined = (await client.GET("/v1/balance")).data?.available;
  await client.GET("/v1/ledger");
  await client.GET("/v1/usage", { params: { query: { skill: "text-statistics" } } });
  await client.POST("/v1/keys", {
    body: { name: "agent", scopes: ["read", "execute"], skills: ["a"], credit_limit: 0.5, credit_limit_interval: "day" },
  });
  const registered = await client.POST("/v1/auth/register", {
    body: { email: "ada@example.com", password: "correct horse battery", name: "Ada Lovelace" },
  });
  const key: string | undefined = registered.data?.api_key;
  // Without any field that has a default.
  await client.POST("/v1/developer/skills", {
    body: { slug: "word-counter", name: "Word counter", description: "Counts words.", category: "writing" },
  });
  return { first, pricing, cost, shortfall, end, available, key };
}
`;
const DOUBTFUL = `
import type { components } from "./openapi";
export const pricing: components["schemas"]["PricingType"] = "free of charge";
`;

/** What the compiler says of a file beside the generated types; nothing when it is right. */
async function compile(name: string, source: string): Promise<string> {
  writeFileSync(join(folder, name), source);
  const options = "--noEmit --strict --skipLibCheck --target es2022 --module esnext --moduleResolution bundler".split(
    " ",
  );
  const args = ["node_modules/typescript/bin/tsc", ...options, "--types", "", "--ignoreConfig", join(folder, name)];
  return run(process.execPath, args).then(
    ({ stdout }) => stdout,
    ({ stdout }: { stdout: string }) => stdout,
  );
}

test("a client that openapi-typescript generates compiles the README's tour", async () => {
  writeFileSync(join(folder, "openapi.json"), JSON.stringify(openApiDocument(ROUTES)));
  await run(process.execPath, [
    "--import",
    pathToFileURL("tests/support/typescript-5.mjs").href,
    "node_modules/openapi-typescript/bin/cli.js",
    join(folder, "openapi.json"),
    "-o",
    join(folder, "openapi.ts"),
  ]);
  expect(await compile("tour.ts", TOUR)).toBe("");
  expect(await compile("doubtful.ts", DOUBTFUL)).toContain("TS2322");
});
