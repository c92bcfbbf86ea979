import type { OpenPackage } from "@/lib/demand/distribution/service";
import { env } from "@/lib/platform/core/env";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

/**
 * How installers read a package, which is one folder in the archive of the API: `skill` has SKILL.md at its root; `plugin` is a
 * Claude Code plugin, whose manifest is ours, so that a package's own files become a skill and nothing else.
 */
export type ArchiveForm = "skill" | "plugin";

/** The name that Claude Code registers the marketplace under; that of one package has the skill's slug after it. */
export const MARKETPLACE_NAME = "skills-marketplace";
/** What the marketplace of an organization is called there. */
export const organizationMarketplace = (handle: string) => `${handle}-${MARKETPLACE_NAME}`;
/** Path of links to packages that are not free for everyone. */
export const INSTALL_PREFIX = "/install";
/** Path of the marketplace of Claude Code plugins. */
export const PLUGIN_PREFIX = "/.claude-plugin";

const FOLDERS: Record<ArchiveForm, string> = { skill: "/.well-known/agent-skills", plugin: PLUGIN_PREFIX };
/** Where the index of each form is: below a skill's page, a link, or the marketplace. */
export const INDEXES: Record<ArchiveForm, string> = {
  skill: `${FOLDERS.skill}/index.json`,
  plugin: `${FOLDERS.plugin}/marketplace.json`,
};

/** Where a package's archive is, below its skill's page or a link. */
export function archivePath({ slug, manifest }: OpenPackage, form: ArchiveForm): string {
  // An agent calls a skill by the name in its SKILL.md, and a plugin by the slug, which no other skill has.
  return `${FOLDERS[form]}/${form === "skill" ? manifest.name : flatSlug(slug)}.zip`;
}

/** The name of the plugin whose archive is at a path, or null. */
export const pluginOf = (path: string): string | null =>
  /^\/\.claude-plugin\/([a-z0-9-]+)\.zip$/.exec(path)?.[1] ?? null;

/** The address of a skill's page, below which a free package is. */
export const pageOf = ({ slug }: Pick<OpenPackage, "slug">) => `${env().PUBLIC_URL}/skills/${slug}`;
