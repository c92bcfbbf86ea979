import type { ReactNode } from "react";
import { AskFor, type Withheld } from "@/app/(market)/skills/[slug]/_components/ask-for";
import { buyOf } from "@/app/(market)/skills/[slug]/_components/buy-of";
import { BuyWithCode } from "@/app/(market)/skills/[slug]/_components/buy-with-code";
import { ChoosePlan, type PlanOffered } from "@/app/(market)/skills/[slug]/_components/choose-plan";
import { DownloadButton } from "@/app/(market)/skills/[slug]/_components/download";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { Install } from "@/app/(market)/skills/[slug]/_components/install";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import type * as offers from "@/lib/demand/purchases/plan-offers";
import { day } from "@/lib/interfaces/client/format";
import { renewsOn } from "@/lib/interfaces/client/renewal";
import type { Balance } from "@/lib/money/ledger/schemas";
import { env } from "@/lib/platform/core/env";
import { callsLeftText, includedText, planPrice, planText, unitsLeftText } from "@/lib/supply/skills/plan-text";
import { chargeTerms, freeCallsLeftText, shownPrice } from "@/lib/supply/skills/price-text";

type Props = {
  skill: PageSkill;
  /** That of the viewer, null for a visitor. */
  balance: Balance | null;
  /** Charges above this many credits are confirmed first. */
  confirmAbove: number;
  /** Whether the viewer is a visitor who may try it without an account. */
  isGuest?: boolean;
  /** The plan that only the viewer is offered. */
  offered?: Awaited<ReturnType<typeof offers.offered>>;
  /** Set when the viewer's organization has not allowed it. */
  withheld?: Withheld | null;
  /** The part of the page that is seen. */
  tab: string;
  /** The address of that part, to come back to. */
  here: string;
};

/** What a skill costs and the one thing that the viewer can do next, as tall in every part of the page. */
export function PricePanel(props: Props) {
  const next = props.skill.price_change;
  return (
    <Panel>
      <p className="text-lg font-semibold">{priceOf(props.skill)}</p>
      {next && (
        <p className="text-xs text-muted">
          From {day(next.effective_at)}: {shownPrice({ ...props.skill, ...next })}
        </p>
      )}
      <div className="mt-3" />
      {!props.balance && <Plans skill={props.skill} />}
      <PrimaryAction {...props} />
      <Terms skill={props.skill} />
    </Panel>
  );
}

/** Whether the panel lists several plans, which need the width of the page. */
export function hasChoice({ skill, balance, withheld, offered }: Props): boolean {
  if (withheld || (balance && skill.access.reason !== "none")) return false;
  return skill.plans.length + (balance && offered ? 1 : 0) > 1;
}

/** The price of what the viewer has; else that of the skill, of its cheapest plan where it has several. */
function priceOf(skill: PageSkill): string {
  const { purchase, reason } = skill.access;
  if (purchase?.plan && reason !== "owner") return planPrice(purchase);
  const text = shownPrice(skill);
  return text.replace(/^from/, "From");
}

/** The plans to a visitor, who buys none yet. */
function Plans({ skill: { plans } }: Pick<Props, "skill">) {
  if (plans.length < 2) return null;
  return (
    <dl className="mb-3 grid gap-2 text-sm sm:grid-cols-2 lg:grid-cols-4">
      {plans.map((plan) => (
        <div key={plan.name} className="rounded-md border border-line px-3 py-2">
          <div className="flex flex-wrap justify-between gap-x-3">
            <dt className="font-medium wrap-anywhere">{plan.name}</dt>
            <dd className="font-mono text-xs">{planPrice(plan)}</dd>
          </div>
          <dd className="text-xs text-muted">{planText(plan)}</dd>
        </div>
      ))}
    </dl>
  );
}

/** The plans as they are offered to a viewer, the one that is theirs alone first; null for a single price. */
function offeredOf(skill: PageSkill, own: Props["offered"]): [PlanOffered, ...PlanOffered[]] | null {
  const [first, ...others] = [...(own ? [own] : []), ...skill.plans].map((plan) => {
    const isFreeAtFirst = plan === own ? own.isFreeAtFirst : skill.access.trial === "available";
    const trialDays = isFreeAtFirst ? plan.trial_days : 0;
    return {
      name: plan.name,
      price: plan.price,
      interval: plan.interval,
      trialDays,
      renewsOn: renewsOn(plan.interval, trialDays),
      priced: plan === own ? `${planPrice(plan)}, for you only` : planPrice(plan),
      about: includedText(plan),
      means: chargeTerms(
        { ...skill, price: plan.price, subscription_interval: plan.interval, trial_days: trialDays },
        env().REFUND_REQUEST_DAYS,
      ),
    };
  });
  return first && others.length > 0 ? [first, ...others] : null;
}

/** What a charge means, in words: renewal, and the right of refund. */
function Terms({ skill }: Pick<Props, "skill">) {
  const { reason } = skill.access;
  // Each plan says its own.
  if (skill.plans.length > 1) return null;
  // Also after a purchase, or what is below would move.
  if (reason === "owner" || reason === "admin") return null;
  // The same while the trial runs, or what is below would move.
  const isTried = skill.access.trial === "available" || skill.access.purchase?.trial === true;
  const text = chargeTerms(isTried ? skill : { ...skill, trial_days: 0 }, env().REFUND_REQUEST_DAYS);
  return text && <p className="mt-2 text-xs text-pretty text-muted">{text}</p>;
}

