/** The callers of browser sessions. They are not cached: every request asks the database, in one statement. */
import { createHmac, timingSafeEqual } from "node:crypto";
import { sessionCookie } from "@/lib/identity/accounts/auth";
import { isDue } from "@/lib/identity/accounts/sessions";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { query } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { isUuid } from "@/lib/platform/core/ids";

/**
 * The session of a token with its account `o` and, for an administrator, the account `v` that it views, unless `$2`.
 * Without a running view, or with one of an account that may not be viewed, the account is the administrator. `g` is the
 * organization with the handle `$3` or the id `$4`, if the person is a member, and `a` the account for which it acts. A session
 * that an organization's sign-in began acts for that organization alone, and for no longer than its mark lasts.
 */
const SESSION = `
  SELECT s.id AS session_id, s.expires_at, o.id AS owner_id, v.id IS NOT NULL AS is_viewing, i.ends_at,
      a.id AS account_id, p.id AS person_id, p.email, a.name, a.handle, CASE WHEN x.acts THEN m.role END AS member_role,
      CASE WHEN NOT x.acts THEN g.handle END AS sign_in_at, s.company_only,
      a.allowed_only <> 'off' AS is_limited, a.role, a.stores_parameters, p.email_verified, p.two_factor_enabled,
      (SELECT generation FROM catalog_generation) AS catalog_generation
    FROM session s
      JOIN account o ON o.id = s.account_id AND o.suspended_at IS NULL AND o.closed_at IS NULL
      LEFT JOIN impersonation i ON i.session_id = s.id AND i.ends_at > now() AND o.role = 'admin' AND NOT $2::boolean
        AND NOT s.company_only
      LEFT JOIN account v ON v.id = i.account_id AND v.role = 'user' AND v.suspended_at IS NULL AND v.closed_at IS NULL
      JOIN account p ON p.id = coalesce(v.id, o.id)
      LEFT JOIN (membership m JOIN account g ON g.id = m.organization_id AND g.suspended_at IS NULL
        AND g.closed_at IS NULL) ON m.person_id = p.id AND NOT $2::boolean
          AND CASE WHEN s.company_only THEN g.id = s.company_id ELSE g.handle = $3::text OR g.id = $4::uuid END
      CROSS JOIN LATERAL (SELECT g.id IS NOT NULL AND (
        v.id IS NULL AND company_signed_in(s.company_id, s.company_at, g.id)
          OR NOT s.company_only AND NOT company_requires(g.id, p.id)) AS acts) x
      JOIN account a ON a.id = CASE WHEN x.acts THEN g.id ELSE p.id END
   WHERE s.token = $1 AND s.expires_at > now() AND (x.acts OR NOT s.company_only)`;

type SessionRow = {
  session_id: string;
  expires_at: Date;
  owner_id: string;
  is_viewing: boolean;
  ends_at: Date;
  account_id: string;
  person_id: string;
  email: string;
  name: string;
  handle: string;
  member_role: MemberRole | null;
  is_limited: boolean;
  sign_in_at: string | null;
  company_only: boolean;
  role: string;
  stores_parameters: boolean;
  email_verified: boolean;
  two_factor_enabled: boolean;
  catalog_generation: string;
};

type Asked = {
  /** Whether the administrator is asked for, whatever they view. */
  isOwn?: boolean;
  /** The handle or id of the account to act for; the person's own by default. */
  actingFor?: string | null;
};

/**
 * The caller of a browser session, or null when its cookie is forged, unknown, expired or signed out. While an administrator
 * views the marketplace as another account, the caller is that account; `isOwn` asks for the administrator. `actingFor` is an
 * organization of theirs; for another account, the caller is the person, and so they are where the organization's sign-in is lacking.
 */
export async function authenticateSession(
  headers: Headers,
  { isOwn = false, actingFor = null }: Asked = {},
): Promise<Caller | null> {
  const token = signedToken(sessionCookie(headers.get("cookie") ?? "") ?? "");
  if (!token) return null;
  const id = actingFor !== null && isUuid(actingFor) ? actingFor : null;
  const [row] = await query<SessionRow>("accounts.session", SESSION, [token, isOwn, actingFor, id]);
  if (!row) return null;
  return {
    ...(row.is_viewing && { impersonation: { administratorId: row.owner_id, endsAt: row.ends_at } }),
    accountId: row.account_id,
    personId: row.person_id,
    ...(row.member_role && {
      organization: { handle: row.handle, role: row.member_role, isLimited: row.is_limited },
    }),
    ...(row.sign_in_at !== null && { signInAt: row.sign_in_at }),
    email: row.email,
    name: row.name,
    isAdmin: row.role === "admin",
    key: null,
    storesParameters: row.stores_parameters,
    catalogGeneration: row.catalog_generation,
    session: {
      id: row.session_id,
      isDue: !row.company_only && isDue(row.expires_at),
      isCompany: row.company_only,
      emailVerified: row.email_verified,
      twoFactorEnabled: row.two_factor_enabled,
    },
  };
}

/** The token in the value of a session cookie if better-auth signed it with our secret, else null. */
function signedToken(value: string): string | null {
  const at = value.lastIndexOf(".");
  const token = value.slice(0, Math.max(0, at));
  const right = createHmac("sha256", env().SESSION_SECRET).update(token).digest();
  const given = Buffer.from(value.slice(at + 1), "base64");
  return token && given.length === right.length && timingSafeEqual(given, right) ? token : null;
}
