/**
 * Signing secrets of skills: shown to their developer alone, rotated with a grace in which two are valid.
 * Invariant: a skill always has exactly one newest secret; the one before it is signed with until its grace ends.
 */
import type { Caller } from "@/lib/core/caller";
import { query } from "@/lib/core/db";
import { notFound } from "@/lib/core/errors";
import type { SecretRotation, SigningSecret } from "@/lib/publishing/webhook-secret-schemas";
import { newSigningSecret } from "@/lib/skills/signing";

type SecretRow = {
  signing_secret: string;
  previous_secret: string | null;
  previous_secret_ends_at: Date | null;
};

/** A secret whose grace is over is told as gone, whether or not its row has been tidied. */
const COLUMNS = `signing_secret, CASE WHEN previous_secret_ends_at > now() THEN previous_secret END AS previous_secret,
  CASE WHEN previous_secret_ends_at > now() THEN previous_secret_ends_at END AS previous_secret_ends_at`;

/** The signing secret of one of the caller's skills, with the one before it while its grace lasts. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<SigningSecret> {
  const [row] = await query<SecretRow>(
    "secrets.get",
    `SELECT ${COLUMNS} FROM skill WHERE id = $1 AND owner_id = $2`,
    [id, caller.accountId],
  );
  return toView(row);
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
  const [row] = await query<SecretRow>(
    "secrets.rotate",
    `UPDATE skill SET signing_secret = $3, previous_secret = CASE WHEN $4 > 0 THEN signing_secret END,
       previous_secret_ends_at = CASE WHEN $4 > 0 THEN now() + make_interval(hours => $4) END
     WHERE id = $1 AND owner_id = $2 RETURNING ${COLUMNS}`,
    [id, caller.accountId, newSigningSecret(), grace_hours],
  );
  return toView(row);
}

/** Ends the grace of the previous secret now. Does nothing when there is none. Throws not_found. */
export async function endGrace(caller: Caller, id: string): Promise<SigningSecret> {
  const [row] = await query<SecretRow>(
    "secrets.end",
    `UPDATE skill SET previous_secret = NULL, previous_secret_ends_at = NULL
     WHERE id = $1 AND owner_id = $2 RETURNING ${COLUMNS}`,
    [id, caller.accountId],
  );
  return toView(row);
}

function toView(row: SecretRow | undefined): SigningSecret {
  if (!row) throw notFound();
  return {
    secret: row.signing_secret,
    previous: row.previous_secret_ends_at
      ? { secret: row.previous_secret ?? "", ends_at: row.previous_secret_ends_at }
      : null,
  };
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
  const [row] = await query<
    SecretRow & {
      slug: string;
      revision_id: string;
      api_endpoint: string | null;
      api_schema: Record<string, unknown> | null;
      pseudonym_secret: string;
    }
  >(
    "secrets.target",
    `SELECT s.slug, r.id AS revision_id, CASE WHEN r.execution_type <> 'download' THEN r.api_endpoint END AS api_endpoint,
       r.api_schema, s.pseudonym_secret, ${COLUMNS}
     FROM skill s JOIN skill_revision r ON r.id = s.current_revision_id
     WHERE s.id = $1 AND ($2::uuid IS NULL OR s.owner_id = $2)`,
    [id, ownerId],
  );
  if (!row) throw notFound();
  return {
    slug: row.slug,
    revisionId: row.revision_id,
    endpoint: row.api_endpoint,
    schema: row.api_schema,
    signingSecrets: [row.signing_secret, ...(row.previous_secret ? [row.previous_secret] : [])],
    pseudonymSecret: row.pseudonym_secret,
  };
}
