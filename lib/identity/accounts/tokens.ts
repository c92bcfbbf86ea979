import { createHash } from "node:crypto";
import { callerOf, KEY_ACCOUNTS, KEY_LET_IN, KEY_LIVES, type KeyRow } from "@/lib/identity/accounts/service";
import * as keys from "@/lib/identity/keys/service";
import { batchLoader } from "@/lib/platform/core/batch-loader";
import type { Caller } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";

/** Most tokens that one query checks, and most such queries at a time. */
const MAX_TOKENS_A_QUERY = 100;
const QUERIES_IN_FLIGHT = 8;

type Asked = { hash: string; resource: string; isDefault: boolean };
type TokenRow = KeyRow & { ask_above: string | null };

/** What an access token is stored as: the library hashes it without its prefix. */
export function hashToken(token: string, prefix: string): string {
  return createHash("sha256").update(token.slice(prefix.length)).digest("base64url");
}

/**
 * The callers that access tokens stand for: each acts as the key that its consent made, while that key is good, and at the
 * resource that it was issued for; a token without one is for the default resource.
 */
const callersOf = batchLoader(
  async (asked: Asked[]): Promise<(Caller | null)[]> => {
    const rows = await query<TokenRow>(
      "accounts.authenticate.token",
      `SELECT asked.place::int, k.id AS key_id, k.prefix, k.skills, k.releases_skill_id,
              k.ask_above_micros AS ask_above,
              ARRAY(SELECT unnest(k.scopes) INTERSECT SELECT unnest(t.scopes)) AS scopes,
              a.id AS account_id, p.id AS person_id, p.email, a.name, a.handle, m.role AS member_role,
              a.allowed_only <> 'off' AS is_limited, a.role,
              a.stores_parameters, ${KEY_LET_IN} AS is_let_in,
              (SELECT generation FROM catalog_generation) AS catalog_generation
         FROM unnest((SELECT $1::text[]), (SELECT $2::text[]), (SELECT $3::boolean[])) WITH ORDINALITY
                AS asked (hash, resource, is_default, place)
           JOIN oauth_access_token t ON t.token = asked.hash
           JOIN api_key k ON k.id = t.reference_id::uuid ${KEY_ACCOUNTS}
        WHERE t.revoked IS NULL AND t.expires_at > now()
         AND CASE WHEN coalesce(cardinality(t.resources), 0) = 0 THEN asked.is_default
           ELSE asked.resource = ANY(t.resources) END
         AND ${KEY_LIVES}`,
      [asked.map(({ hash }) => hash), asked.map(({ resource }) => resource), asked.map(({ isDefault }) => isDefault)],
    );
    const callers: (Caller | null)[] = asked.map(() => null);
    for (const row of rows) callers[row.place - 1] = connectedCaller(row);
    return callers;
  },
  {
    identify: ({ hash, resource }) => `${hash} ${resource}`,
    most: MAX_TOKENS_A_QUERY,
    inFlight: QUERIES_IN_FLIGHT,
  },
);

function connectedCaller(row: TokenRow): Caller {
  const caller = callerOf(row);
  const askAboveMicros = row.ask_above === null ? null : BigInt(row.ask_above);
  return { ...caller, key: caller.key && { ...caller.key, askAboveMicros } };
}

/** The caller that an access token stands for at a resource, or null when it is unknown, for another one, expired or ended. */
export async function authenticateToken(asked: Asked): Promise<Caller | null> {
  const caller = await callersOf(asked);
  if (caller?.key) keys.touch(caller.key.id);
  return caller;
}
