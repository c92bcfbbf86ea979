import { AppError } from "@/lib/core/errors";

/** Most bytes of answers that one process holds for one account, or one address, that does not read them. */
export const MAX_UNREAD_BYTES = 16 * 1024 * 1024;

/** Bytes that wait to be read, by the account or address that asked for them. */
const unread = new Map<string, number>();

/** Holds bytes of an answer against whoever asked for it, until the function that it returns is called. */
export function holdUnread(owner: string, bytes: number): () => void {
  unread.set(owner, (unread.get(owner) ?? 0) + bytes);
  return () => {
    const left = (unread.get(owner) ?? 0) - bytes;
    if (left > 0) unread.set(owner, left);
    else unread.delete(owner);
  };
}

/** Throws rate_limited for whoever has too many answers to read. */
export function requireRead(owner: string): void {
  if ((unread.get(owner) ?? 0) < MAX_UNREAD_BYTES) return;
  throw new AppError(
    "rate_limited",
    `Answers of more than ${MAX_UNREAD_BYTES} bytes wait to be read on your connections. Read them first.`,
    { retryAfterSeconds: 1 },
  );
}
