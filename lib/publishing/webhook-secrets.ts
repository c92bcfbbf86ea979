/**
 * Signing secrets of skills: shown to their developer alone, rotated with a grace in which two are valid.
 * Invariant: a skill always has exactly one newest secret; the one before it is signed with until its grace ends.
 */
import type { Caller } from "@/lib/core/caller";
import { prisma, query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import type { Skill } from "@/lib/core/generated/client";
import type { SecretRotation, SigningSecret } from "@/lib/publishing/webhook-secret-schemas";
import { newSigningSecret } from "@/lib/skills/signing";

type Secrets = Pick<Skill, "signingSecret" | "previousSecret" | "previousSecretEndsAt">;

const SECRETS = { signingSecret: true, previousSecret: true, previousSecretEndsAt: true } as const;

/** The signing secret of one of the caller's skills, with the one before it while its grace lasts. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<SigningSecret> {
  const where = { id, ownerId: caller.accountId };
  return toView(await prisma().skill.findUnique({ where, select: SECRETS }));
}

/**
 * Makes a new secret; calls carry signatures of both for `grace_hours`, or of the new one alone at once for 0.
 * A rotation within a grace replaces the older of the two. Throws not_found.
 */
export async function rotate(
  caller: Caller,
  id: string,
  { grace_hours }: SecretRotation,
): Promise<SigningSecret> {
  const [row] = await query<Secrets>(
    "secrets.rotate",
    `UPDATE skill SET signing_secret = $3, previous_secret = CASE WHEN $4 > 0 THEN signing_secret END,
       previous_secret_ends_at = CASE WHEN $4 > 0 THEN now() + make_interval(hours => $4) END
     WHERE id = $1 AND owner_id = $2 RETURNING signing_secret AS "signingSecret", previous_secret AS "previousSecret",
       previous_secret_ends_at AS "previousSecretEndsAt"`,
    [id, caller.accountId, newSigningSecret(), grace_hours],
  );
  return toView(row ?? null);
}

/** Ends the grace of the previous secret now. Does nothing when there is none. Throws not_found. */
export async function endGrace(caller: Caller, id: string): Promise<SigningSecret> {
  const [row] = await prisma().skill.updateManyAndReturn({
    where: { id, ownerId: caller.accountId },
    data: { previousSecret: null, previousSecretEndsAt: null },
    select: SECRETS,
  });
  return toView(row ?? null);
}

/** The previous secret while its grace lasts, whether or not its columns have been cleared since. */
function previousOf({ previousSecret: secret, previousSecretEndsAt: endsAt }: Secrets) {
  return secret !== null && endsAt !== null && endsAt > new Date() ? { secret, ends_at: endsAt } : null;
}

function toView(row: Secrets | null): SigningSecret {
  if (!row) throw notFound();
  return { secret: row.signingSecret, previous: previousOf(row) };
}

/** What a call to a skill's newest revision, approved or not, needs. */
export type CallTarget = {
  slug: string;
  revisionId: string;
  endpoint: string | null;
  schema: Record<string, unknown> | null;
  signingSecrets: readonly string[];
  pseudonymSecret: string;
};

/** How to call the newest revision of a skill: of `ownerId`, or of anybody when it is null. Throws not_found. */
export async function requireTarget(id: string, ownerId: string | null): Promise<CallTarget> {
  const skill = await prisma().skill.findUnique({
    where: { id, ...(ownerId !== null && { ownerId }) },
    select: { slug: true, currentRevisionId: true, pseudonymSecret: true, ...SECRETS },
  });
  if (!skill) throw notFound();
  const revision = await prisma().skillRevision.findUnique({
    where: { id: skill.currentRevisionId },
    select: { executionType: true, apiEndpoint: true, apiSchema: true },
  });
  if (!revision) throw notFound();
  const previous = previousOf(skill);
  return {
    slug: skill.slug,
    revisionId: skill.currentRevisionId,
    endpoint: revision.executionType === "download" ? null : revision.apiEndpoint,
    schema: revision.apiSchema as CallTarget["schema"],
    signingSecrets: [skill.signingSecret, ...(previous ? [previous.secret] : [])],
    pseudonymSecret: skill.pseudonymSecret,
  };
}
