import { BEHAVIORS } from "../../../lib/supply/packages/behavior-schemas.ts";
import type { Marketplace } from "../../sdk/src/index.js";
import { CliError } from "./failure.ts";
import { confirm } from "./input.ts";
import type { Locked } from "./lock.ts";
import { remark } from "./output.ts";

type Update = { before: Pick<Locked, "version" | "sha256">; version: string; isAgreed: boolean };

/**
 * Says what the code of a version does that the installed one does not, and asks. Throws CliError unless the user agrees, before anything
 * is downloaded or replaced.
 */
export async function requireAgreement(market: Marketplace, slug: string, update: Update): Promise<void> {
  const { before, version, isAgreed } = update;
  const { data } = await market.skills.versions(slug);
  const at = data.findIndex((one) => one.package?.version === version);
  const installed = data.findIndex((one) => one.package?.sha256 === before.sha256);
  // Newest first. An installed version that is older than the list has all of it before it.
  const newer = data.slice(Math.max(0, at), installed < 0 ? undefined : installed);
  const lines = newer.flatMap(({ changes }) =>
    changes.permissions.map(({ kind, value }) => `  ${BEHAVIORS[kind]}: ${printed(value)}`),
  );
  if (lines.length === 0) return;
  const what = `${slug} ${version} does something that ${before.version} does not:`;
  remark([what, ...new Set(lines)].join("\n"));
  if (isAgreed || (await confirm("Update anyway?"))) return;
  throw new CliError(`${slug} asks for new permissions. Look at them, then agree with --yes.`);
}

/** Without characters that would move a terminal's cursor. */
const printed = (value: string) => value.replace(/[\p{C}]/gu, "?");
