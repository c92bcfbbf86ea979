import { closeDatabase } from "@/lib/core/db";
import { env } from "@/lib/core/env";
import { closeOutbound } from "@/lib/execution/call";
import { seedWhenEmpty } from "@/prisma/seed/seed";
import { greet } from "@/server/greeting";
import { drain, openDemoProvider } from "@/server/host";

/** `npm run seed`: fills an empty database with the demo; never touches one that holds accounts. */
export async function run(): Promise<number> {
  const provider = await openDemoProvider();
  const seeded = await seedWhenEmpty();
  if (seeded) greet(env().PORT, seeded);
  else console.log("The database holds accounts already; nothing was seeded.");
  await drain(provider);
  await closeOutbound();
  await closeDatabase();
  return 0;
}
