import { existsSync } from "node:fs";
import { parseArgs } from "node:util";
import { ensureInstalled, main, onPinnedNode, ROOT, StartError } from "./lib/install.mjs";

const OPTIONS = { name: { type: "string" }, "create-only": { type: "boolean" } };

// `npm run db:migrate -- --name <what>`: authors a migration from the changes of prisma/schema.prisma, and applies it.
// With `--create-only` it is written and not applied, and may be empty. Without `--name`, migrations that were edited or pulled
// are applied, and the checksums follow them.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, { prisma }, { applyMigrations, withClient }, author] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/migrations.mjs"),
    import("./lib/author.mjs"),
  ]);
  const { name, "create-only": isCreateOnly } = parseArgs({ options: OPTIONS }).values;
  if (name !== undefined && !/^[a-z][a-z0-9_]*$/.test(name))
    throw new StartError("Name it by what it changes, such as: npm run db:migrate -- --name icon_of_skills");
  const release = await acquireDatabase({ isMigrated: false });
  try {
    const text = await author.changesOf(process.env.DATABASE_URL);
    if (!text && !isCreateOnly) console.log("prisma/schema.prisma has no changes since the newest migration.");
    else if (!name) throw new StartError("The schema has changed. Name the change: --name <what>");
    else console.log(`written: prisma/migrations/${author.writeMigration(name, text)}`);
    author.writeChecksums();
    if (!isCreateOnly)
      await withClient(process.env.DATABASE_URL, (client) =>
        applyMigrations(client, (applied) => console.log(`applied: ${applied}`)),
      );
    prisma(["generate"], process.env.DATABASE_URL);
  } finally {
    await release();
  }
  process.exit();
});
