import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { env } from "@/lib/platform/core/env";

/** Written by the build, with the packages that are generated from it. */
const BUILT = join(/* turbopackIgnore: true */ process.cwd(), ".build", "openapi.json");

type Operation = { security?: object[] };
/** The parts of an OpenAPI document that depend on the marketplace. */
export type ApiDescription = {
  info: { title: string };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
};

/** The OpenAPI document of this marketplace, under its name when one is given, read anew. Throws when there is no build. */
export async function describedApi(name?: string): Promise<ApiDescription> {
  const document = await anyMarketplace();
  if (name) document.info.title = `${name} API`;
  document.servers = [{ url: env().PUBLIC_URL }];
  // Keys are optional where the catalog is public.
  const operations = Object.values(document.paths).flatMap((path) => Object.values(path));
  if (!env().PUBLIC_CATALOG)
    for (const operation of operations) if ((operation.security?.length ?? 0) > 1) delete operation.security;
  return document;
}

async function anyMarketplace(): Promise<ApiDescription> {
  if (process.env.NODE_ENV === "production") return JSON.parse(await readFile(BUILT, "utf8"));
  // Tests and `npm run dev` run from their sources. A build of the pages leaves this out, and with it the code of the API.
  const [{ ROUTES }, { openApiDocument }] = await Promise.all([
    import("@/app/v1/generated/routes"),
    import("@/lib/interfaces/http/openapi"),
  ]);
  return JSON.parse(JSON.stringify(openApiDocument(ROUTES)));
}
