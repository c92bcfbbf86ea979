import { asAdmin, TEMPLATE, urlOf } from "@/tests/support/database";
import { migrate } from "@/tests/support/migrate";

/** Migrates the template database once. */
export default async function setup(): Promise<void> {
  await asAdmin(`DROP DATABASE IF EXISTS ${TEMPLATE} WITH (FORCE)`);
  await asAdmin(`CREATE DATABASE ${TEMPLATE}`);
  await migrate(urlOf(TEMPLATE));
}
