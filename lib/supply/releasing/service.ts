/**
 * Trusted publishing: a skill names the workflow of a repository whose runs may release its versions, without a stored secret.
 * Invariants: a token is used once; a repository is the one of the first release by its unchangeable ids, whatever it is called later;
 * the key that a run gets may send a version of this skill, and nothing else, for 15 minutes.
 */
import { requireSecondFactor } from "@/lib/identity/accounts/second-factor-check";
import * as sessions from "@/lib/identity/accounts/sessions";
import { requirePermission, scopesWithin } from "@/lib/identity/keys/permissions";
import { endReleases, issueRelease } from "@/lib/identity/keys/releases";
import * as audit from "@/lib/platform/core/audit";
import type { Caller, MemberRole } from "@/lib/platform/core/caller";
import { prisma, type Queryable, transaction } from "@/lib/platform/core/db";
import { invalid, notFound } from "@/lib/platform/core/errors";
import type { TrustedPublisher as Row } from "@/lib/platform/core/generated/client";
import { newId } from "@/lib/platform/core/ids";
import { lockRows } from "@/lib/platform/core/locks";
import { notify } from "@/lib/platform/notifications/service";
import { takeOnce } from "@/lib/platform/ratelimit/service";
import { allowsRef, issuers, kindOf, type Run } from "@/lib/supply/releasing/issuers";
import type { ExchangeInput, TrustedPublisher, TrustedPublisherInput } from "@/lib/supply/releasing/schemas";
import { untrusted, verify } from "@/lib/supply/releasing/tokens";

/** Longer than any token that is taken lives. */
const TOKEN_SECONDS = 2 * 60 * 60;

/** The trusted publisher of one of the caller's skills. Throws not_found. */
export async function get(caller: Caller, id: string) {
  await requireOwn(undefined, caller, id);
  const row = await prisma().trustedPublisher.findUnique({ where: { skillId: id } });
  return { trusted_publisher: row && toView(row) };
}

/**
 * Names the workflow that releases a skill, or changes it; keys of former runs end. Throws session_required for a key, not_found, invalid_request for an unknown
 * issuer or a private skill, and wrong_code or second_factor_required where the present one is required; role_required for a member who is no owner then.
 */
export async function set(caller: Caller, id: string, input: TrustedPublisherInput) {
  sessions.requireSession(caller);
  if (!kindOf(input.issuer)) throw invalid([{ param: "issuer", message: `must be one of ${issuers().join(", ")}` }]);
  const { code, required: isRequired, repository_id: repositoryId, owner_id: repositoryOwnerId, ...named } = input;
  const before = await requireMayChange(caller, id, code);
  return transaction(async (db) => {
    const skill = await requireOwn(db, caller, id);
    await requireSame(db, id, before);
    if (skill.visibility !== "public")
      throw invalid([{ param: "repository", message: "can't be set for a private skill" }]);
    await endReleases(db, id);
    const isSameRepository = before?.issuer === named.issuer && before.repository === named.repository;
    const data = {
      ...named,
      isRequired,
      isActive: true,
      setBy: caller.personId,
      ...(repositoryId && repositoryOwnerId
        ? { repositoryId, repositoryOwnerId }
        : !isSameRepository && { repositoryId: null, repositoryOwnerId: null }),
    };
    const row = await prisma(db).trustedPublisher.upsert({
      where: { skillId: id },
      create: { ...data, skillId: id },
      update: data,
    });
    await announce(db, caller, skill, { repository: named.repository, isRequired });
    return { trusted_publisher: toView(row) };
  });
}

/** Removes the trusted publisher of a skill. Throws what `set` throws. */
export async function remove(caller: Caller, id: string, code: string | undefined) {
  sessions.requireSession(caller);
  const before = await requireMayChange(caller, id, code);
  return transaction(async (db) => {
    const skill = await requireOwn(db, caller, id);
    await requireSame(db, id, before);
    if (before) {
      await endReleases(db, id);
      await prisma(db).trustedPublisher.delete({ where: { skillId: id } });
      await announce(db, caller, skill, { repository: null, isRequired: false });
    }
    return { trusted_publisher: null };
  });
}

/** What is required is changed by an owner with a second factor alone. Returns what there is. */
async function requireMayChange(caller: Caller, id: string, code: string | undefined): Promise<Row | null> {
  await requireOwn(undefined, caller, id);
  const before = await prisma().trustedPublisher.findUnique({ where: { skillId: id } });
  if (!before?.isRequired) return before;
  requirePermission(caller, "manage");
  await requireSecondFactor(caller, code);
  return before;
}

/** Nothing was changed since it was looked at: what was not required may be now. */
async function requireSame(db: Queryable, skillId: string, before: Row | null): Promise<void> {
  const now = await prisma(db).trustedPublisher.findUnique({ where: { skillId } });
  if (now?.isRequired && !before?.isRequired)
    throw invalid([{ param: "code", message: "the publisher was changed meanwhile. Load the page again" }]);
}

async function requireOwn(db: Queryable | undefined, { accountId }: Caller, id: string) {
  if (db) await lockRows(db, "skill", "id", id);
  const skill = await prisma(db).skill.findUnique({
    where: { id, ownerId: accountId },
    select: { id: true, slug: true, visibility: true },
  });
  if (!skill) throw notFound();
  return skill;
}

