/**
 * Signing secrets of skills: shown only to their developer, rotated with a grace period. Invariant: a skill has one
 * current secret; the previous one also signs calls until the grace period ends.
 */
import type { Caller } from "@/lib/platform/core/caller";
import { prisma, query } from "@/lib/platform/core/db";
import { notFound } from "@/lib/platform/core/errors";
import type { Skill } from "@/lib/platform/core/generated/client";
import type { SecretRotation, SigningSecret } from "@/lib/supply/publishing/webhook-secret-schemas";
import type { Example, ResponseMode } from "@/lib/supply/skills/contract-schemas";
import type { Operation } from "@/lib/supply/skills/operation-schemas";
import { newSigningSecret } from "@/lib/supply/skills/signing";

type Secrets = Pick<Skill, "signingSecret" | "previousSecret" | "previousSecretEndsAt">;

const SECRETS = { signingSecret: true, previousSecret: true, previousSecretEndsAt: true } as const;

/** The signing secret of one of the caller's skills, with the one before it while its grace lasts. */
export async function get(caller: Caller, id: string): Promise<SigningSecret> {
  const where = { id, ownerId: caller.accountId };
  return toView(await prisma().skill.findUnique({ where, select: SECRETS }));
}

/**
 * Rotates the secret. Calls carry signatures of both secrets for `grace_hours`, or only of the new one for 0. A
 * rotation within a grace replaces the older of the two.
 */
export async function rotate(caller: Caller, id: string, { grace_hours }: SecretRotation): Promise<SigningSecret> {
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

/** Ends the grace of the previous secret now. Does nothing when there is none. */
export async function endGrace(caller: Caller, id: string): Promise<SigningSecret> {
  const [row] = await prisma().skill.updateManyAndReturn({
    where: { id, ownerId: caller.accountId },
    data: { previousSecret: null, previousSecretEndsAt: null },
    select: SECRETS,
  });
  return toView(row ?? null);
}

/** The previous secret during its grace period; its columns are cleared later. */
function previousOf({ previousSecret: secret, previousSecretEndsAt: endsAt }: Secrets) {
  return secret !== null && endsAt !== null && endsAt > new Date() ? { secret, ends_at: endsAt } : null;
}

function toView(row: Secrets | null): SigningSecret {
  if (!row) throw notFound();
  return { secret: row.signingSecret, previous: previousOf(row) };
}

/** The data for a call to a skill's newest revision, approved or not. */
export type CallTarget = {
  slug: string;
  version: number;
  ownerId: string;
  revisionId: string;
  endpoint: string | null;
  operations: Operation[] | null;
  schema: Record<string, unknown> | null;
  responseSchema: Record<string, unknown> | null;
  responseMode: ResponseMode;
  examples: Example[] | null;
  signingSecrets: readonly string[];
  pseudonymSecret: string;
};

/** The data to call the newest revision of a skill, or the one on the marketplace. With an `ownerId`, only that account's. */
export async function requireTarget(
  id: string,
  ownerId: string | null,
  which: "newest" | "live" = "newest",
): Promise<CallTarget> {
  const skill = await prisma().skill.findUnique({
    where: { id, ...(ownerId !== null && { ownerId }) },
    select: {
      slug: true,
      ownerId: true,
      currentRevisionId: true,
      liveRevisionId: true,
      pseudonymSecret: true,
      ...SECRETS,
    },
  });
  if (!skill) throw notFound();
  const revisionId = which === "live" ? skill.liveRevisionId : skill.currentRevisionId;
  if (revisionId === null) throw notFound();
  const revision = await prisma().skillRevision.findUnique({
    where: { id: revisionId },
    select: {
      number: true,
      executionType: true,
      apiEndpoint: true,
      operations: true,
      apiSchema: true,
      responseSchema: true,
      responseMode: true,
      examples: true,
    },
  });
  if (!revision) throw notFound();
  const previous = previousOf(skill);
  return {
    slug: skill.slug,
    version: revision.number,
    ownerId: skill.ownerId,
    revisionId,
    endpoint: revision.executionType === "download" ? null : revision.apiEndpoint,
    operations: revision.operations as Operation[] | null,
    schema: revision.apiSchema as CallTarget["schema"],
    responseSchema: revision.responseSchema as CallTarget["responseSchema"],
    responseMode: revision.responseMode as ResponseMode,
    examples: revision.examples as CallTarget["examples"],
    signingSecrets: [skill.signingSecret, ...(previous ? [previous.secret] : [])],
    pseudonymSecret: skill.pseudonymSecret,
  };
}
