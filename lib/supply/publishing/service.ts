/**
 * Developers' actions on their skills: create, change, submit, attach packages. Invariants: a submitted revision never
 * changes; the last approved one stays live while a newer one waits; every change of a skill holds the lock of its row,
 * so that edits and decisions are serialized.
 */
import { isDeepStrictEqual } from "node:util";
import type { PoolClient } from "pg";
import { ensureHandle } from "@/lib/identity/accounts/handles";
import { type Caller, mayAdminister } from "@/lib/platform/core/caller";
import { prisma, transaction } from "@/lib/platform/core/db";
import { violates } from "@/lib/platform/core/db-errors";
import { AppError, type Issue, invalid, notFound } from "@/lib/platform/core/errors";
import { newId } from "@/lib/platform/core/ids";
import { toPage } from "@/lib/platform/core/page";
import { type Claim, keepAnswer } from "@/lib/platform/ratelimit/idempotency";
import * as ratelimit from "@/lib/platform/ratelimit/service";
import * as listings from "@/lib/supply/catalog/listings";
import { requireStored } from "@/lib/supply/packages/images";
import {
  changeContent,
  changeTerms,
  contentOf,
  requireKnownPrices,
  requireTrialFits,
  requireUnitsFit,
  termsOf,
} from "@/lib/supply/publishing/content";
import { requireNotOffered, requirePlansStay } from "@/lib/supply/publishing/plan-terms";
import * as prices from "@/lib/supply/publishing/prices";
import * as privates from "@/lib/supply/publishing/private-skills";
import { insertRevision, noteSubmission, revise } from "@/lib/supply/publishing/revisions";
import {
  contentOfRow,
  findRevision,
  findSkill,
  listSkills,
  lockSkill,
  type SkillRow,
  termsOfRow,
  toApprovedView,
  toOwnedView,
  touch,
} from "@/lib/supply/publishing/rows";
import type {
  ApprovedRevision,
  OwnedSkillSummary,
  OwnedSkillsQuery,
  SkillChange,
  SkillInput,
} from "@/lib/supply/publishing/schemas";
import * as slugs from "@/lib/supply/publishing/slugs";
import { isSubmission, requireComplete, requirePriced, statusAfter } from "@/lib/supply/publishing/submission";
import type { Content } from "@/lib/supply/skills/content-schemas";
import { type Contract, contractIssues } from "@/lib/supply/skills/contract";
import { withoutPlace } from "@/lib/supply/skills/credential-places";
import { endpointIssues, submittedEndpointIssues } from "@/lib/supply/skills/endpoint-address";
import { operationIssues } from "@/lib/supply/skills/operations";
import type { OwnedSkill } from "@/lib/supply/skills/schemas";
import { newSigningSecret } from "@/lib/supply/skills/signing";

const NO_CONTRACT = { api_schema: null, response_schema: null, examples: null, operations: null };
const CONTRACT = ["api_schema", "response_schema", "examples"] as const;
const CALLED = [...CONTRACT, "endpoint_type", "operations", "credentials"] as const;

/**
 * Creates a skill as a draft, or submits it immediately. Throws slug_taken, invalid_request, and not_submittable with
 * everything that is missing. Also throws too_many_in_flight.
 */
export async function create(caller: Caller, input: SkillInput, claimed: Claim | null = null): Promise<OwnedSkill> {
  const content = contentOf(input);
  const { slug, terms, columns } = privates.whereOf(caller, input, termsOf(input));
  if (input.submit) requireComplete(content, terms);
  else requireNoNote(input.note);
  await requireSoundContent(caller, { slug: input.slug, ...content }, input.submit === true);
  requireKnownPrices(input, content);
  requireUnitsFit(terms, content);
  requireTrialFits(terms);
  await ensureHandle(caller.accountId);
  const id = newId();
  const work = async (db: PoolClient) => {
    await slugs.requireRoom(db, caller.accountId);
    await slugs.release(db, slug, caller.accountId);
    await requireStored(db, caller.accountId, content);
    const revisionId = newId();
    await prisma(db).skill.create({
      data: {
        id,
        slug,
        ownerId: caller.accountId,
        ...columns,
        status: input.submit ? "pending" : "draft",
        ...terms,
        currentRevisionId: revisionId,
        signingSecret: newSigningSecret(),
      },
    });
    await insertRevision(db, { id: revisionId, skillId: id, number: 1, isSubmitted: input.submit === true }, content);
    if (input.submit) await noteSubmission(db, caller, { skillId: id, revisionId, note: input.note });
    await privates.settle(db, caller, id);
    const skill = toOwnedView(await requireRow(db, id, caller));
    await keepAnswer(db, claimed, skill);
    return skill;
  };
  return transaction(work).catch((cause: unknown) => {
    if (!violates(cause, "skill_slug_key")) throw cause;
    throw new AppError("slug_taken", `The slug ${slug} is taken. Choose another.`, {
      param: "slug",
      cause,
    });
  });
}

