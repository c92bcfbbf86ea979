import type { Reservation } from "@/lib/demand/execution/refusals";
import type { UsageRecord } from "@/lib/demand/usage/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import type { JsonText } from "@/lib/platform/core/json";
import * as ratelimit from "@/lib/platform/ratelimit/service";

/** Largest answer that goes through MCP; agents read larger ones by their link. */
export const MAX_LINKED_BYTES = 256 * 1024;
const BYTES_PER_KIB = 1024;
const READABLE_HOURS = 24;
const HOUR_MS = 60 * 60 * 1000;

/** Where an answer is read that was too large to be sent, by the account that paid for it. */
export type ResultLink = { url: string; bytes: number; expires_at: string };

/**
 * Stores a large answer as that of a run, which its account reads for 24 hours; the run is its call's, and shows the
 * answer only once the call is charged.
 */
export async function storeAnswer(
  caller: Caller,
  { holdId, slug }: Reservation,
  { result, usage }: { result: JsonText; usage: UsageRecord },
): Promise<ResultLink> {
  ratelimit.requireBudget("keeping", caller.accountId);
  const bytes = Buffer.byteLength(result.text);
  ratelimit.debit("keeping", caller.accountId, bytes / BYTES_PER_KIB);
  const now = new Date();
  // Announced already: its caller has waited for it. In SQL, since Prisma looks at each character of a text.
  await query(
    "runs.store_answer",
    "INSERT INTO run (id, account_id, skill_slug, result, usage, announced_at) VALUES ($1, $2, $3, $4, $5, $6)",
    [holdId, caller.accountId, slug, result.text, usage, now],
  );
  return {
    url: `${env().PUBLIC_URL}/v1/runs/${holdId}`,
    bytes,
    expires_at: new Date(now.getTime() + READABLE_HOURS * HOUR_MS).toISOString(),
  };
}

/** Removes what was stored for a call that was not charged after all. */
export async function dropAnswer({ accountId }: Caller, { holdId: id }: Reservation): Promise<void> {
  await prisma().run.deleteMany({ where: { id, accountId } });
}
