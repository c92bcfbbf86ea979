import { greet } from "@/host/greeting";
import { drain, openDemoProvider } from "@/host/host";
import { closeDatabase } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import * as outbound from "@/lib/platform/outbound/service";
import { seedWhenEmpty } from "@/prisma/seed/seed";

/** `npm run seed`: fills an empty database with the demo; never touches one that holds accounts. */
export async function run(): Promise<number> {
  const provider = await openDemoProvider();
  const seeded = await seedWhenEmpty();
  if (seeded) greet(env().PORT, seeded);
  else console.log("The database holds accounts already; nothing was seeded.");
  await drain(provider);
  await outbound.close();
  await closeDatabase();
  return 0;
}
