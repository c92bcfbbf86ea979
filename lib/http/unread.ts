import { AppError } from "@/lib/core/errors";

/** Most unread bytes of answers that a process buffers for one account or IP address. */
export const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Unread bytes by account or IP address. */
const unread = new Map<string, number>();

/** Counts bytes of an answer against its caller until the returned function is called. */
export function holdUnread(owner: string, bytes: number): () => void {
  unread.set(owner, (unread.get(owner) ?? 0) + bytes);
  return () => {
    const left = (unread.get(owner) ?? 0) - bytes;
    if (left > 0) unread.set(owner, left);
    else unread.delete(owner);
  };
}

/** Throws rate_limited for a caller with too many unread bytes. */
export function requireRead(owner: string): void {
  if ((unread.get(owner) ?? 0) < MAX_UNREAD_BYTES) return;
  throw new AppError(
    "rate_limited",
    `Answers of more than ${MAX_UNREAD_BYTES} bytes wait to be read on your connections. Read them first.`,
    { retryAfterSeconds: 1 },
  );
}
