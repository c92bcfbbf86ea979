import { AppError } from "@/lib/platform/core/errors";

export const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Most for all of them together; beyond it, clients read what they have first. */
const MAX_UNREAD_TOGETHER = 64 * 1024 * 1024;
const FEW_BYTES = 1024 * 1024;

let together = 0;
const unread = new Map<string, number>();

/** Counts bytes of an answer against its caller until the returned function is called. */
export function holdUnread(owner: string, bytes: number): () => void {
  unread.set(owner, (unread.get(owner) ?? 0) + bytes);
  together += bytes;
  return () => {
    together -= bytes;
    const left = (unread.get(owner) ?? 0) - bytes;
    if (left > 0) unread.set(owner, left);
    else unread.delete(owner);
  };
}

export function requireRead(owner: string): void {
  const most = together < MAX_UNREAD_TOGETHER ? MAX_UNREAD_BYTES : FEW_BYTES;
  if ((unread.get(owner) ?? 0) < most) return;
  throw new AppError(
    "rate_limited",
    `Answers of more than ${most} bytes wait to be read on your connections. Read them first.`,
    { retryAfterSeconds: 1 },
  );
}
