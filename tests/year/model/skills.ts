/** Skills: drafts, review, prices, and what takes a skill off the marketplace. */
import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { DAY } from "@/tests/year/model/calendar";
import { admit, isListed, ownSkill } from "@/tests/year/model/callers";
import {
  type Account,
  emit,
  type Market,
  notify,
  notifyAdministrators,
  type Ref,
  type Skill,
} from "@/tests/year/model/market";
import { suspend } from "@/tests/year/model/suspensions";
import { isPriced, plansOf, type SentTerms, type Terms, termsOf } from "@/tests/year/model/terms";

const ASKED_WITHIN_DAYS = 30;
/** How long an unchanged draft reserves its slug. */
const SLUG_DAYS = 30;

/** What is submitted has a price, and a package when it is downloaded. */
const isComplete = (skill: Pick<Skill, "isDownloaded" | "packaged" | "revision">, terms: Terms) =>
  isPriced(terms) && (!skill.isDownloaded || skill.packaged.includes(skill.revision));

export const shown = (market: Market, skill: Skill): Body => ({
  status: skill.status,
  live: isListed(market, skill),
  revision: skill.revision,
  pricing_type: skill.terms.pricing,
  price: skill.terms.price,
  price_per_call: skill.terms.perCall,
  free_calls: skill.terms.freeCalls,
  "plans.length": skill.terms.pricing === "subscription" && isPriced(skill.terms) ? plansOf(skill.terms).length : 0,
});

/**
 * Takes a slug that is free. Another developer's draft that was never submitted, and was not changed for 30 days, gives its own up.
 */
function takeSlug(market: Market, { ref }: Account, slug: string, now: number): void {
  const holder = [...market.skills.values()].find((each) => each.slug === slug);
  if (!holder) return;
  const { isSubmitted, suspendedAt, changedAt, owner } = holder;
  if (owner === ref || isSubmitted || suspendedAt !== null || changedAt >= now - SLUG_DAYS * DAY) refuse("slug_taken");
  holder.slug = `${slug} of ${holder.ref}`;
  notify(market, owner, "slug_released", `${holder.ref} ${slug}`);
}

/** Creates a skill as a draft, or submits it. Slugs are unique; what is submitted has a price. */
export function createSkill(
  market: Market,
  op: {
    by: Ref;
    as: Ref;
    slug: string;
    terms: SentTerms;
    submit: boolean;
    content: string;
    isDownloaded?: boolean;
    asks?: boolean;
  },
  { at, endAt }: Moment,
): Body {
  const { account } = admit(market, op.by, { scope: "publish" }, at);
  const terms = termsOf(op.terms);
  if (op.submit && (!isPriced(terms) || op.isDownloaded)) refuse("not_submittable");
  takeSlug(market, account, op.slug, at);
  const skill: Skill = {
    ref: op.as,
    owner: account.ref,
    slug: op.slug,
    status: op.submit ? "pending" : "draft",
    revision: 1,
    changedAt: endAt,
    isSubmitted: op.submit,
    lastRevision: 1,
    live: null,
    contents: new Map([[1, op.content]]),
    isDownloaded: op.isDownloaded === true,
    packaged: [],
    isOpenToGuests: true,
    guestCalls: 0,
    downloads: new Map(),
    terms,
    next: null,
    raisedAt: null,
    unlistedAt: null,
    suspendedAt: null,
    rejectedBy: new Map(),
    appealed: [],
    users: new Map(),
    asks: op.asks === true ? new Map() : null,
  };
  market.skills.set(op.as, skill);
  return shown(market, skill);
}

/**
 * Changes the content of a skill, or submits it. A draft changes in place; any other skill gets a new revision, which waits for
 * review (or with `submit: false` stays a draft) while the approved one stays live.
 */
export function editSkill(
  market: Market,
  op: { by: Ref; skill: Ref; content: string | null; submit: boolean | null },
  { at, endAt }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  const before = skill.contents.get(skill.revision) ?? "";
  const content = op.content ?? before;
  const isChanged = content !== before;
  const wanted = skill.next?.terms ?? skill.terms;
  const next = statusAfter(skill, isChanged, op.submit);
  const staysDraft = op.submit === false || (skill.status === "draft" && !op.submit);
  if ((skill.live !== null || !staysDraft || next === "pending") && !isComplete(skill, wanted))
    refuse("not_submittable");
  if (skill.status === "draft") {
    skill.contents.set(skill.revision, content);
    skill.status = next;
  } else if (isChanged || (op.submit && skill.status !== "pending")) {
    addRevision(skill, content);
    skill.status = next;
  }
  skill.changedAt = endAt;
  skill.isSubmitted ||= skill.status !== "draft";
  return shown(market, skill);
}

function statusAfter({ status }: Skill, isChanged: boolean, submit: boolean | null): Skill["status"] {
  if (status === "draft") return submit ? "pending" : "draft";
  if (!isChanged && (!submit || status === "pending")) return status;
  return submit === false ? "draft" : "pending";
}

function addRevision(skill: Skill, content: string): void {
  skill.lastRevision += 1;
  if (skill.packaged.includes(skill.revision)) skill.packaged.push(skill.lastRevision);
  skill.revision = skill.lastRevision;
  skill.contents.set(skill.revision, content);
}

