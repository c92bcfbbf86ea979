import type { Approval } from "@/lib/demand/approvals/schemas";
import { prisma } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import type { Approval as ApprovalRow } from "@/lib/platform/core/generated/client";
import { toCredits } from "@/lib/platform/core/money";
import { namesOf } from "@/lib/supply/skills/names";

export type { ApprovalRow };

/** The page on which a person decides. */
export const urlOf = (id: string) => `${env().PUBLIC_URL}/approvals/${id}`;

function stateOf({ state, leftMicros, expiresAt, scope, priceMicros }: ApprovalRow): Approval["state"] {
  if (state === "approved" && (scope === "once" ? leftMicros < priceMicros : leftMicros === 0n)) return "used";
  if (state !== "refused" && expiresAt <= new Date()) return "expired";
  return state as Approval["state"];
}

/** Approvals as people read them. */
export async function toApprovals(rows: ApprovalRow[]): Promise<Approval[]> {
  const [skills, keys] = await Promise.all([
    namesOf(rows.map(({ skillId }) => skillId)),
    prisma().apiKey.findMany({
      where: { id: { in: [...new Set(rows.map(({ keyId }) => keyId))] } },
      select: { id: true, name: true, prefix: true, clientId: true, personId: true },
    }),
  ]);
  const members = await prisma().account.findMany({
    where: { id: { in: keys.flatMap(({ personId }) => personId ?? []) } },
    select: { id: true, name: true },
  });
  return rows.map((row) => {
    const key = keys.find(({ id }) => id === row.keyId);
    return {
      id: row.id,
      state: stateOf(row),
      url: urlOf(row.id),
      kind: row.kind as Approval["kind"],
      skill: { id: row.skillId, ...(skills.get(row.skillId) ?? { slug: "", name: "" }) },
      version: row.skillVersion,
      price: toCredits(row.priceMicros),
      key: {
        id: row.keyId,
        name: key?.name ?? null,
        prefix: key?.prefix ?? "",
        is_program: Boolean(key?.clientId),
        member: members.find(({ id }) => id === key?.personId) ?? null,
      },
      parameters: row.parameters,
      scope: row.scope as Approval["scope"],
      left: toCredits(row.leftMicros),
      reason: row.reason,
      decided_at: row.decidedAt,
      expires_at: row.expiresAt,
      created_at: row.createdAt,
    };
  });
}
