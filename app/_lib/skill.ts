import * as packages from "@/lib/demand/distribution/contents";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import * as detail from "@/lib/demand/purchases/skill-detail";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { SlugParams } from "@/lib/platform/core/fields";
import { log } from "@/lib/platform/core/log";

/** A skill as its page shows it to the caller, or null when there is none. */
export async function skillOrNull(caller: Caller | null, slug: string) {
  // Text that cannot be a slug may be text that PostgreSQL refuses.
  return detail.read(caller, SlugParams.parse({ slug }).slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  });
}

type Skill = NonNullable<Awaited<ReturnType<typeof skillOrNull>>>;

/** What the package of a skill holds; null without one, and when it can't be read: the rest of the page needs no package. */
export async function contentsOf(skill: Skill, caller: Caller | null): Promise<PackageContents | null> {
  if (!skill.package || skill.execution_type === "api") return null;
  return packages.list(caller, skill.slug).catch((error: unknown) => {
    log.error({ err: error, skill: skill.slug }, "the package of a skill's page can't be read");
    return null;
  });
}