async function announce(
  db: Queryable,
  caller: Caller,
  skill: { id: string; slug: string },
  { repository, isRequired }: { repository: string | null; isRequired: boolean },
): Promise<void> {
  const owners = caller.organization
    ? await prisma(db).membership.findMany({
        where: { organizationId: caller.accountId, role: "owner" },
        select: { personId: true },
      })
    : [];
  const subject = newId();
  for (const personId of new Set([caller.personId, ...owners.map((owner) => owner.personId)]))
    await notify(db, personId, subject, {
      kind: "security_publishing",
      data: { skill: skill.slug, skillId: skill.id, repository, isRequired },
    });
  await audit.writeFor(db, caller, {
    action: "skill.trusted_publisher",
    subject: { type: "skill", id: skill.id },
    details: { slug: skill.slug, repository, required: isRequired },
  });
}

/**
 * Gives a run of a trusted workflow a key that may send a version of the skill. Throws untrusted_run with the reason, and
 * upstream_failed, upstream_timeout or too_many_in_flight while the issuer can't be reached.
 */
export async function exchange({ token, skill: slug }: ExchangeInput) {
  const { run, tokenId } = await verify(token);
  if (!(await takeOnce("releaseToken", tokenId, TOKEN_SECONDS)))
    throw untrusted("replayed", "Its token has already been used. Request a new one.");
  return transaction(async (db) => {
    const found = await prisma(db).skill.findUnique({ where: { slug }, select: { id: true } });
    if (!found) throw untrusted("skill", `The skill ${slug} has no trusted publisher.`);
    await lockRows(db, "skill", "id", found.id);
    const row = await prisma(db).trustedPublisher.findUnique({
      where: { skillId: found.id },
      include: { skill: { include: { owner: true } } },
    });
    if (!row?.isActive || row.skill.owner.suspendedAt || row.skill.owner.closedAt)
      throw untrusted("skill", `The skill ${slug} has no trusted publisher.`);
    requireTrusted(row, run);
    if (row.repositoryId === null)
      await prisma(db).trustedPublisher.update({
        where: { skillId: found.id },
        data: { repositoryId: run.repositoryId, repositoryOwnerId: run.ownerId },
      });
    const owner = row.skill.owner;
    if (owner.kind === "organization") await requireMember(db, row);
    const issued = await issueRelease(db, {
      accountId: owner.id,
      personId: owner.kind === "organization" ? row.setBy : null,
      skill: { id: found.id, slug },
      provenance: toProvenance(run),
    });
    await audit.write(
      db,
      null,
      "skill.release_key",
      { type: "skill", id: found.id },
      {
        slug,
        repository: run.repository,
        commit: run.commit,
        run: run.runUrl,
      },
    );
    return { ...issued, skill: slug, skill_id: found.id };
  });
}

/** The key works for the role of the member who named the publisher. Throws untrusted_run once that member may publish no more. */
async function requireMember(db: Queryable, { setBy, skill }: Row & { skill: { ownerId: string } }): Promise<void> {
  const membership = await prisma(db).membership.findUnique({
    where: { organizationId_personId: { organizationId: skill.ownerId, personId: setBy } },
  });
  const isAllowed = membership && scopesWithin(["publish"], membership.role as MemberRole).length > 0;
  if (!isAllowed)
    throw untrusted("member", "The member who set this up can no longer publish. Another member must save it again.");
}

/** Throws untrusted_run unless the run is one of the named workflow. */
function requireTrusted(row: Row, run: Run): void {
  const hasRef = () => row.refs.some((pattern) => allowsRef(pattern, run.ref));
  const hasEnvironment = () => row.environment === null || run.environment === row.environment;
  // In this order: refs are compared only for the repository that is trusted.
  const checks: [reason: string, isRight: () => boolean, what: string][] = [
    ["issuer", () => run.issuer === row.issuer, "This skill trusts a different CI."],
    ["repository", () => run.repository === row.repository, `Its repository is not ${row.repository}.`],
    ["repository", () => isSame(row, run), "A different repository now has this name."],
    ["workflow", () => run.workflow === row.workflow, `Its workflow is not ${row.workflow}.`],
    ["event", () => !run.isProposal, "Runs of proposed changes may not release."],
    ["ref", hasRef, `Its ref doesn't match ${row.refs.join(", ")}.`],
    ["environment", hasEnvironment, "Its environment doesn't match."],
  ];
  for (const [reason, isRight, what] of checks) if (!isRight()) throw untrusted(reason, what);
}

function isSame(row: Row, run: Run): boolean {
  if (run.repositoryId === "" || run.ownerId === "") return false;
  return row.repositoryId === null || (row.repositoryId === run.repositoryId && row.repositoryOwnerId === run.ownerId);
}

const toProvenance = ({
  issuer,
  repository,
  repositoryUrl,
  commit,
  commitUrl,
  ref,
  workflow,
  environment,
  runUrl,
}: Run) => ({
  issuer,
  repository,
  repository_url: repositoryUrl,
  commit,
  commit_url: commitUrl,
  ref,
  workflow,
  environment,
  run_url: runUrl,
});

function toView(row: Row): TrustedPublisher {
  return {
    issuer: row.issuer,
    repository: row.repository,
    repository_id: row.repositoryId,
    owner_id: row.repositoryOwnerId,
    workflow: row.workflow,
    environment: row.environment,
    refs: row.refs,
    required: row.isRequired,
    active: row.isActive,
    created_at: row.createdAt,
  };
}
