import { resolve } from "node:path";
import { pathToFileURL } from "node:url";
import type { ClientBase } from "pg";

const scripts = (name: string) => import(pathToFileURL(resolve(`scripts/lib/${name}.mjs`)).href);

type Migration = { name: string; text: string; checksum: string };
type Migrations = {
  applyMigrations: (
    client: ClientBase,
    report?: (name: string) => void,
    only?: string[] | null,
    files?: Migration[],
  ) => Promise<void>;
  requireMigrated: (client: ClientBase) => Promise<void>;
  migrationState: (client: ClientBase) => Promise<{
    migrations: { name: string; state: string }[];
    functions: string;
  }>;
  restoreMigrations: (client: ClientBase, only?: string[]) => Promise<void>;
  migrationFiles: () => Migration[];
  formerFiles: () => Migration[];
  withClient: <T>(url: string, work: (client: ClientBase) => Promise<T>) => Promise<T>;
};

/** What `npm run migrate` runs. */
export const migrations = () => scripts("migrations") as Promise<Migrations>;

/** What `npm run db:migrate` runs. */
export const authoring = () =>
  scripts("author") as Promise<{
    changesOf: (databaseUrl: string, schema?: string) => Promise<string | null>;
    nameAfter: (newest: string, what: string, now?: Date) => string;
  }>;

/** Applies the migrations and the functions of prisma/sql to a database. */
export async function migrate(url: string): Promise<void> {
  const { applyMigrations, withClient } = await migrations();
  await withClient(url, (client) => applyMigrations(client));
}

/** Applies prisma/sql alone; returns whether anything had to be applied. */
export async function applySqlFunctions(client: ClientBase): Promise<boolean> {
  const { applySqlFunctions: apply } = (await scripts("sql-functions")) as {
    applySqlFunctions: (client: ClientBase) => Promise<boolean>;
  };
  return apply(client);
}