function PrimaryAction({ skill, balance, tab, here, confirmAbove, isGuest, withheld, offered = null }: Props) {
  if (withheld) return <AskFor slug={skill.slug} name={skill.name} withheld={withheld} />;
  if (!balance) {
    return (
      <div className="flex flex-wrap gap-2">
        {isGuest && tab !== "try" && (
          <Link href={`/skills/${skill.slug}?tab=try`} className={buttonStyle({ variant: "primary", size: "lg" })}>
            Try it free
          </Link>
        )}
        <Link
          href={`/sign-in?next=${encodeURIComponent(here)}`}
          className={buttonStyle({ variant: isGuest ? "plain" : "primary", size: "lg" })}
        >
          {signInText(skill)}
        </Link>
      </div>
    );
  }
  const buy = buyOf(skill, balance, confirmAbove);
  const plans = buy && offeredOf(skill, offered);
  if (buy && plans) return <ChoosePlan {...buy} plans={plans} />;
  if (buy) return <BuyWithCode {...buy} />;
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap gap-2">
        {skill.execution_type !== "download" && <RunLink slug={skill.slug} isRunning={tab === "try"} />}
        {skill.package && (
          <DownloadButton
            slug={skill.slug}
            name={skill.name}
            variant={skill.execution_type === "download" ? "primary" : "plain"}
            balance={balance}
          />
        )}
      </div>
      {skill.package && !isCharged(skill) && <Install slug={skill.slug} />}
      <p className={`text-xs text-muted ${skill.access.purchase ? "min-h-9" : ""}`}>{accessNote(skill)}</p>
      {/* As tall as the place of a promotion code, which is here before the purchase. */}
      {skill.access.purchase && (
        <Link href="/purchases" className="text-xs text-muted underline">
          {offered && skill.access.purchase.plan !== offered.name && `You are offered ${offered.name}. `}
          {manageText(skill.access.purchase)}
        </Link>
      )}
    </div>
  );
}

/** What the page of purchases has for one: a receipt only where something was paid. */
function manageText({ trial, plan, price }: Bought): string {
  if (trial) return "Renewal";
  if (price === 0) return plan ? "Plan and renewal" : "Renewal";
  return plan ? "Receipt, plan and renewal" : "Receipt and renewal";
}

/** Whether a download costs the viewer anything. */
function isCharged({ access: { reason }, price, price_per_call }: PageSkill): boolean {
  return reason !== "owner" && reason !== "purchase" && reason !== "used_up" && (price_per_call ?? price) !== 0;
}

/** Leads to the form; beside the form, which has its own Run, to the code that does the same. */
function RunLink({ slug, isRunning }: { slug: string; isRunning: boolean }) {
  return isRunning ? (
    <Link href={`/skills/${slug}?tab=api`} scroll={false} className={buttonStyle({ size: "lg" })}>
      View code
    </Link>
  ) : (
    <Link href={`/skills/${slug}?tab=try`} className={buttonStyle({ variant: "primary", size: "lg" })}>
      Run
    </Link>
  );
}

/** What a visitor can do once signed in. */
function signInText({ pricing_type, execution_type, price, trial_days, plans }: PageSkill): string {
  if (plans.length > 1) return "Sign in to choose a plan";
  if (pricing_type === "subscription" && price) return trial_days > 0 ? "Sign in to try it free" : "Sign in to buy";
  return execution_type === "download" ? "Sign in to download" : "Sign in to run";
}

/** Why the viewer may use the skill, and for how long. */
function accessNote({
  execution_type,
  visibility,
  access: { reason, purchase, free_calls_left, included_calls_left, included_units_left },
}: PageSkill): ReactNode {
  if (reason === "owner")
    return visibility === "organization" ? "Free of charge for members" : "Your own skill, free of charge";
  if (reason === "admin") return "Free of charge for administrators";
  if (reason === "free_calls") return freeCallsLeftText(execution_type, free_calls_left ?? 0);
  if (reason === "free") return "Free of charge";
  if (!purchase) return execution_type === "download" ? "Pay per download" : "Pay per call";
  return (
    <>
      {purchase.plan && `${purchase.plan}. `}
      {purchase.included_calls !== null && `${leftText(purchase, included_calls_left ?? 0)}. `}
      {included_units_left && `${unitsLeftText(purchase.included_units, included_units_left)}. `}
      {purchase.trial ? "Trial" : "Bought"}, {purchase.auto_renew ? (purchase.trial ? "charged" : "renews") : "ends"}{" "}
      <RelativeTime time={purchase.current_period_end} />
    </>
  );
}

type Bought = NonNullable<PageSkill["access"]["purchase"]>;

/** The calls that are left of a plan's, or what a call costs now. */
function leftText(bought: Bought, left: number): string {
  if (left > 0 || bought.price_beyond === null) return callsLeftText(left, bought.included_calls ?? 0);
  return includedText(bought);
}
