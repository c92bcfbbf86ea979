/**
 * Packages without a charge: bought, own and free ones. Invariant: what is metered is never handed out here; the
 * download of the API charges for it.
 */
import type { z } from "zod";
import { notAllowed } from "@/lib/demand/allowed-skills/service";
import * as purchases from "@/lib/demand/purchases/service";
import * as detail from "@/lib/demand/purchases/skill-detail";
import { requireKeyAllows } from "@/lib/identity/keys/guardrails";
import { oneAtATime } from "@/lib/platform/core/batch-loader";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import { requireInstallable } from "@/lib/supply/advisories/installing";
import { skillMdOf } from "@/lib/supply/packages/contents";
import * as packages from "@/lib/supply/packages/service";
import type { SkillFrontmatter } from "@/lib/supply/packages/skill-md";
import * as publishing from "@/lib/supply/publishing/service";
import { flatSlug } from "@/lib/supply/skills/flat-slug";
import type { SkillDetail } from "@/lib/supply/skills/schemas";

const MAX_LISTED = 50;
/** Most packages of an organization's plugin marketplace: as many as it may have private skills, or half of what it may allow. */
const MAX_OF_ORGANIZATION = 1_000;
/** Packages of a list that are looked up at a time, each on a connection: other requests need some, too. */
const OPENED_AT_ONCE = 5;
const RECENT = { limit: MAX_LISTED, offset: 0 };

/** A package that may be handed out: its files, and what its SKILL.md says of it. */
export type OpenPackage = {
  slug: string;
  manifest: packages.CheckedManifest;
  frontmatter: SkillFrontmatter;
};

/**
 * The package of a skill, for an account or the public. Throws not_found when it has none, not_downloadable when it is
 * metered, skill_not_allowed, version_yanked, download_paused, and purchase_required.
 */
export async function requireOpen(caller: Caller | null, slug: string): Promise<OpenPackage> {
  if (caller) requireKeyAllows(caller, slug);
  const skill = await detail.read(caller, slug);
  if (!skill.package || skill.execution_type === "api") throw notFound();
  if (skill.access.reason === "not_allowed") throw notAllowed(caller ?? {}, slug);
  if (!isOpen(skill)) throw notFree(skill);
  await requireInstallable({ skill_id: skill.id, slug, revision_number: skill.version });
  const manifest = await packages.findManifest(slug, skill.package.sha256);
  if (!manifest) throw notFound();
  const { frontmatter } = await skillMdOf(manifest);
  if (!frontmatter) throw notFound();
  return { slug, manifest, frontmatter };
}

/** Why a package is not handed out: it is charged by the download, or has to be bought first. */
export function notFree({ slug, price, pricing_type }: z.input<typeof SkillDetail>): AppError {
  const address = `${env().PUBLIC_URL}/v1/skills/${slug}`;
  if (pricing_type === "usage")
    return new AppError(
      "not_downloadable",
      `Each download of this package is charged. Download it through the API: GET ${address}/download.`,
    );
  return new AppError("purchase_required", "This package is not free: buy the skill first.", {
    details: { price: price ?? 0, purchase_url: `${address}/purchase` },
  });
}

/** Whether a package is free for everyone. */
export function isOpen({ access, price, price_per_call }: z.input<typeof SkillDetail>): boolean {
  return ["owner", "purchase", "used_up"].includes(access.reason) || (price_per_call ?? price) === 0;
}

/** The packages that an account has, by purchase or as their developer, newest first; those that are gone are left out. */
export async function ofAccount(caller: Caller): Promise<OpenPackage[]> {
  const [bought, own] = await Promise.all([purchases.list(caller, RECENT), publishing.list(caller, RECENT)]);
  const slugs = [
    ...bought.data.filter(({ status }) => status === "active").map(({ skill }) => skill.slug),
    ...own.data
      .filter(({ live, visibility, approved }) => live || (visibility === "organization" && approved))
      .map(({ slug }) => slug),
  ];
  return openAmong(caller, slugs);
}

/** Those of some skills whose packages may be handed out. */
export async function openAmong(caller: Caller | null, slugs: readonly string[]): Promise<OpenPackage[]> {
  return openEach(caller, [...new Set(slugs)].slice(0, MAX_LISTED));
}

async function openEach(caller: Caller | null, slugs: readonly string[]): Promise<OpenPackage[]> {
  const found: (OpenPackage | null)[] = [];
  for (let at = 0; at < slugs.length; at += OPENED_AT_ONCE)
    found.push(
      ...(await Promise.all(
        slugs.slice(at, at + OPENED_AT_ONCE).map((slug) => requireOpen(caller, slug).catch(leftOut)),
      )),
    );
  return found.filter((entry) => entry !== null);
}

/** Packages that an organization has: its own, bought and allowed ones that are on the marketplace, and its private ones. */
const OF_ORGANIZATION = `
  SELECT s.slug FROM skill s JOIN skill_revision r ON r.id = s.live_revision_id
   WHERE r.package_id IS NOT NULL
     AND (s.visibility = 'organization' OR EXISTS (SELECT FROM listing l WHERE l.skill_id = s.id))
     AND s.id IN (SELECT id FROM skill WHERE owner_id = $1
       UNION SELECT skill_id FROM allowed_skill WHERE account_id = $1 AND version IS NOT NULL
       UNION SELECT skill_id FROM purchase WHERE buyer_id = $1)
   ORDER BY s.visibility <> 'organization', s.slug LIMIT ${MAX_OF_ORGANIZATION}`;

/**
 * Slugs of the packages that an organization has, its private ones first; a member may not have all of them at this moment. Of two that
 * would be one plugin, such as `@acme/foo` and `acme-foo`, only the first.
 */
export async function slugsOf({ accountId }: Pick<Caller, "accountId">): Promise<string[]> {
  const rows = await query<{ slug: string }>("distribution.organization", OF_ORGANIZATION, [accountId]);
  const plugins = new Map<string, string>();
  for (const { slug } of rows) if (!plugins.has(flatSlug(slug))) plugins.set(flatSlug(slug), slug);
  return [...plugins.values()];
}

/**
 * The packages that a member of an organization may have of it without a charge, the same for each; those that can't be handed out are
 * left out. One list at a time is made of an organization.
 */
export const ofOrganization: (caller: Caller) => Promise<OpenPackage[]> = oneAtATime(
  async (caller) => openEach(caller, await slugsOf(caller)),
  ({ accountId }) => accountId,
);

const LEFT_OUT: readonly string[] = [
  "not_found",
  "not_downloadable",
  "purchase_required",
  "key_scope",
  "skill_not_allowed",
  "version_yanked",
  "download_paused",
];

function leftOut(error: unknown): null {
  if (error instanceof AppError && LEFT_OUT.includes(error.code)) return null;
  throw error;
}
