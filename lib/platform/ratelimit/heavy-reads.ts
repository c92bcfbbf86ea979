import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";

export const MAX_HEAVY_READS = 6;

const running = new Map<string, number>();

/**
 * Does a read whose cost grows with an account's history, a few of them at a time, so that one account never takes all
 * database connections.
 */
export async function heavyRead<T>(accountId: string, read: () => Promise<T>): Promise<T> {
  const others = running.get(accountId) ?? 0;
  if (env().RATE_LIMITS && others >= MAX_HEAVY_READS)
    throw new AppError(
      "rate_limited",
      `At most ${MAX_HEAVY_READS} such reads of an account run at a time. Wait for one of them.`,
      { retryAfterSeconds: 1 },
    );
  running.set(accountId, others + 1);
  try {
    return await read();
  } finally {
    const left = (running.get(accountId) ?? 1) - 1;
    if (left > 0) running.set(accountId, left);
    else running.delete(accountId);
  }
}
