/** What leaves the marketplace because an administrator says so: buyers get the unused part of their term back at once. */
import type { Body, Moment } from "@/tests/year/model/answers";
import { emit, type Market, notify, type Ref, type Skill, the } from "@/tests/year/model/market";
import { runs } from "@/tests/year/model/purchases";
import { refund } from "@/tests/year/model/refunds";

/** Suspends a skill, which closes every open report of it. A skill that is suspended already changes nothing. */
export function suspend(market: Market, skill: Skill, notice: Ref, moment: Moment): void {
  if (skill.suspendedAt === null) {
    skill.suspendedAt = moment.at;
    skill.isSubmitted = true;
    closeReports(market, skill.ref);
    if (notify(market, skill.owner, "skill_suspended", notice)) emit(market, skill.owner, "skill.suspended", moment.at);
  }
  refundRunning(market, skill.ref, moment);
}

/** Closes every open report of a skill that is suspended; those who reported it are notified. */
export function closeReports(market: Market, skill: Ref): void {
  for (const report of market.reports.values())
    if (report.skill === skill && report.state === "open") {
      report.state = "suspended";
      notify(market, report.reporter, "report_decided", report.ref);
    }
}

/** Ends every running purchase of a skill and gives its unused part back. */
export function refundRunning(market: Market, skill: Ref, moment: Moment): void {
  for (const purchase of market.purchases.values())
    if (purchase.skill === skill && runs(purchase, moment.at)) refund(market, purchase, "unused", moment, true);
}

/** Refunds the running purchases of whatever is suspended, for what a suspension could not reach. */
export function refundSuspended(market: Market, _op: object, moment: Moment): Body {
  for (const skill of market.skills.values())
    if (skill.suspendedAt !== null || the(market.accounts, skill.owner).suspendedAt !== null)
      refundRunning(market, skill.ref, moment);
  return {};
}
