/** What people say of skills: reviews by those who used them, and reports to the administrators. */

import { type Body, type Moment, refuse } from "@/tests/year/model/answers";
import { admit, isListed } from "@/tests/year/model/callers";
import {
  type Account,
  emit,
  type Market,
  notify,
  notifyAdministrators,
  type Ref,
  type Skill,
  the,
} from "@/tests/year/model/market";
import { closeReports, suspend } from "@/tests/year/model/suspensions";

const MICROS_PER_CENT = 10_000n;
/** Successful uses that make up for a purchase. */
const USES_TO_REVIEW = 3;

function onSale(market: Market, ref: Ref): Skill {
  const skill = market.skills.get(ref);
  return skill && isListed(market, skill) ? skill : refuse("not_found");
}

/** Whether an account shares an organization with another one, or is one of its members; nobody shares a card in a year. */
function isRelated(market: Market, { ref }: Account, other: Ref): boolean {
  const groups = [...market.accounts.values()].filter((each) => each.members);
  const isIn = (each: Account, who: Ref) => each.ref === who || each.members?.has(who) === true;
  return groups.some((each) => isIn(each, ref) && isIn(each, other));
}

/** Whether an account was given credits, or paid some that have not all gone back. */
function hasPaid(market: Market, { ref, isGranted }: Account): boolean {
  const paid = [...market.orders.values()].filter((each) => each.account === ref && each.state === "paid");
  return isGranted || paid.some(({ cents, reversed }) => reversed < cents * MICROS_PER_CENT);
}

/** Writes or replaces a review: whoever has bought the skill, more than a trial of it, or used it three times; not its developer, who is notified once, or accounts related to them. */
export function writeReview(
  market: Market,
  op: { by: Ref; skill: Ref; as: Ref; rating: number },
  { at }: Moment,
): Body {
  const { account } = admit(market, op.by, { scope: "purchase" }, at);
  const skill = onSale(market, op.skill);
  if (skill.owner === account.ref) refuse("own_skill");
  if (isRelated(market, account, skill.owner)) refuse("review_not_allowed");
  const hasBought = [...market.purchases.values()].some(
    ({ buyer, skill: bought, term }) => buyer === account.ref && bought === skill.ref && term > 0,
  );
  if (!hasBought && (account.used.get(skill.ref) ?? 0) < USES_TO_REVIEW) refuse("review_not_allowed");
  const written = ownReview(market, account.ref, skill.ref);
  const isCounted = hasPaid(market, account);
  if (written) Object.assign(written, { rating: op.rating, isCounted });
  else {
    market.reviews.set(op.as, {
      ref: op.as,
      skill: skill.ref,
      author: account.ref,
      rating: op.rating,
      isCounted,
      reply: null,
    });
    notify(market, skill.owner, "new_review", op.as);
    emit(market, skill.owner, "review.received", at);
  }
  return { rating: op.rating, is_own: true };
}

/** Removes the caller's review. */
export function deleteReview(market: Market, op: { by: Ref; skill: Ref }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "purchase" }, at);
  const skill = onSale(market, op.skill);
  const written = ownReview(market, account.ref, skill.ref);
  if (!written) return refuse("not_found");
  market.reviews.delete(written.ref);
  return { rating: written.rating };
}

/** A developer answers a review of a skill of theirs, on sale or not, changes that answer, or with null takes it back. */
export function replyToReview(market: Market, op: { by: Ref; review: Ref; text: string | null }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "publish" }, at);
  const review = market.reviews.get(op.review);
  if (!review || market.skills.get(review.skill)?.owner !== account.ref) return refuse("not_found");
  if (op.text === null && review.reply === null) refuse("not_found");
  review.reply = op.text;
  return op.text === null ? { reply: null } : { "reply.text": op.text };
}

const ownReview = (market: Market, author: Ref, skill: Ref) =>
  [...market.reviews.values()].find((each) => each.author === author && each.skill === skill);

/** What the reviews of a skill by paying accounts come to; those of closed accounts stay. */
export function ratingOf(market: Market, skill: Ref): { count: number; average: number | null } {
  const ratings = [...market.reviews.values()]
    .filter((each) => each.skill === skill && each.isCounted)
    .map(({ rating }) => rating);
  const count = ratings.length;
  const average = ratings.reduce((sum, rating) => sum + rating, 0) / count;
  return { count, average: count === 0 ? null : average };
}

/** Reports a skill to the administrators: one open report of a skill by an account. */
export function report(market: Market, op: { by: Ref; skill: Ref; as: Ref }, { at }: Moment): Body {
  const { account } = admit(market, op.by, { scope: "purchase" }, at);
  const skill = onSale(market, op.skill);
  if (skill.owner === account.ref) refuse("own_skill");
  for (const { reporter, skill: of, state } of market.reports.values())
    if (reporter === account.ref && of === skill.ref && state === "open") refuse("already_reported");
  market.reports.set(op.as, { ref: op.as, skill: skill.ref, reporter: account.ref, state: "open" });
  notifyAdministrators(market, "report_filed", op.as);
  return { state: "open" };
}

/** An administrator's decision: nothing, a warning to the developer, or the skill is suspended, which closes all its reports. */
export function decideReport(
  market: Market,
  op: { by: Ref; report: Ref; action: "dismiss" | "warn" | "suspend"; as: Ref },
  moment: Moment,
): Body {
  admit(market, op.by, { scope: "admin", isOfAdministrators: true }, moment.at);
  const decided = market.reports.get(op.report);
  if (!decided) return refuse("not_found");
  if (decided.state !== "open") refuse("already_decided");
  const skill = the(market.skills, decided.skill);
  if (op.action === "suspend") {
    suspend(market, skill, op.as, moment);
    closeReports(market, skill.ref);
    return { state: "suspended" };
  }
  decided.state = op.action === "warn" ? "warned" : "dismissed";
  notify(market, decided.reporter, "report_decided", decided.ref);
  if (op.action === "warn") notify(market, skill.owner, "skill_warned", decided.ref);
  return { state: decided.state };
}
