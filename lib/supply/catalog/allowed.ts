/** The skills to which the lists and searches of an organization's members are limited. They are read for each list, and never cached. */
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";

/** Who asks for a list: a visitor, or a caller, who may act for an organization. */
export type Searcher = Pick<Caller, "accountId" | "organization" | "catalogGeneration"> | null | undefined;

/** The ids of the skills that the caller's organization allows; null for a caller who is not limited, or asks for all skills. */
export async function limitOf(searcher: Searcher, allowed?: "true" | "false"): Promise<string[] | null> {
  if (!searcher?.organization?.isLimited || allowed === "false") return null;
  const ids = "SELECT id FROM skills_allowed($1) AS id";
  const rows = await query<{ id: string }>("catalog.allowed", ids, [searcher.accountId]);
  return rows.map(({ id }) => id);
}
