import { ofKeys } from "@/lib/identity/budgets/service";
import type { KeyRecord } from "@/lib/identity/keys/schemas";
import type { Scope } from "@/lib/platform/core/caller";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import type { ApiKey } from "@/lib/platform/core/generated/client";
import { toCredits } from "@/lib/platform/core/money";

type Extras = { client: KeyRecord["client"]; budget: Awaited<ReturnType<typeof ofKeys>>[number] | undefined };

/** Keys as their owner sees them: with what each has spent of its limit, and the program that acts as it. */
export async function toKeyViews(rows: ApiKey[], db?: Queryable): Promise<KeyRecord[]> {
  const clientIds = rows.flatMap(({ clientId }) => clientId ?? []);
  const budgets = await ofKeys(
    db,
    rows.map(({ id }) => id),
  );
  const clients =
    clientIds.length === 0
      ? []
      : await prisma(db).oauthClient.findMany({
          where: { clientId: { in: clientIds } },
          select: { clientId: true, name: true, uri: true },
        });
  return rows.map((row) => {
    const client = clients.find(({ clientId }) => clientId === row.clientId);
    return toKeyView(row, {
      client: row.clientId === null ? null : { name: client?.name ?? row.name, uri: client?.uri ?? null },
      budget: budgets.find(({ key_id }) => key_id === row.id),
    });
  });
}

function toKeyView(row: ApiKey, { client, budget }: Extras): KeyRecord {
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
    credit_limit: budget ? toCredits(BigInt(budget.amount_micros)) : null,
    credit_limit_interval: budget?.period ?? null,
    credits_spent: budget ? toCredits(BigInt(budget.spent_micros)) : null,
    ask_above: row.askAboveMicros === null ? null : toCredits(row.askAboveMicros),
    client,
    replaced_by: row.replacedById,
    person_id: row.personId,
    created_at: row.createdAt,
  };
}
