/**
 * Secrets that buyers store for skills that ask for them. Invariants: one is encrypted, bound to account, skill, name, endpoint, places and
 * the skill's owner, and leaves only in live calls that fit all of these; no view, log or record has it.
 */
import type { CredentialInput, SkillCredential, StoredCredential } from "@/lib/demand/credentials/schemas";
import { requireUsable } from "@/lib/demand/purchases/access";
import { keyAllows, requireKeyAllows } from "@/lib/identity/keys/guardrails";
import * as audit from "@/lib/platform/core/audit";
import type { Caller } from "@/lib/platform/core/caller";
import { lockName, prisma, query, transaction } from "@/lib/platform/core/db";
import { env } from "@/lib/platform/core/env";
import { AppError, echo, invalid, notFound } from "@/lib/platform/core/errors";
import type { SkillCredential as Row } from "@/lib/platform/core/generated/client";
import { log } from "@/lib/platform/core/log";
import { wholeList } from "@/lib/platform/core/page";
import { isCurrent, seal, unseal } from "@/lib/platform/core/sealing";
import type { ListingDetail } from "@/lib/supply/catalog/service";
import { boundTo } from "@/lib/supply/skills/credential-places";
import type { CredentialDeclaration } from "@/lib/supply/skills/credential-schemas";
import { namesOf } from "@/lib/supply/skills/names";

const MAX_STORED = 500;

/** A skill, at the version that is called. */
type Skill = Pick<ListingDetail, "skill_id" | "slug" | "owner_id" | "credentials" | "api_endpoint" | "operations">;
type Named = Pick<Row, "accountId" | "skillId" | "name">;
/** What a credential is bound to, besides account, skill and name. */
type Binding = Pick<Row, "endpoint" | "place" | "ownerId">;
type Lacking = CredentialDeclaration & { reason: "missing" | "changed" | "unreadable" };

/** A credential in its place, as a call carries it. */
export type Carried = Pick<CredentialDeclaration, "name" | "in" | "as"> & { value: string };

const contextOf = ({ accountId, skillId, name }: Named, { endpoint, place, ownerId }: Binding) => [
  "skill-credential",
  accountId,
  skillId,
  name,
  endpoint,
  place,
  ownerId,
];

const bindingOf = (skill: Skill, declared: CredentialDeclaration): Binding => ({
  ...boundTo(skill, declared),
  ownerId: skill.owner_id,
});

function fits(row: Row, skill: Skill, declared: CredentialDeclaration): boolean {
  const { endpoint, place, ownerId } = bindingOf(skill, declared);
  return row.endpoint === endpoint && row.place === place && row.ownerId === ownerId;
}

const declaredBy = ({ credentials, api_endpoint }: Skill) => (api_endpoint === null ? [] : (credentials ?? []));

async function rowsOf({ accountId }: Pick<Caller, "accountId">, skill: Skill): Promise<Map<string, Row>> {
  const rows = await prisma().skillCredential.findMany({ where: { accountId, skillId: skill.skill_id } });
  return new Map(rows.map((row) => [row.name, row]));
}

/** What a skill asks for, and what of it the caller's account has stored. Throws not_found and key_scope. */
export async function ofSkill(caller: Caller, slug: string) {
  requireKeyAllows(caller, slug);
  const skill = await requireUsable(caller, slug);
  const rows = await rowsOf(caller, skill);
  return wholeList(declaredBy(skill).map((declared) => toView(skill, declared, rows.get(declared.name))));
}

function toView(skill: Skill, declared: CredentialDeclaration, row: Row | undefined): SkillCredential {
  const { name, description, url } = declared;
  const state = !row ? "missing" : valueIn(row, skill, declared) === null ? "changed" : "stored";
  return {
    name,
    description,
    url,
    state,
    updated_at: row?.updatedAt ?? null,
    last_used_at: row?.lastUsedAt ?? null,
  };
}

