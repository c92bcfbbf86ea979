/**
 * Accounts: registration, authentication by key or session, and the administrator role. Invariant: an email belongs to
 * one account, compared trimmed and in lower case.
 */
import * as invitations from "@/lib/identity/accounts/invitations";
import * as links from "@/lib/identity/accounts/links";
import { hashPassword, requireUncommon, withPasswordTurn } from "@/lib/identity/accounts/password";
import { nameFrom } from "@/lib/identity/accounts/providers";
import type { RegisterInput } from "@/lib/identity/accounts/schemas";
import * as sessions from "@/lib/identity/accounts/sessions";
import { allOf } from "@/lib/identity/keys/authority";
import { scopesWithin } from "@/lib/identity/keys/permissions";
import * as keys from "@/lib/identity/keys/service";
import { batchLoader } from "@/lib/platform/core/batch-loader";
import type { Caller, MemberRole, Scope } from "@/lib/platform/core/caller";
import { prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { isUniqueViolation } from "@/lib/platform/core/db-errors";
import { env } from "@/lib/platform/core/env";
import { AppError } from "@/lib/platform/core/errors";
import type { Account } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as site from "@/lib/platform/site/service";

/**
 * Most keys that one query checks, and most such queries at a time: about as many as there are connections, so that requests
 * share a query when connections are short, and never wait for a query that a busy database is slow to answer.
 */
const MAX_KEYS_A_QUERY = 100;
const KEY_QUERIES_IN_FLIGHT = 8;
/** Name of the first key of an account. */
const FIRST_KEY_NAME = "default";

/**
 * Creates an account with its first key, and mails a link to verify the email. Its endpoint has counted the attempt for
 * the IP address. Throws registration_closed, email_taken, invalid_request for a common password, and rate_limited
 * beyond 10 attempts an hour for one email. Also throws too_many_in_flight.
 */
export async function register(input: RegisterInput) {
  await invitations.requireMayRegister(input.email);
  await ratelimit.countAttempt("register", [`email:${input.email}`]);
  const registered = await create(input);
  await links.request("verify-email", registered.account.email);
  return registered;
}

/** Counts an attempt to register for the browser's IP address. Throws rate_limited. */
export async function countRegistration({ address }: sessions.Browser): Promise<void> {
  await ratelimit.countAttempt("register", [], address);
}

/**
 * Registers and signs in. The account gets no key, whose secret would never be shown. If the email is taken and the
 * password matches, it signs in, so that a registration whose response was lost can be retried. Throws what `register`
 * and signing in throw. Also throws too_many_in_flight.
 */
export async function registerInBrowser(browser: sessions.Browser, input: RegisterInput): Promise<sessions.Outcome> {
  const { email, password } = input;
  await invitations.requireMayRegister(email);
  await ratelimit.countAttempt("register", [`email:${email}`]);
  try {
    await insert(input, {}, async () => {});
    await links.request("verify-email", email);
  } catch (taken) {
    if (!(taken instanceof AppError && taken.code === "email_taken")) throw taken;
    await sessions.countSignIn(browser);
    return sessions.signIn(browser, { email, password }).catch((error: unknown) => {
      throw error instanceof AppError && error.code === "wrong_credentials" ? taken : error;
    });
  }
  return sessions.signIn(browser, { email, password });
}

type Known = { isVerified?: boolean; passwordHash?: string };

/**
 * Creates an account with its first key, without a rate limit; `isVerified` skips verification of the email, and
 * `passwordHash`, made by `hashPassword`, serves many accounts of one password. Throws email_taken, and invalid_request
 * for a common password. Also throws too_many_in_flight.
 */
export async function create(input: RegisterInput, known: Known = {}) {
  return insert(input, known, async (db, account) => {
    const scopes = allOf({ isAdmin: account.role === "admin" });
    const issued = await keys.issueFor(account.id, { name: FIRST_KEY_NAME }, db, { scopes, expiresAt: null });
    return { account: toAccountView(account), ...issued };
  });
}

/** Inserts an account, its password and the rows of `more` in one transaction. */
async function insert<T>(
  input: RegisterInput,
  { isVerified = false, passwordHash }: Known,
  more: (db: Queryable, account: Account) => Promise<T>,
): Promise<T> {
  await requireUncommon(input.password, "password");
  const password = passwordHash ?? (await withPasswordTurn(() => hashPassword(input.password)));
  const isAdmin = env().APP_ENV === "local" && env().ADMIN_EMAILS.includes(input.email);
  const id = newId();
  const { terms_version: termsVersion } = await site.current();
  return transaction(async (db) => {
    const account = await prisma(db).account.create({
      data: {
        id,
        email: input.email,
        name: input.name ?? nameFrom(input.email),
        role: isAdmin ? "admin" : "user",
        emailVerified: isVerified,
        termsVersion,
      },
    });
    await prisma(db).credential.create({
      data: { id: newId(), ownerId: id, externalId: id, providerId: "credential", password },
    });
    await invitations.accept(input.email, db);
    return more(db, account);
  }).catch((cause: unknown) => {
    if (!isUniqueViolation(cause)) throw cause;
    throw new AppError("email_taken", "An account with this email already exists. Sign in instead.", {
      param: "email",
      cause,
    });
  });
}

/** An account as it is shown to its owner. */
export function toAccountView(row: Pick<Account, "id" | "email" | "name" | "role" | "createdAt">) {
  return {
    id: row.id,
    email: row.email,
    name: row.name,
    role: row.role as "user" | "admin",
    created_at: row.createdAt,
  };
}

export type KeyRow = {
  place: number;
  key_id: string;
  prefix: string;
  scopes: Scope[];
  skills: string[];
  releases_skill_id: string | null;
  account_id: string;
  person_id: string;
  email: string;
  name: string;
  handle: string;
  member_role: MemberRole | null;
  is_limited: boolean;
  is_let_in: boolean;
  role: string;
  stores_parameters: boolean;
  catalog_generation: string;
};
type KeyAndWalletRow = KeyRow & { posted_micros: string | null; held_micros: string | null };

/**
 * The account `a` of a key `k`, the person `p` behind it, and the role of that person in an organization: the key of a former
 * member has none, and is refused.
 */
export const KEY_ACCOUNTS = `JOIN account a ON a.id = k.account_id
           JOIN account p ON p.id = coalesce(k.person_id, k.account_id) AND p.kind = 'person'
             AND p.suspended_at IS NULL AND p.closed_at IS NULL
           LEFT JOIN membership m ON m.organization_id = k.account_id AND m.person_id = k.person_id`;
/** Whether the member of such a key has an identity at the organization's own sign-in, or needs none. */
export const KEY_LET_IN = `(m.role IS NULL OR NOT company_requires(a.id, p.id) OR company_linked(a.id, p.id))`;
/** Whether such a key still has its account and its member. */
export const KEY_LIVES = `k.active AND k.revoked_at IS NULL AND a.suspended_at IS NULL AND a.closed_at IS NULL
         AND (k.expires_at IS NULL OR k.expires_at > now()) AND (a.kind = 'person' OR m.role IS NOT NULL)`;

const callersOf = batchLoader(
  async (hashes: Buffer[]): Promise<(Caller | null)[]> => {
    const rows = await query<KeyAndWalletRow>(
      "accounts.authenticate",
      `SELECT asked.place::int, k.id AS key_id, k.prefix, k.scopes, k.skills, k.releases_skill_id, a.id AS account_id,
        p.id AS person_id,
        p.email, a.name, a.handle, m.role AS member_role, a.allowed_only <> 'off' AS is_limited,
        a.role, a.stores_parameters, ${KEY_LET_IN} AS is_let_in,
              (SELECT generation FROM catalog_generation) AS catalog_generation, w.posted_micros, w.held_micros
         FROM unnest((SELECT $1::bytea[])) WITH ORDINALITY AS asked (hash, place)
           JOIN api_key k ON k.hash = asked.hash ${KEY_ACCOUNTS}
           LEFT JOIN wallet w ON w.account_id = a.id
        WHERE ${KEY_LIVES}`,
      [hashes],
    );
    const callers: (Caller | null)[] = hashes.map(() => null);
    for (const row of rows) callers[row.place - 1] = { ...callerOf(row), wallet: walletOf(row) };
    return callers;
  },
  { identify: (hash) => hash.toString("latin1"), most: MAX_KEYS_A_QUERY, inFlight: KEY_QUERIES_IN_FLIGHT },
);

const walletOf = ({ posted_micros: posted, held_micros: held }: KeyAndWalletRow) =>
  posted === null || held === null ? null : { posted: BigInt(posted), held: BigInt(held) };

/** The caller of a valid key's row. */
export function callerOf(row: KeyRow): Caller {
  const role = row.member_role;
  return {
    accountId: row.account_id,
    personId: row.person_id,
    ...(role && { organization: { handle: row.handle, role, isLimited: row.is_limited } }),
    ...(!row.is_let_in && { signInAt: row.handle }),
    email: row.email,
    name: row.name,
    isAdmin: row.role === "admin",
    key: {
      id: row.key_id,
      prefix: row.prefix,
      scopes: scopesWithin(row.scopes, role),
      skills: row.skills,
      ...(row.releases_skill_id && { releases: row.releases_skill_id }),
    },
    storesParameters: row.stores_parameters,
    catalogGeneration: row.catalog_generation,
  };
}

/**
 * The caller of a key, or null when the key is unknown, disabled, expired or revoked. Never cached: every request asks
 * the database.
 */
export async function authenticate(keyHash: Buffer): Promise<Caller | null> {
  const caller = await callersOf(keyHash);
  if (caller?.key) keys.touch(caller.key.id);
  return caller;
}

/** The account with an email, or null. */
export async function getByEmail(email: string) {
  return prisma().account.findUnique({ where: { email: email.trim().toLowerCase() } });
}

/**
 * Makes an account an administrator, or an administrator a user, in the transaction `db` if there is one. Throws
 * not_found for an unknown email.
 */
export async function setRole(email: string, role: "user" | "admin", db?: Queryable) {
  const account = await getByEmail(email);
  if (!account) throw new AppError("not_found", `There is no account with the address ${email}.`);
  await prisma(db).account.update({ where: { id: account.id }, data: { role } });
  return toAccountView({ ...account, role });
}

/** Every administrator, oldest first. */
export async function listAdmins() {
  const rows = await prisma().account.findMany({ where: { role: "admin" }, orderBy: { createdAt: "asc" } });
  return rows.map(toAccountView);
}
