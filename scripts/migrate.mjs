import { existsSync } from "node:fs";
import { ensureInstalled, main, onPinnedNode, ROOT, StartError } from "./lib/install.mjs";

const USAGE = `Usage:
  npm run migrate -- status   what the database has, and what it lacks
  npm run migrate -- apply    apply what it lacks; each migration whole or not at all`;

// `npm run migrate -- status|apply`: the database's tables and functions, of DATABASE_URL or the embedded one.
await main(async () => {
  process.chdir(ROOT);
  ensureInstalled();
  await onPinnedNode();
  if (existsSync(".env")) process.loadEnvFile(".env");
  const [{ acquireDatabase }, migrations] = await Promise.all([
    import("./lib/database.mjs"),
    import("./lib/migrations.mjs"),
  ]);
  const verb = { status, apply }[process.argv[2]];
  if (!verb) throw new StartError(USAGE);
  const release = await acquireDatabase({ isMigrated: false });
  try {
    await migrations.withClient(process.env.DATABASE_URL, (client) => verb(client, migrations));
  } finally {
    await release();
  }
  process.exit();
});

async function status(client, { migrationState }) {
  const { migrations, functions } = await migrationState(client);
  for (const { name, state } of migrations) console.log(`${state.padEnd(11)}${name}`);
  console.log(`${functions.padEnd(11)}prisma/sql`);
}

async function apply(client, { applyMigrations }) {
  let count = 0;
  await applyMigrations(client, (name) => {
    count++;
    console.log(`applied    ${name}`);
  });
  if (count === 0) console.log("The database has everything already.");
}
