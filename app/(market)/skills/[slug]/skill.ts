import type { Caller } from "@/lib/core/caller";
import { AppError } from "@/lib/core/errors";
import { SlugParams } from "@/lib/core/fields";
import * as detail from "@/lib/purchases/skill-detail";

/** A skill as its page shows it to whoever looks, or null when there is none: what cannot be a slug is not asked for. */
export async function skillOrNull(caller: Caller | null, slug: string) {
  if (!SlugParams.safeParse({ slug }).success) return null;
  return detail.read(caller, slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}