/** Everything that the caller's account has stored, without the values; of a key that is limited to skills, for those. */
export async function list({ accountId, key }: Pick<Caller, "accountId" | "key">) {
  const rows = await prisma().skillCredential.findMany({
    where: { accountId },
    orderBy: [{ createdAt: "desc" }, { skillId: "asc" }, { name: "asc" }],
  });
  return wholeList((await toStored(rows)).filter(({ skill }) => keyAllows({ key }, skill.slug)));
}

async function toStored(rows: Row[]): Promise<StoredCredential[]> {
  const ids = [...new Set(rows.map(({ skillId }) => skillId))];
  const [names, skills] = await Promise.all([namesOf(ids), liveAmong(ids)]);
  return rows.map((row): StoredCredential => {
    const { slug = "", name = "" } = names.get(row.skillId) ?? {};
    const skill = skills.get(row.skillId);
    const declared = skill && declaredBy(skill).find((one) => one.name === row.name);
    return {
      skill: { slug, name },
      name: row.name,
      state: !skill || !declared ? "unused" : valueIn(row, skill, declared) === null ? "changed" : "stored",
      updated_at: row.updatedAt,
      last_used_at: row.lastUsedAt,
    };
  });
}

const LIVE = `SELECT s.id AS skill_id, s.slug, s.owner_id, r.credentials, r.api_endpoint, r.operations
  FROM skill s JOIN skill_revision r ON r.id = s.live_revision_id WHERE s.id = ANY ($1::uuid[])`;

async function liveAmong(ids: string[]): Promise<Map<string, Skill>> {
  if (ids.length === 0) return new Map();
  const rows = await query<Skill>("credentials.live", LIVE, [ids]);
  return new Map(rows.map((row) => [row.skill_id, row]));
}

/**
 * Stores a credential that the skill asks for, for its present endpoint, place and owner; an earlier value is replaced. Throws not_found,
 * key_scope, and invalid_request for too many.
 */
export async function put(caller: Caller, slug: string, name: string, { value }: CredentialInput) {
  requireKeyAllows(caller, slug);
  const skill = await requireUsable(caller, slug);
  const declared = declaredBy(skill).find((one) => one.name === name);
  if (!declared) throw unknownName(skill, name);
  const id: Named = { accountId: caller.accountId, skillId: skill.skill_id, name };
  const binding = bindingOf(skill, declared);
  const row = await transaction(async (db) => {
    await lockName(db, `credentials:${caller.accountId}`);
    const { skillCredential: table } = prisma(db);
    const where = { accountId_skillId_name: id };
    const isKnown = (await table.count({ where: id })) > 0;
    if (!isKnown && (await table.count({ where: { accountId: id.accountId } })) >= MAX_STORED)
      throw invalid([{ param: "name", message: `an account stores at most ${MAX_STORED}; remove one first` }]);
    const data = { ...binding, sealed: seal(value, contextOf(id, binding)), updatedAt: new Date() };
    await audit.writeFor(db, caller, {
      action: isKnown ? "credential.rotate" : "credential.set",
      subject: { type: "skill", id: id.skillId },
      details: { name },
    });
    return table.upsert({ where, create: { ...id, ...data }, update: data });
  });
  return toView(skill, declared, row);
}

function unknownName({ slug, credentials }: Skill, name: string): AppError {
  const names = (credentials ?? []).map((one) => one.name);
  const has = names.length === 0 ? "It asks for none." : `It asks for ${names.join(", ")}.`;
  return new AppError("not_found", `The skill ${slug} doesn't ask for ${echo(name)}. ${has}`, { param: "name" });
}

/** Removes a credential, also of a skill that has left the marketplace. Returns what it was. Throws not_found and key_scope. */
export async function remove(caller: Caller, slug: string, name: string): Promise<StoredCredential> {
  requireKeyAllows(caller, slug);
  // One step for every slug: a private skill of others is not there.
  const where = { accountId: caller.accountId, name, skill: { slug } };
  const rows = await prisma().skillCredential.findMany({ where });
  const [removed] = await toStored(rows);
  const [row] = rows;
  if (!row || !removed) throw notFound();
  await transaction(async (db) => {
    const { count } = await prisma(db).skillCredential.deleteMany({ where });
    if (count === 0) throw notFound();
    const subject = { type: "skill", id: row.skillId };
    await audit.writeFor(db, caller, { action: "credential.remove", subject, details: { name } });
  });
  return removed;
}

