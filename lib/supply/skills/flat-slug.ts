/** A skill's slug as one plain name, for files, plugins and tools: of a private one, its handle and slug. */
export const flatSlug = (slug: string, between = "-"): string => slug.replace("@", "").replace("/", between);
