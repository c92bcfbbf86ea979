import { existsSync, writeFileSync } from "node:fs";
import { ensureInstalled, main, onPinnedNode, ROOT } from "./lib/install.mjs";

// `npm run db:migrate -- --name <what>`: authors a migration from the changes of prisma/schema.prisma, and applies it.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, { prisma }, { migrationFiles }] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/prisma.mjs"),
    import("./lib/migrations.mjs"),
  ]);
  const release = await acquireDatabase({ isMigrated: false });
  try {
    prisma(["migrate", "dev", ...process.argv.slice(2)], process.env.DATABASE_URL, { isShown: true });
    prisma(["generate"], process.env.DATABASE_URL, { isShown: true });
    const checksums = migrationFiles().map(({ name, checksum }) => `${checksum}  ${name}\n`);
    writeFileSync("prisma/migrations/checksums.txt", checksums.join(""));
  } finally {
    await release();
  }
  process.exit();
});
