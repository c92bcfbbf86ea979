/**
 * The skills that an organization allows its members. Invariants: a skill is withheld in the statement that charges, buys or quotes it
 * (prisma/sql/allowed-skills), so on every way to use it; only a signed-in session decides; each change is in the audit log.
 */
import type {
  AllowedSkill,
  AllowedSkillDecision,
  AllowedSkillQuery,
  AllowedSkillRequest,
} from "@/lib/demand/allowed-skills/schemas";
import { peopleOf } from "@/lib/identity/accounts/people";
import { requireSession } from "@/lib/identity/accounts/sessions";
import { rolesWith } from "@/lib/identity/keys/permissions";
import { note } from "@/lib/identity/organizations/service";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, type Queryable, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, invalid, notFound } from "@/lib/platform/core/errors";
import { toPage } from "@/lib/platform/core/page";
import { notify } from "@/lib/platform/notifications/service";

/** Most skills that an organization has allowed, and most that wait for a decision. */
const MAX_ALLOWED = 2_000;
const MAX_ASKED = 100;

/** The skill_not_allowed of a skill that the caller's organization withholds: who may allow it, and where to ask. */
export function notAllowed({ organization }: Pick<Caller, "organization">, slug: string): AppError {
  const roles = rolesWith("pay");
  const base = env().PUBLIC_URL;
  const handle = organization?.handle ?? null;
  return new AppError(
    "skill_not_allowed",
    `Your organization uses only skills that it has allowed, and this version of ${slug} isn't one. Ask for it at ${base}/skills/${slug}; its ${roles.join(" and ")} decide.`,
    {
      details: {
        skill: slug,
        may_allow: [...roles],
        ask_url: `${base}/skills/${slug}`,
        manage_url: handle && `${base}/organizations/${handle}/allowed-skills`,
      },
    },
  );
}

type Row = {
  skill_id: string;
  slug: string;
  name: string;
  current_version: number;
  is_withheld: boolean;
  version: number | null;
  asked_by: string | null;
  asked_at: Date | null;
  note: string;
  decided_by: string | null;
  decided_at: Date | null;
  reason: string;
  state: AllowedSkill["state"];
  total: number;
};

/** Those that wait come first, then allowed ones of which a newer version is on the marketplace. */
const SHOWN = `
  WITH shown AS (
    SELECT w.skill_id, s.slug, r.name, r.number AS current_version,
      skill_withheld(w.account_id, w.skill_id, r.number) AS is_withheld, w.version, w.asked_by, w.asked_at, w.note,
      w.decided_by, w.decided_at, w.reason, CASE WHEN w.asked_at IS NOT NULL THEN 'asked'
        WHEN w.version IS NOT NULL THEN 'allowed' ELSE 'refused' END AS state
    FROM allowed_skill w JOIN skill s ON s.id = w.skill_id
      JOIN skill_revision r ON r.id = coalesce(s.live_revision_id, s.current_revision_id)
    WHERE w.account_id = $account)
  SELECT shown.*, count(*) OVER ()::int AS total FROM shown
  WHERE ($slug::text IS NULL OR slug = $slug) AND ($state::text IS NULL OR state = $state)
  ORDER BY array_position('{asked,allowed,refused}', state), version IS NOT NULL AND version < current_version DESC,
    name, skill_id LIMIT $limit OFFSET $offset`;

async function read(accountId: string, asked: { slug?: string; state?: string | undefined }, page = ONE) {
  const values = { account: accountId, slug: asked.slug ?? null, state: asked.state ?? null, ...page };
  const rows = await query<Row>("allowedSkills.list", SHOWN, values);
  const people = await peopleOf(rows.flatMap((row) => [row.asked_by, row.decided_by]));
  const personOf = (id: string | null) => (id === null ? null : { id, name: people.get(id)?.name ?? "" });
  return {
    total: rows[0]?.total ?? 0,
    data: rows.map(
      (row): AllowedSkill => ({
        skill: { id: row.skill_id, slug: row.slug, name: row.name },
        state: row.state,
        usable: !row.is_withheld,
        version: row.version,
        current_version: row.current_version,
        asked_by: personOf(row.asked_by),
        asked_at: row.asked_at,
        note: row.note,
        decided_by: personOf(row.decided_by),
        decided_at: row.decided_at,
        reason: row.reason,
      }),
    ),
  };
}
const ONE = { limit: 1, offset: 0 };

/** The skills that the caller's organization has allowed or refused, and those that members ask for, which come first. */
export async function list({ accountId }: Pick<Caller, "accountId">, { state, ...page }: AllowedSkillQuery) {
  const { data, total } = await read(accountId, { state }, page);
  return toPage(data, total, page);
}

/** What the caller's organization says of one skill, or null. */
export async function find({ accountId }: Pick<Caller, "accountId">, slug: string): Promise<AllowedSkill | null> {
  return (await read(accountId, { slug })).data[0] ?? null;
}

async function requireFound(caller: Caller, slug: string): Promise<AllowedSkill> {
  const found = await find(caller, slug);
  if (!found) throw notFound();
  return found;
}

