/** Retention of sign-ins: sessions, which name an IP and a browser, and codes are deleted some time after their end. */
import { prisma } from "@/lib/platform/core/db";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";

const SESSION_DAYS = 7;
const CODE_DAYS = 1;

/** Deletes sessions and codes that ended long ago. Returns how many. */
export async function expireSignIns(): Promise<number> {
  const sessions = await prune((limit) =>
    prisma().session.deleteMany({ where: { expiresAt: { lt: daysAgo(SESSION_DAYS) } }, limit }),
  );
  const codes = await prune((limit) =>
    prisma().verification.deleteMany({ where: { expiresAt: { lt: daysAgo(CODE_DAYS) } }, limit }),
  );
  return sessions + codes;
}
