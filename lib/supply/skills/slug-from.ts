import { LIMITS } from "@/lib/platform/core/limits";

/** A slug that a name suggests; empty for a name without Latin letters and digits. */
export function slugFrom(name: string): string {
  return name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-")
    .slice(0, LIMITS.slug.maxLength)
    .replace(/^-+|-+$/g, "");
}