/** Uploads a package, which is a change of content like any other. */
export function uploadPackage(
  market: Market,
  op: { by: Ref; skill: Ref; version: string },
  { at, endAt }: Moment,
): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.status !== "draft") {
    if (!isPriced(skill.next?.terms ?? skill.terms)) refuse("not_submittable");
    addRevision(skill, skill.contents.get(skill.revision) ?? "");
    skill.status = "pending";
  }
  if (!skill.packaged.includes(skill.revision)) skill.packaged.push(skill.revision);
  skill.changedAt = endAt;
  return {};
}

/** Withdraws a submission, which becomes a draft; with `discard` the skill returns to what was approved. */
export function withdrawSkill(market: Market, op: { by: Ref; skill: Ref; discard: boolean }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (op.discard ? skill.status === "approved" : skill.status !== "pending") refuse("not_pending");
  if (op.discard) {
    if (skill.live === null) refuse("not_approved");
    skill.revision = skill.live as number;
    skill.status = "approved";
  } else {
    addRevision(skill, skill.contents.get(skill.revision) ?? "");
    skill.status = "draft";
  }
  return shown(market, skill);
}

/** Deletes a skill that was never approved, with its codes; its slug is free again. */
export function deleteSkill(market: Market, op: { by: Ref; skill: Ref }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.live !== null || skill.suspendedAt !== null) refuse("not_deletable");
  market.skills.delete(op.skill);
  for (const promotion of [...market.promotions.values()])
    if (promotion.skill === op.skill) market.promotions.delete(promotion.ref);
  return {};
}

/** An administrator puts no skill of their own, or of an organization that they are in, on the marketplace while another one, who is not in it, has signed in within 30 days. */
function requireOtherReviewer(market: Market, { ref }: Account, skill: Skill, now: number): void {
  const members = market.accounts.get(skill.owner)?.members;
  const isAsked = ({ ref: other, isAdmin, suspendedAt, closedAt, signedInAt }: Account) =>
    other !== ref &&
    isAdmin &&
    suspendedAt === null &&
    closedAt === null &&
    isRecent(signedInAt, now) &&
    !members?.has(other);
  if ((skill.owner === ref || members?.has(ref)) && [...market.accounts.values()].some(isAsked))
    refuse("own_skill_review");
}

const isRecent = (at: number | null, now: number) => at !== null && at >= now - ASKED_WITHIN_DAYS * DAY;

/** Approves or rejects what waits. An approval is on the marketplace at once, unless something keeps the skill off it. */
export function review(market: Market, op: { by: Ref; skill: Ref; approve: boolean }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "admin", isOfAdministrators: true }, at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  if (skill.status !== "pending") refuse("not_pending");
  const isAppealed = skill.appealed.includes(skill.revision);
  if (isAppealed && skill.rejectedBy.get(skill.revision) === account.ref && hasOthers(market, account))
    refuse("forbidden");
  if (op.approve) requireOtherReviewer(market, account, skill, at);
  if (op.approve && !isPriced(skill.terms)) refuse("not_submittable");
  skill.status = op.approve ? "approved" : "rejected";
  if (op.approve) skill.live = skill.revision;
  else skill.rejectedBy.set(skill.revision, account.ref);
  const decision = op.approve ? "approved" : "rejected";
  if (notify(market, skill.owner, `skill_${decision}`, `${skill.ref} ${skill.revision} ${isAppealed}`))
    emit(market, skill.owner, `skill.${decision}`, at);
  return shown(market, skill);
}

/** Whether there is another administrator who works. */
const hasOthers = (market: Market, { ref }: Account) =>
  [...market.accounts.values()].some((other) => other.ref !== ref && other.isAdmin && other.suspendedAt === null);

/** Brings a rejected revision back as it was, once. Another administrator than the one who rejected it decides, if there is one. */
export function appeal(market: Market, op: { by: Ref; skill: Ref }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.status !== "rejected" || skill.appealed.includes(skill.revision)) refuse("not_appealable");
  if (!isPriced(skill.terms)) refuse("not_submittable");
  skill.status = "pending";
  skill.appealed.push(skill.revision);
  notifyAdministrators(market, "review_appeal", `${skill.ref} ${skill.revision}`);
  return shown(market, skill);
}

/** Takes a skill off the marketplace, or puts it back. Subscribers keep their term; nothing renews. */
export function listSkill(market: Market, op: { by: Ref; skill: Ref; isListed: boolean }, { at }: Moment): Body {
  const skill = ownSkill(market, admit(market, op.by, { scope: "publish" }, at), op.skill);
  if (skill.live === null) refuse("not_approved");
  if (!op.isListed) skill.unlistedAt ??= at;
  else if (skill.unlistedAt !== null) skill.unlistedAt = null;
  return shown(market, skill);
}

/** Takes a skill off the marketplace for an administrator. */
export function suspendSkill(market: Market, op: { by: Ref; skill: Ref; as: Ref }, moment: Moment): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  suspend(market, skill, op.as, moment);
  return {};
}

/** Ends the suspension of a skill: what is approved by now is back. */
export function unsuspendSkill(market: Market, op: { by: Ref; skill: Ref; as: Ref }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "admin", isOfAdministrators: true }, at);
  const skill = market.skills.get(op.skill);
  if (!skill) return refuse("not_found");
  if (skill.suspendedAt === null) return {};
  requireOtherReviewer(market, account, skill, at);
  skill.suspendedAt = null;
  notify(market, skill.owner, "skill_restored", op.as);
  return {};
}
