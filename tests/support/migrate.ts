import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientBase } from "pg";

const scripts = (name: string) => import(pathToFileURL(resolve(`scripts/lib/${name}.mjs`)).href);

/** Applies the migrations and the functions of prisma/sql to a database, as a start does. */
export async function migrate(url: string): Promise<void> {
  const { ensureMigrated } = (await scripts("prisma")) as { ensureMigrated: (url: string) => Promise<void> };
  await ensureMigrated(url);
}

/** Applies prisma/sql alone; returns whether anything had to be applied. */
export async function applySqlFunctions(client: ClientBase): Promise<boolean> {
  const { applySqlFunctions: apply } = (await scripts("sql-functions")) as {
    applySqlFunctions: (client: ClientBase) => Promise<boolean>;
  };
  return apply(client);
}
