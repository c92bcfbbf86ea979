import { archivePath, MARKETPLACE_NAME, pageOf } from "@/lib/demand/distribution/addresses";
import { digestOf } from "@/lib/demand/distribution/archives";
import { type OpenPackage, openAmong } from "@/lib/demand/distribution/service";
import { env } from "@/lib/platform/core/env";
import * as site from "@/lib/platform/site/service";
import * as catalog from "@/lib/supply/catalog/service";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

const SCHEMA = "https://schemas.agentskills.io/discovery/0.2.0/schema.json";
/** Most packages of the index of the whole marketplace: the most popular free ones. */
const MAX_INDEXED = 50;

/**
 * An index of packages as installers read it (agent skills discovery 0.2.0). `baseOf` is the address that a package's archive
 * is under; a name that is taken already gives way to its skill's slug.
 */
export async function skillsIndex(entries: readonly OpenPackage[], baseOf: (entry: OpenPackage) => string = pageOf) {
  const taken = new Set<string>();
  const skills = [];
  for (const entry of entries) {
    const { manifest, frontmatter, slug } = entry;
    const name = taken.has(manifest.name) ? flatSlug(slug) : manifest.name;
    taken.add(name);
    const digest = `sha256:${await digestOf(entry, "skill")}`;
    skills.push({
      name,
      type: "archive",
      description: frontmatter.description,
      url: `${baseOf(entry)}${archivePath(entry, "skill")}`,
      digest,
    });
  }
  return { $schema: SCHEMA, skills };
}

type Marketplace = {
  /** Unique among those that a user registers. */
  name?: string;
  description?: string;
  /** The address that a package's archive is under. */
  baseOf?: (entry: OpenPackage) => string;
};

/** A marketplace of Claude Code plugins, one for each package. */
export async function pluginMarketplace(
  entries: readonly OpenPackage[],
  { name = MARKETPLACE_NAME, description = "Reviewed skills, each as a plugin.", baseOf = pageOf }: Marketplace = {},
) {
  const { PUBLIC_URL } = env();
  const plugins = [];
  for (const entry of entries)
    plugins.push({
      name: flatSlug(entry.slug),
      description: entry.frontmatter.description,
      version: entry.manifest.version,
      source: {
        source: "archive",
        url: `${baseOf(entry)}${archivePath(entry, "plugin")}`,
        sha256: await digestOf(entry, "plugin"),
      },
      homepage: pageOf(entry),
    });
  return {
    name,
    owner: { name: await site.marketplaceName(), url: PUBLIC_URL },
    description,
    plugins,
  };
}

/** The free packages of the marketplace, the most popular first. */
export async function freePackages(): Promise<OpenPackage[]> {
  const { data } = await catalog.browse({ free: "true", sort: "popular", limit: MAX_INDEXED, offset: 0 }, null);
  const slugs = data.filter(({ execution_type }) => execution_type !== "api").map(({ slug }) => slug);
  return openAmong(null, slugs);
}