/** One page of the caller's skills in any status, newest first, without what may be large. */
export async function list(caller: Caller, page: OwnedSkillsQuery) {
  const [rows, count] = await Promise.all([
    listSkills(caller.accountId, page),
    prisma().skill.count({ where: { ownerId: caller.accountId } }),
  ]);
  return toPage(rows.map(toOwnedView), count, page);
}

/** All of the caller's skills, newest first, without what may be large; the number per developer is limited. */
export async function all(caller: Caller): Promise<OwnedSkillSummary[]> {
  const rows = await listSkills(caller.accountId, { limit: slugs.MAX_SKILLS, offset: 0 });
  return rows.map(toOwnedView);
}

/** One of the caller's skills. Throws not_found. */
export async function get(caller: Caller, id: string): Promise<OwnedSkill> {
  return toOwnedView(await requireRow(undefined, id, caller));
}

/**
 * Changes a skill. Terms apply immediately, except rises that `prices` announces first. Changed content of anything but a
 * draft becomes a new revision that waits for review, or a draft with `submit: false`. Throws not_found, rate_limited,
 * invalid_request, not_submittable, trusted_publisher_required, and revision_changed when the skill is not as it was at
 * `expected_updated_at`. Also throws too_many_in_flight.
 */
export async function update(caller: Caller, id: string, change: SkillChange): Promise<OwnedSkill> {
  const opened = await requireRow(undefined, id, caller);
  privates.requireNoTerms(opened, change);
  if (opened.status !== "draft") await ratelimit.requireTaken("revise", caller.accountId);
  const next = changeContent(contentOfRow(opened), change);
  const isSubmitted = isSubmission(opened, next, change.submit);
  if (!isSubmitted) requireNoNote(change.note);
  // Outside the transaction: a slow DNS lookup must not hold a lock or a connection.
  const endpoint = isSubmitted ? next.api_endpoint : (change.api_endpoint ?? null);
  const isContractNamed = CALLED.some((name) => change[name] !== undefined);
  const { slug } = opened;
  const named = { ...next, ...(isContractNamed ? {} : NO_CONTRACT), slug, api_endpoint: endpoint };
  await requireSoundContent(caller, named, isSubmitted);
  return transaction(async (db) => {
    const row = await lock(db, id, caller);
    requireUnchanged(row, change.expected_updated_at);
    const wanted = prices.wantedTermsOf(row);
    const terms = changeTerms(wanted, change);
    const content = changeContent(contentOfRow(row), change);
    requireKnownPrices(change, content, wanted);
    requireUnitsFit(terms, content);
    requireTrialFits(terms);
    if (!isDeepStrictEqual(terms, wanted)) {
      await requirePlansStay(db, row, terms, change);
      await requireNotOffered(db, row, terms);
    }
    const staysDraft = change.submit === false || (row.status === "draft" && !change.submit);
    if (row.live_revision_id) requirePriced(terms);
    // Required also when only terms change: the pending revision is sold with them once approved.
    if (!staysDraft || statusAfter(row, content, change.submit) === "pending") requireComplete(content, terms);
    if (change.icon !== undefined || change.screenshots !== undefined)
      await requireStored(db, caller.accountId, content);
    await touch(db, id);
    await prices.changeTerms(db, caller, row, terms);
    await revise(db, caller, row, { content, submit: change.submit, note: change.note });
    if (row.live) await listings.reprice(db, id);
    await privates.settle(db, caller, id);
    return toOwnedView(await requireRow(db, id, caller));
  });
}

/**
 * Sets the skill's package, as a change of content. Throws not_found, not_submittable and trusted_publisher_required. `db` is the transaction in
 * which the package was stored; `submit: false` keeps the change as a draft.
 */
