import type { Caller } from "@/lib/platform/core/caller";
import { prisma } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { CallLogSettings } from "@/lib/supply/publishing/call-log-schemas";

/** What the call log of one of the caller's skills stores. */
export async function get({ accountId }: Caller, id: string): Promise<CallLogSettings> {
  const where = { id, ownerId: accountId };
  const skill = await prisma().skill.findUnique({ where, select: { logsBodies: true } });
  if (!skill) throw notFound();
  return { bodies: skill.logsBodies };
}

/** Changes what is stored of future calls. */
export async function set({ accountId }: Caller, id: string, { bodies }: CallLogSettings): Promise<CallLogSettings> {
  const where = { id, ownerId: accountId };
  const { count } = await prisma().skill.updateMany({ where, data: { logsBodies: bodies } });
  if (count === 0) throw notFound();
  return { bodies };
}
