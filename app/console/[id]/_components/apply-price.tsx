"use client";

import { useState } from "react";
import { comparedTermsOf, type EditorState } from "@/app/console/[id]/_components/state";
import { parseUnits } from "@/app/console/[id]/_components/unit-rows";
import type { Draft } from "@/app/console/[id]/_components/use-draft";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { useConfirm } from "@/components/ui/use-confirm";
import { count, day } from "@/lib/interfaces/client/format";
import type { ExecutionType } from "@/lib/supply/skills/content-schemas";
import { priceText } from "@/lib/supply/skills/price-text";
import { riseOf } from "@/lib/supply/skills/terms";

/** Who a price change meets: accounts that used the skill lately; after how many days a rise above `percent` applies to them. */
export type PriceNotice = { users: number; isRaisedLately: boolean; days: number; percent: number };

type Props = {
  draft: Draft;
  notice: PriceNotice;
  isChanged: boolean;
  /** Whether the price in the field can be sent. */
  isSound: boolean;
};

/** Saves the price of a published skill after a confirmation with before and after. */
export function ApplyPrice({ draft, notice, isChanged, isSound }: Props) {
  const [done, setDone] = useState<string | null>(null);
  const rise = riseOf(comparedTermsOf(draft.base), comparedTermsOf(draft.state), notice.percent);
  const isDearer = rise === "large" || (rise === "small" && notice.isRaisedLately);
  const waits = isDearer && notice.users > 0 && notice.days > 0;
  const { ask, dialog } = useConfirm({
    question: () => ({
      title: waits ? "Announce a higher price?" : "Change the price?",
      action: waits ? "Announce price" : "Change price",
      isDangerous: false,
      children: (
        <>
          <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-1">
            <dt>Now</dt>
            <dd className="font-mono text-fg">{priceText(shownTermsOf(draft.base))}</dd>
            <dt>New</dt>
            <dd className="font-mono text-fg">{priceText(shownTermsOf(draft.state))}</dd>
          </dl>
          <p>{usersText(notice.users)}</p>
          <p>
            {waits
              ? `They are notified now, and the new price applies after ${notice.days} days. You can cancel it until then.`
              : "New purchases and calls pay the new price immediately."}
          </p>
        </>
      ),
    }),
    send: draft.applyTerms,
    isKeyed: false,
    onDone: () => setDone(waits ? "Announced." : "Applied."),
  });
  return (
    <>
      <AnnouncedPrice draft={draft} />
      <div className="mt-4 flex flex-wrap items-center gap-3">
        <Button onClick={() => ask()} disabled={!isChanged || !isSound}>
          Apply price
        </Button>
        <p className="text-xs text-muted" aria-live="polite">
          {done && !isChanged ? done : "Needs no review. Running terms keep their price."}
        </p>
      </div>
      {dialog}
    </>
  );
}

/** The price that is announced and does not apply yet, with a way to cancel it. */
function AnnouncedPrice({ draft }: { draft: Draft }) {
  const next = draft.skill.price_change;
  if (!next) return null;
  return (
    <div className="mt-4 grid gap-2 rounded-md border border-line bg-raised px-4 py-3 text-sm">
      <p>
        <strong className="font-medium">Announced:</strong>{" "}
        <span className="font-mono">{priceText({ ...draft.skill, ...next })}</span>, from {day(next.effective_at)}.
        Everyone who used the skill in the last 30 days was notified.
      </p>
      <div>
        <ActionButton size="sm" send={draft.cancelPriceChange}>
          Cancel price change
        </ActionButton>
      </div>
    </div>
  );
}

function usersText(users: number): string {
  if (users === 0) return "No one else bought or called this skill in the last 30 days.";
  return `${count(users)} ${users === 1 ? "account" : "accounts"} bought or called this skill in the last 30 days.`;
}

/** Terms as they stand in the fields, as skills show theirs. */
function shownTermsOf(state: EditorState) {
  const { pricingType, subscriptionInterval, freeCalls, trialDays } = comparedTermsOf(state);
  return {
    pricing_type: pricingType,
    price: Number(state.price),
    price_per_call: Number(state.price_per_call),
    subscription_interval: subscriptionInterval,
    free_calls: freeCalls,
    trial_days: trialDays,
    units: parseUnits(state.units).map(({ name, price, most, free }) => ({
      name,
      price: Number(price),
      most: Number(most),
      free: Number(free),
    })),
    execution_type: state.execution_type as ExecutionType,
  };
}
