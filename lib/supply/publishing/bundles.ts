/** Sigstore bundles that publishers add to versions. Invariant: what is stored was verified when it was sent. */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, notFound } from "@/lib/platform/core/errors";
import type { Prisma, PackageBundle as Row } from "@/lib/platform/core/generated/client";
import { store } from "@/lib/supply/packages/configured-store";
import { verifyBundle } from "@/lib/supply/packages/sigstore";
import type { BundleInput, PublisherBundle } from "@/lib/supply/publishing/bundle-schemas";
import { findSkill } from "@/lib/supply/publishing/rows";
import * as publishing from "@/lib/supply/publishing/service";

/**
 * Adds a bundle to the package of the newest version of one of the caller's skills, in the place of one before. Throws not_found,
 * no_package, bundles_off, and invalid_request for a bundle that does not count or is about another archive.
 */
export async function put(caller: Caller, id: string, { bundle }: BundleInput): Promise<PublisherBundle> {
  const skill = await findSkill(undefined, id, caller.accountId);
  if (!skill) throw notFound();
  const packageId = skill.package_id;
  const found = packageId && (await prisma().skillPackage.findUnique({ where: { id: packageId } }));
  if (!found || found.removedAt) throw new AppError("no_package", "This skill has no package yet: upload one first.");
  const { sha256 } = found;
  const signer = await verifyBundle(bundle, sha256, async () =>
    Buffer.from(await new Response(await store().open(sha256)).arrayBuffer()),
  );
  const data = { ...signer, bundle: bundle as Prisma.InputJsonObject, verifiedAt: new Date() };
  return transaction(async (db) => {
    await publishing.lock(db, id, caller);
    const where = { packageId: found.id };
    const row = await prisma(db).packageBundle.upsert({ where, create: { ...where, ...data }, update: data });
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

const OF_ARCHIVE = `SELECT s.slug AS skill, p.version, b.signer, b.issuer, b.bundle
  FROM skill_package p JOIN package_bundle b ON b.package_id = p.id JOIN skill s ON s.id = p.skill_id
 WHERE p.sha256 = $1 AND s.visibility = 'public'
   AND EXISTS (SELECT 1 FROM skill_revision r WHERE r.package_id = p.id AND r.status = 'approved')
 ORDER BY b.verified_at LIMIT 20`;

/** The bundles of publishers over an archive that was approved, each with the skill that it was added to. */
export function ofArchive(sha256: string) {
  return query<{ skill: string; version: string; signer: string; issuer: string | null; bundle: object }>(
    "bundles.of_archive",
    OF_ARCHIVE,
    [sha256],
  );
}
