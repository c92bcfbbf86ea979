import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { GuestCallSettings } from "@/lib/supply/publishing/guest-call-schemas";

/** Whether visitors may try one of the caller's skills. A new skill begins with yes. */
export async function get({ accountId }: Caller, id: string): Promise<GuestCallSettings> {
  const where = { id, ownerId: accountId };
  const skill = await prisma().skill.findUnique({ where, select: { guestCalls: true } });
  if (!skill) throw notFound();
  return { allowed: skill.guestCalls ?? true };
}

/** Allows visitors' calls, or ends them: the next one is refused. */
export async function set(
  { accountId }: Caller,
  id: string,
  { allowed }: GuestCallSettings,
): Promise<GuestCallSettings> {
  const where = { id, ownerId: accountId };
  const { count } = await prisma().skill.updateMany({ where, data: { guestCalls: allowed } });
  if (count === 0) throw notFound();
  return { allowed };
}