export async function attachPackage(
  db: PoolClient,
  caller: Caller,
  id: string,
  { packageId, submit: asked }: { packageId: string; submit: false | undefined },
): Promise<void> {
  const row = await lock(db, id, caller);
  // A run releases: what it sends does not stay a draft.
  const submit = caller.key?.releases && row.status === "draft" ? true : asked;
  const content = { ...contentOfRow(row), package_id: packageId };
  if (statusAfter(row, content, submit) === "pending") requireComplete(content, termsOfRow(row));
  await revise(db, caller, row, { content, submit });
  await privates.settle(db, caller, id);
  await touch(db, id);
}

/**
 * The number of recent users of one of the caller's skills, whether its price has risen lately, and the rule on rises:
 * at most `percent` immediately, and the `days` of notice. Throws not_found.
 */
export async function priceContext(
  caller: Caller,
  id: string,
): Promise<{ users: number; isRaisedLately: boolean; days: number; percent: number }> {
  const row = await requireRow(undefined, id, caller);
  const [users, rule] = await Promise.all([prices.countRecentUsers(row), prices.noticeRule()]);
  return { users, isRaisedLately: prices.isRaisedLately(row, rule.days), ...rule };
}

/**
 * The approved revision of one of the caller's skills, or of any skill for an administrator. Throws not_found without
 * one.
 */
export async function getApproved(caller: Caller, id: string): Promise<ApprovedRevision> {
  const row = await findRevision(id, null);
  const isForAll = row?.visibility === "public" && mayAdminister(caller);
  if (!row || !(row.owner_id === caller.accountId || isForAll)) throw notFound();
  return toApprovedView(row);
}

/**
 * Checks a skill before its package is read, for problems that would refuse the submission anyway, such as an endpoint
 * that has moved. Throws not_found and invalid_request. Also throws too_many_in_flight.
 */
export async function openUpload(caller: Caller, id: string, submit: false | undefined): Promise<void> {
  const row = await requireRow(undefined, id, caller);
  const isWaiting = row.status !== "draft" && submit !== false;
  if (isWaiting) await requireSoundContent(caller, { ...row, ...NO_CONTRACT }, true);
}

/** Locks a skill for this transaction and reads it. Throws not_found for another account's. */
export async function lock(db: PoolClient, id: string, caller: Caller): Promise<SkillRow> {
  const row = await lockSkill(db, id, caller.accountId);
  if (!row) throw notFound();
  return row;
}

async function requireRow(db: PoolClient | undefined, id: string, caller: Caller): Promise<SkillRow> {
  const row = await findSkill(db, id, caller.accountId);
  if (!row) throw notFound();
  return row;
}

type Called = Pick<SkillRow, "slug"> & Pick<Content, "api_endpoint" | "endpoint_type" | "operations" | "credentials">;

/** Only a submitted endpoint is looked up: drafts are saved at every pause in typing. */
async function requireSoundContent(
  { accountId }: Caller,
  { api_endpoint: endpoint, ...contract }: Contract & Called,
  isSubmitted: boolean,
): Promise<void> {
  const endpointIssuesOf = (url: string) =>
    isSubmitted ? submittedEndpointIssues(url, accountId) : endpointIssues(url);
  const [first, ...rest]: Issue[] = [
    ...(endpoint === null ? [] : await endpointIssuesOf(endpoint)),
    ...(CONTRACT.some((name) => contract[name] !== null)
      ? ratelimit.withinCpuBudget("checking", accountId, () => contractIssues(contract))
      : []),
    ...(contract.operations ? ratelimit.withinCpuBudget("checking", accountId, () => operationIssues(contract)) : []),
    ...withoutPlace(contract).map((at) => ({
      param: `credentials[${at}].as`,
      message: "is an argument that no operation has a place for: map it, or send it in a body",
    })),
  ];
  if (first) throw invalid([first, ...rest]);
}

/** A note is stored with a submission only. Throws invalid_request. */
function requireNoNote(note: string | undefined): void {
  if (note === undefined) return;
  throw invalid([{ param: "note", message: "goes with a submission: send submit: true" }]);
}

/** A stale tab must not overwrite what another tab saved. */
function requireUnchanged(row: SkillRow, expected: string | undefined): void {
  if (expected === undefined || Date.parse(expected) === row.updated_at.getTime()) return;
  throw new AppError("revision_changed", "This skill was changed elsewhere since you opened it. Load it again.", {
    param: "expected_updated_at",
    details: { updated_at: row.updated_at, status: row.status, revision: row.revision },
  });
}
