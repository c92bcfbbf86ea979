import * as detail from "@/lib/demand/purchases/skill-detail";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { SlugParams } from "@/lib/platform/core/fields";

/** A skill as its page shows it to the caller, or null when there is none. */
export async function skillOrNull(caller: Caller | null, slug: string) {
  // Text that cannot be a slug may be text that PostgreSQL refuses.
  return detail.read(caller, SlugParams.parse({ slug }).slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}
