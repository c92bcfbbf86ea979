"use client";

import dynamic from "next/dynamic";
import type { ReactNode } from "react";
import { bound, type SectionProps } from "@/app/console/[id]/_components/section";
import { SelectField, TextField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { dollars } from "@/lib/platform/core/dollars";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";
import { freeCallsInputLabel } from "@/lib/supply/skills/price-text";

const UnitsEditor = dynamic(() =>
  import("@/app/console/[id]/_components/units-editor").then((module) => module.UnitsEditor),
);

const MICROS = 1_000_000;
const BASIS_POINTS = 10_000;

const PRICING = [
  ["usage", "per call"],
  ["subscription", "by subscription"],
] as const;

type Props = SectionProps & {
  feeBps: number;
  /** The control that saves the price separately; nothing while it is saved with the draft. */
  apply: ReactNode;
};

/** The price, and the payout it leaves. */
export function PricingSection({ feeBps, apply, ...section }: Props) {
  const { state } = section;
  const isUsage = state.pricing_type === "usage";
  const price = isUsage ? state.price_per_call : state.price;
  return (
    <Panel title="Price">
      <div className="grid gap-4 sm:grid-cols-3">
        <SelectField {...bound(section, "pricing_type")} label="Charge" options={PRICING} />
        {isUsage ? (
          <>
            <Amount section={section} name="price_per_call" label="Price per call (USD)" />
            <Amount section={section} name="free_calls" label={freeCallsInputLabel(section.state.execution_type)} />
          </>
        ) : (
          <>
            <Amount section={section} name="price" label="Price (USD)" />
            <SelectField
              {...bound(section, "subscription_interval")}
              label="Billed every"
              options={INTERVAL_NAMES.map((interval) => [interval, interval] as const)}
            />
            <Amount section={section} name="trial_days" label="Free trial (days)" hint="0 for none, 90 at most." />
          </>
        )}
      </div>
      {isUsage && (state.execution_type !== "download" || state.units !== "") && <UnitsEditor {...section} />}
      <Shares price={price} feeBps={feeBps} unit={isUsage ? "call" : state.subscription_interval} />
      {apply}
    </Panel>
  );
}

type AmountProps = {
  section: SectionProps;
  name: "price" | "price_per_call" | "free_calls" | "trial_days";
  label: string;
  hint?: string;
};

function Amount({ section, name, label, hint }: AmountProps) {
  return (
    <TextField
      {...bound(section, name)}
      label={label}
      {...(hint && { hint })}
      inputMode={name === "free_calls" || name === "trial_days" ? "numeric" : "decimal"}
      className="font-mono"
      onChange={({ target }) => section.change({ [name]: target.value.replace(",", ".") })}
    />
  );
}

/** What a buyer pays, what the marketplace keeps of it, and what arrives. */
function Shares({ price, feeBps, unit }: { price: string; feeBps: number; unit: string }) {
  const micros = Math.round(Number(price) * MICROS);
  if (price.trim() === "" || !Number.isFinite(micros) || micros < 0)
    return <p className="mt-3 text-xs text-muted">Enter a price to see your payout.</p>;
  const fee = Math.floor((micros * feeBps) / BASIS_POINTS);
  const parts = [
    [`Buyers pay per ${unit}`, micros],
    [`Fee (${feeBps / 100}%)`, fee],
    ["You earn", micros - fee],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-3 gap-3 rounded-md bg-raised px-4 py-3">
      {parts.map(([title, amount]) => (
        <div key={title}>
          <dt className="text-xs text-muted">{title}</dt>
          <dd className="font-mono text-sm">{dollars(amount / MICROS)}</dd>
        </div>
      ))}
    </dl>
  );
}
