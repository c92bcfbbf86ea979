import type { Check } from "@/host/doctor/check";
import { database, replica } from "@/host/doctor/database";
import { disk, names, port } from "@/host/doctor/machine";
import { mail, packages, payments, rateLimits, scanner } from "@/host/doctor/services";
import { settings, signIn } from "@/host/doctor/settings";

export { closeDatabase } from "@/lib/platform/core/db";

/** Everything that the doctor looks at, in the order of its report. */
export const CHECKS: Check[] = [
  settings,
  signIn,
  port,
  disk,
  names,
  database,
  replica,
  packages,
  scanner,
  rateLimits,
  mail,
  payments,
];