/** Checks that the caller's account has stored what a call of the skill carries, and that it can be read. Throws credential_required. */
export async function requireStored(caller: Pick<Caller, "accountId">, skill: Skill): Promise<void> {
  if (declaredBy(skill).length > 0) requireAll(skill, await rowsOf(caller, skill));
}

function requireAll(skill: Skill, rows: Map<string, Row>): Carried[] {
  const lacking: Lacking[] = [];
  const found: Carried[] = [];
  for (const declared of declaredBy(skill)) {
    const row = rows.get(declared.name);
    const value = row ? valueIn(row, skill, declared) : null;
    const { name, in: kind, as } = declared;
    if (value !== null) found.push({ name, in: kind, as, value });
    else
      lacking.push({ ...declared, reason: row ? (fits(row, skill, declared) ? "unreadable" : "changed") : "missing" });
  }
  if (lacking.length > 0) throw required(skill, lacking);
  return found;
}

/** What a live call of the skill carries for the caller. Throws credential_required. */
export async function open(caller: Pick<Caller, "accountId">, skill: Skill): Promise<Carried[]> {
  if (declaredBy(skill).length === 0) return [];
  const carried = requireAll(skill, await rowsOf(caller, skill));
  await query("credentials.note_use", NOTE_USE, [caller.accountId, skill.skill_id]);
  return carried;
}

const NOTE_USE = `UPDATE skill_credential SET last_used_at = now() WHERE account_id = $1 AND skill_id = $2
  AND (last_used_at IS NULL OR last_used_at < now() - interval '1 minute')`;

/** The value, for what the skill is now; null for one that was stored for something else, or that no key opens. */
function valueIn(row: Row, skill: Skill, declared: CredentialDeclaration): string | null {
  if (!fits(row, skill, declared)) return null;
  try {
    return unseal(row.sealed, contextOf(row, row));
  } catch (error) {
    log.error({ err: error, skill: row.skillId, account: row.accountId }, "a buyer's credential can't be read");
    return null;
  }
}

/** The page on which a person stores what a skill asks for. */
const pageOf = (slug: string) => `${env().PUBLIC_URL}/settings/credentials?${new URLSearchParams({ skill: slug })}`;

function required({ slug }: Skill, lacking: Lacking[]): AppError {
  const base = `${env().PUBLIC_URL}/v1/skills/${slug}/credentials`;
  const names = lacking.map(({ name }) => name).join(", ");
  const isMissing = lacking.every(({ reason }) => reason === "missing");
  const why = isMissing ? "" : " again: the skill has changed where it goes, or it can't be read";
  return new AppError(
    "credential_required",
    `This skill needs your ${names}${why}. Add it at ${pageOf(slug)}, then repeat the request. Nothing was charged.`,
    {
      details: {
        add_url: pageOf(slug),
        credentials: lacking.map(({ name, description, url, reason }) => ({
          name,
          description,
          url,
          store_url: `${base}/${name}`,
          reason,
        })),
      },
    },
  );
}

/** Encrypts with the current key what an older one encrypted. Returns how many there were, and how many no key opens. */
export async function reseal(): Promise<{ changed: number; unreadable: number }> {
  let [changed, unreadable] = [0, 0];
  for (const row of (await prisma().skillCredential.findMany()).filter(({ sealed }) => !isCurrent(sealed))) {
    const { accountId, skillId, name, sealed } = row;
    try {
      const data = { sealed: seal(unseal(sealed, contextOf(row, row)), contextOf(row, row)) };
      const where = { accountId, skillId, name, sealed };
      changed += (await prisma().skillCredential.updateMany({ where, data })).count;
    } catch (error) {
      log.error({ err: error, skill: skillId, account: accountId }, "a buyer's credential can't be read");
      unreadable++;
    }
  }
  return { changed, unreadable };
}
