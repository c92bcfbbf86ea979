import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import type { Offer } from "@/app/(market)/skills/[slug]/_components/snippets";
import { env } from "@/lib/platform/core/env";

/** How a skill can be used, for the code that uses it. */
export function offerOf({ slug, execution_type, package: file, pricing_type, price_per_call }: PageSkill): Offer {
  return {
    base: env().PUBLIC_URL,
    slug,
    canRun: execution_type !== "download",
    canDownload: execution_type !== "api" && file !== null,
    maxPrice: pricing_type === "usage" ? (price_per_call ?? 0) : null,
  };
}
