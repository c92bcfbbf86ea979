import { hashSecret, newSecret, prefixOf } from "@/lib/identity/keys/format";
import { prisma, type Queryable } from "@/lib/platform/core/db";
import { newId } from "@/lib/platform/core/ids";
import { daysAgo, prune } from "@/lib/platform/jobs/pruning";

const LIFE_MS = 15 * 60 * 1000;

/** Where a version comes from: what the token of the CI's run says. */
export type Provenance = {
  issuer: string;
  repository: string;
  repository_url: string;
  commit: string;
  commit_url: string;
  ref: string;
  workflow: string;
  environment: string | null;
  run_url: string;
};

type Release = {
  accountId: string;
  /** The member for whose role it has, in an organization. */
  personId: string | null;
  skill: { id: string; slug: string };
  provenance: Provenance;
};

/** Makes a key that may send a version of one skill for 15 minutes. It is not among the account's keys, and makes no mail. */
export async function issueRelease(db: Queryable, { accountId, personId, skill, provenance }: Release) {
  const secret = newSecret();
  const expiresAt = new Date(Date.now() + LIFE_MS);
  await prisma(db).apiKey.create({
    data: {
      id: newId(),
      accountId,
      ...(personId && { personId }),
      name: "trusted publishing",
      prefix: prefixOf(secret),
      hash: new Uint8Array(hashSecret(secret) ?? []),
      expiresAt,
      scopes: ["publish"],
      skills: [skill.slug],
      releasesSkillId: skill.id,
      provenance,
    },
  });
  return { api_key: secret, expires_at: expiresAt };
}

/** Ends the release keys of a skill, whose publisher has changed. */
export async function endReleases(db: Queryable, skillId: string): Promise<void> {
  await prisma(db).apiKey.updateMany({
    where: { releasesSkillId: skillId, revokedAt: null },
    data: { active: false, revokedAt: new Date() },
  });
}

/** What a release key says of where its version comes from; null for any other key. */
export async function provenanceOf(db: Queryable, keyId: string): Promise<Provenance | null> {
  const row = await prisma(db).apiKey.findUnique({ where: { id: keyId }, select: { provenance: true } });
  return (row?.provenance ?? null) as Provenance | null;
}

/** Deletes release keys a day after they ended. Returns how many. */
export function expireReleases(): Promise<number> {
  return prune((limit) =>
    prisma().apiKey.deleteMany({ where: { releasesSkillId: { not: null }, expiresAt: { lt: daysAgo(1) } }, limit }),
  );
}
