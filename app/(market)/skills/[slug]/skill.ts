import type { Caller } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import * as detail from "@/lib/purchases/detail/service";

/** A skill as its page shows it to whoever looks, or null when there is none. */
export async function skillOrNull(caller: Caller | null, slug: string) {
  return detail.read(caller, slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}