/**
 * Asks the organization to allow a skill, or its new version. Asking again changes nothing. Throws not_found for a skill that is not on
 * the marketplace, invalid_request when members may use it, and rate_limited while 100 wait for a decision.
 */
export async function ask(caller: Caller, slug: string, input: AllowedSkillRequest): Promise<AllowedSkill> {
  await transaction(async (db) => {
    const skill = await lockSkill(db, caller, slug);
    if (!skill.is_withheld) throw invalid([{ param: "slug", message: "members may use this skill already" }]);
    const where = { accountId_skillId: { accountId: caller.accountId, skillId: skill.id } };
    const former = await prisma(db).allowedSkill.findUnique({ where });
    if (former?.askedAt) return;
    const waiting = { accountId: caller.accountId, askedAt: { not: null } };
    if ((await prisma(db).allowedSkill.count({ where: waiting })) >= MAX_ASKED)
      throw new AppError("rate_limited", `${MAX_ASKED} skills wait for a decision. Ask an owner to decide on them.`, {
        retryAfterSeconds: 3_600,
      });
    const askedAt = new Date();
    const asked = { askedBy: caller.personId, askedAt, note: input.note };
    await prisma(db).allowedSkill.upsert({ where, update: asked, create: { ...where.accountId_skillId, ...asked } });
    await note(db, caller, "allowed_skill.ask", { skill: slug, version: skill.version });
    await notify(db, caller.accountId, `${skill.id}:${askedAt.toISOString()}`, {
      kind: "skill_asked",
      data: { skill: skill.name, slug, handle: handleOf(caller) },
    });
  });
  return requireFound(caller, slug);
}

/**
 * Allows a skill in the version that the caller looked at, or refuses what a member asks. Throws session_required, not_found for a skill
 * that is not on the marketplace or has no open request, and invalid_request for another version than the current one.
 */
export async function decide(caller: Caller, slug: string, input: AllowedSkillDecision): Promise<AllowedSkill> {
  requireSession(caller);
  const { accountId } = caller;
  await transaction(async (db) => {
    const skill = await lockSkill(db, caller, slug);
    const where = { accountId_skillId: { accountId, skillId: skill.id } };
    const former = await prisma(db).allowedSkill.findUnique({ where });
    if (input.decision === "refuse" && !former?.askedAt) throw notFound();
    if (input.decision === "allow") await requireLooked(db, accountId, skill, input.version);
    const decided = {
      ...(input.decision === "allow" && { version: input.version }),
      reason: input.decision === "refuse" ? input.reason : "",
      askedBy: null,
      askedAt: null,
      note: "",
      decidedBy: caller.personId,
      decidedAt: new Date(),
    };
    await prisma(db).allowedSkill.upsert({
      where,
      update: decided,
      create: { ...where.accountId_skillId, ...decided },
    });
    await note(db, caller, `allowed_skill.${input.decision}`, { skill: slug, version: skill.version });
    if (former?.askedBy && former.askedBy !== caller.personId)
      await notify(db, former.askedBy, `${accountId}:${skill.id}:${decided.decidedAt.toISOString()}`, {
        kind: "skill_decided",
        data: {
          skill: skill.name,
          slug,
          allowed: input.decision === "allow",
          reason: decided.reason,
        },
      });
  });
  return requireFound(caller, slug);
}

/** No longer allows a skill, and forgets a refusal. Throws session_required and not_found. */
export async function withdraw(caller: Caller, slug: string) {
  requireSession(caller);
  const found = await requireFound(caller, slug);
  await transaction(async (db) => {
    const where = { accountId: caller.accountId, skillId: found.skill.id };
    const { count } = await prisma(db).allowedSkill.deleteMany({ where });
    if (count === 0) throw notFound();
    await note(db, caller, "allowed_skill.withdraw", { skill: slug, version: found.version });
  });
  return { skill: slug, removed: true as const };
}

const handleOf = ({ organization }: Pick<Caller, "organization">) => organization?.handle ?? "";

type Locked = { id: string; name: string; version: number; is_withheld: boolean };

/** A skill on the marketplace; decisions of an organization wait for each other. */
async function lockSkill(db: Queryable, { accountId }: Caller, slug: string): Promise<Locked> {
  await lockName(db, `allowed-skills:${accountId}`);
  const [skill] = await query<Locked>(
    "allowedSkills.skill",
    `SELECT l.skill_id AS id, l.name, l.revision_number AS version, skill_withheld($1, l.skill_id, NULL) AS is_withheld
       FROM listing l WHERE l.slug = $2`,
    [accountId, slug],
    db,
  );
  if (!skill) throw notFound();
  return skill;
}

async function requireLooked(db: Queryable, accountId: string, { id, version }: Locked, looked: number): Promise<void> {
  if (looked !== version)
    throw invalid([{ param: "version", message: `the current version is ${version}; look at it first` }]);
  const allowed = { accountId, version: { not: null }, skillId: { not: id } };
  if ((await prisma(db).allowedSkill.count({ where: allowed })) >= MAX_ALLOWED)
    throw invalid([{ param: "slug", message: `an organization allows at most ${MAX_ALLOWED} skills` }]);
}
