/** Sigstore bundles that publishers add to versions. Invariant: what is stored was verified when it was sent, and is nothing but a bundle. */
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma, PackageBundle as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { notify } from "@/lib/platform/notifications/service";
import { store } from "@/lib/supply/packages/configured-store";
import { inIntake, inTurn } from "@/lib/supply/packages/intake";
import { verifyBundle } from "@/lib/supply/packages/sigstore";
import type { BundleInput, PublisherBundle } from "@/lib/supply/publishing/bundle-schemas";
import { requireReleaser } from "@/lib/supply/publishing/revisions";
import { findSkill } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";

/**
 * Adds a bundle to the package of the newest version of one of the caller's skills, in the place of one before. Throws not_found,
 * no_package, bundles_off, trusted_publisher_required, and invalid_request for a bundle that does not count or is about another archive.
 */
export async function put(caller: Caller, id: string, { bundle }: BundleInput): Promise<PublisherBundle> {
  const skill = await findSkill(undefined, id, caller.accountId);
  if (!skill) throw notFound();
  const packageId = skill.package_id;
  const found = packageId && (await prisma().skillPackage.findUnique({ where: { id: packageId } }));
  if (!found || found.removedAt) throw new AppError("no_package", "This skill has no package yet: upload one first.");
  await requireReleaser(undefined, caller, id);
  const { sha256 } = found;
  const read = async () => Buffer.from(await new Response(await store().open(sha256)).arrayBuffer());
  // The archive is in memory: few at a time.
  const verify = () => inTurn(caller.accountId, () => verifyBundle(bundle, sha256, read));
  const verified = await inIntake(caller.accountId, verify);
  const data = { ...verified.signer, bundle: verified.bundle as Prisma.InputJsonObject, verifiedAt: new Date() };
  return transaction(async (db) => {
    const { name, slug, owner_id, visibility } = await publishing.lock(db, id, caller);
    await requireReleaser(db, caller, id);
    const where = { packageId: found.id };
    const before = await prisma(db).packageBundle.findUnique({ where, select: { signer: true } });
    const row = await prisma(db).packageBundle.upsert({ where, create: { ...where, ...data }, update: data });
    const { version } = found;
    await audit.writeIn(db, visibility === "public" ? null : owner_id, {
      actorId: caller.personId,
      action: "skill.sign",
      subject: { type: "skill", id },
      details: { ...(visibility === "public" && { slug }), version, sha256, replaced: before !== null },
    });
    if (before)
      await notify(db, owner_id, newId(), {
        kind: "bundle_replaced",
        data: { skill: name, skillId: id, version, before: before.signer, now: row.signer },
      });
    return toView(row, sha256);
  });
}

type Shown = Pick<Row, "signer" | "issuer" | "verifiedAt">;

/** A bundle as everyone sees it. */
export const toView = ({ signer, issuer, verifiedAt }: Shown, sha256: string): PublisherBundle => ({
  signer,
  issuer,
  sha256,
  url: `${env().PUBLIC_URL}/attestations/sha256:${sha256}`,
  verified_at: verifiedAt,
});

const SERVED = `s.visibility = 'public' AND s.suspended_at IS NULL AND p.removed_at IS NULL
   AND EXISTS (SELECT 1 FROM skill_revision r WHERE r.package_id = p.id AND r.status = 'approved')`;
const OF_ARCHIVE = `SELECT s.slug AS skill, p.version, b.signer, b.issuer
  FROM skill_package p JOIN package_bundle b ON b.package_id = p.id JOIN skill s ON s.id = p.skill_id
 WHERE p.sha256 = $1 AND ${SERVED} ORDER BY b.verified_at LIMIT 20`;
const OF_VERSION = `SELECT b.bundle
  FROM skill s JOIN skill_package p ON p.skill_id = s.id JOIN package_bundle b ON b.package_id = p.id
 WHERE s.slug = $1 AND p.version = $2 AND ${SERVED}`;

type OfArchive = { skill: string; version: string; signer: string; issuer: string | null };

/** Who signed an archive that was approved, each with the skill that the bundle was added to and where it is. */
export async function ofArchive(sha256: string): Promise<(OfArchive & { url: string })[]> {
  const rows = await query<OfArchive>("bundles.of_archive", OF_ARCHIVE, [sha256]);
  return rows.map((row) => ({ ...row, url: bundleUrl(row.skill, row.version) }));
}

const bundleUrl = (slug: string, version: string) =>
  `${env().PUBLIC_URL}/attestations/${slug}@${encodeURIComponent(version)}/publisher-bundle`;

/** The publisher's bundle over the package of an approved version. Throws not_found. */
export async function ofVersion(slug: string, version: string): Promise<object> {
  const [found] = await query<{ bundle: object }>("bundles.of_version", OF_VERSION, [slug, version]);
  if (!found) throw notFound();
  return found.bundle;
}
