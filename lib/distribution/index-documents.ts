import * as catalog from "@/lib/catalog/service";
import { flatDigest } from "@/lib/distribution/flat-archive";
import { type OpenPackage, openAmong } from "@/lib/distribution/service";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** Most packages of the index of the whole marketplace: the most popular free ones. */
const MAX_INDEXED = 50;

/**
 * An index of packages as installers read it (agent skills discovery 0.2.0). `base` is the address that artifacts are
 * under; a name that is taken already gives way to its skill's slug.
 */
export async function skillsIndex(
  entries: readonly OpenPackage[],
  addressOf: (entry: OpenPackage) => string,
) {
  const taken = new Set<string>();
  const skills = [];
  for (const entry of entries) {
    const { manifest, frontmatter, slug } = entry;
    const name = taken.has(manifest.name) ? slug : manifest.name;
    taken.add(name);
    const digest = `sha256:${await flatDigest(manifest)}`;
    skills.push({
      name,
      type: "archive",
      description: frontmatter.description,
      url: addressOf(entry),
      digest,
    });
  }
  return { $schema: SCHEMA, skills };
}

/** The free packages of the marketplace, the most popular first. */
export async function freePackages(): Promise<OpenPackage[]> {
  const { data } = await catalog.browse(
    { free: "true", sort: "popular", limit: MAX_INDEXED, offset: 0 },
    null,
  );
  const slugs = data.filter(({ execution_type }) => execution_type !== "api").map(({ slug }) => slug);
  return openAmong(null, slugs);
}
