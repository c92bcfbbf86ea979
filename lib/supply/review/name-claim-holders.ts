/** Who has a claimed name, and how it changes hands. */
import * as handles from "@/lib/identity/accounts/handles";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query } from "@/lib/platform/core/db";
import { AppError } from "@/lib/platform/core/errors";
import type { NameClaim as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { notifyAll } from "@/lib/platform/notifications/service";
import * as listings from "@/lib/supply/catalog/listings";
import { followersOf } from "@/lib/supply/publishing/prices";
import { askableBeside } from "@/lib/supply/review/own-skill";
import { namesOf } from "@/lib/supply/skills/names";

const SUFFIX_CHARS = 4;

type Held = { holderId: string; skillId: string | null };

/** Who has a name now, and the skill that has a slug; null for a free name. A handle that was given up is its account's for 90 days. */
export async function findHeld(db: Queryable, { kind, name }: { kind: string; name: string }): Promise<Held | null> {
  if (kind === "slug") {
    const skill = await prisma(db).skill.findUnique({ where: { slug: name }, select: { id: true, ownerId: true } });
    return skill && { holderId: skill.ownerId, skillId: skill.id };
  }
  const holderId = await handles.holderOf(db, name);
  return holderId === null ? null : { holderId, skillId: null };
}

/** Who would lose a claimed name now: the account, or the owner of the skill, that had it when it was claimed. Null when it has it no more. */
export async function holderNow(db: Queryable, row: Row): Promise<string | null> {
  const held = await findHeld(db, row);
  const isSame = row.heldSkillId ? held?.skillId === row.heldSkillId : held?.holderId === row.holderId;
  return held && isSame ? held.holderId : null;
}

/** Moves the name, and gives its holder another one. False when the holder or the claimant's skill is not as it was. */
export async function give(db: Queryable, row: Row): Promise<boolean> {
  const { kind, name, claimantId, skillId } = row;
  const claimant = await prisma(db).account.findFirst({ where: { id: claimantId, closedAt: null, suspendedAt: null } });
  const holderId = await holderNow(db, row);
  if (!claimant || holderId === null || holderId === claimantId) return false;
  const instead = `${name.slice(0, 55).replace(/-$/, "")}-${newId().slice(-SUFFIX_CHARS)}`;
  if (kind === "handle") {
    await handles.giveHandle(db, { from: holderId, to: claimantId, handle: name, instead });
    for (const id of [holderId, claimantId].toSorted()) await listings.followDeveloper(db, id);
    return true;
  }
  const [moved] = await query<{ given: boolean }>(
    "names.give",
    "SELECT skill_slug_give($1, $2, $3, $4) AS given",
    [name, holderId, skillId, instead],
    db,
  );
  if (!moved?.given) return false;
  const skill = await prisma(db).skill.findUniqueOrThrow({ where: { slug: instead }, select: { id: true } });
  const users = await followersOf(db, { id: skill.id, owner_id: holderId });
  const known = (await namesOf([skill.id])).get(skill.id);
  await notifyAll(db, users, row.id, {
    kind: "slug_moved",
    data: { skill: known?.name ?? "", slug: instead, former: name },
  });
  return true;
}

/**
 * Leaves a claim of which the caller, or an organization that the caller is in, is a side, and the appeal against the caller's decision,
 * to another administrator, as long as there is one who can be asked and may decide. Returns what marks the decision in the audit log.
 * Throws forbidden.
 */
export async function requireOther(db: Queryable, caller: Caller, row: Row): Promise<{ own?: true }> {
  const sides = [row.claimantId, row.holderId];
  const isSecond = row.state === "appealed" && row.decidedBy === caller.accountId;
  const isSide = { personId: caller.personId, organizationId: { in: sides } };
  const isOwn = sides.includes(caller.accountId) || (await prisma(db).membership.count({ where: isSide })) > 0;
  if (!isOwn && !isSecond) return {};
  const former = row.state === "appealed" && row.decidedBy ? [row.decidedBy] : [];
  const impartial = {
    id: { notIn: [...sides, ...former] },
    memberships: { none: { organizationId: { in: sides } } },
  };
  if ((await prisma(db).account.count({ where: { AND: [askableBeside(caller), impartial] } })) > 0)
    throw new AppError(
      "forbidden",
      isOwn
        ? "This is about a name of yours, or of an organization that you are in, so another administrator decides."
        : "You decided this claim, so another administrator decides its appeal.",
    );
  return isOwn ? { own: true } : {};
}
