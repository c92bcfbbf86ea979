import type { KeyRecord } from "@/lib/identity/keys/schemas";
import type { Scope } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import type { ApiKey } from "@/lib/platform/core/generated/client";
import { toCredits } from "@/lib/platform/core/money";

type Extras = { client?: KeyRecord["client"]; spentMicros?: bigint | string };

/** Keys as their owner sees them: with what each has spent of its limit, and the program that acts as it. */
export async function toKeyViews(rows: ApiKey[]): Promise<KeyRecord[]> {
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  const limited = rows.filter(({ creditLimitMicros }) => creditLimitMicros !== null).map(({ id }) => id);
  const [clients, spent] = await Promise.all([
    clientIds.length === 0
      ? []
      : prisma().oauthClient.findMany({
          where: { clientId: { in: clientIds } },
          select: { clientId: true, name: true, uri: true },
        }),
    limited.length === 0 ? [] : spentBy(limited),
  ]);
  return rows.map((row) => {
    const client = clients.find(({ clientId }) => clientId === row.clientId);
    const found = spent.find(({ id }) => id === row.id);
    return toKeyView(row, {
      client: row.clientId === null ? null : { name: client?.name ?? row.name, uri: client?.uri ?? null },
      ...(found && { spentMicros: found.spent }),
    });
  });
}

function spentBy(ids: string[]): Promise<{ id: string; spent: string }[]> {
  return query(
    "keys.spent",
    `SELECT k.id, s.spent_micros AS spent FROM api_key k JOIN key_spend s ON s.key_id = coalesce(k.spend_key_id, k.id)
       AND s.period_start = key_period(k.credit_limit_interval)
      WHERE k.id = ANY($1::uuid[])`,
    [ids],
  );
}

/** A key as its owner sees it, when nothing else is known of it: a new one. */
export function toKeyView(row: ApiKey, { client = null, spentMicros = 0n }: Extras = {}): KeyRecord {
  return {
    id: row.id,
    name: row.name,
    prefix: row.prefix,
    active: row.active,
    ...(row.revokedAt && { revoked: true as const }),
    expires_at: row.expiresAt,
    last_used_at: row.lastUsedAt,
    scopes: row.scopes as Scope[],
    skills: row.skills,
    credit_limit: row.creditLimitMicros === null ? null : toCredits(row.creditLimitMicros),
    credit_limit_interval: row.creditLimitInterval as KeyRecord["credit_limit_interval"],
    credits_spent: row.creditLimitMicros === null ? null : toCredits(BigInt(spentMicros)),
    ask_above: row.askAboveMicros === null ? null : toCredits(row.askAboveMicros),
    client,
    replaced_by: row.replacedById,
    created_at: row.createdAt,
  };
}
