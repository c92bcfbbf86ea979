"use client";

import type { ReactNode } from "react";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { Field, Input, Select } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { credits } from "@/lib/interfaces/client/format";
import { INTERVAL_NAMES } from "@/lib/supply/skills/intervals";
import { freeCallsInputLabel } from "@/lib/supply/skills/price-text";

const MICROS = 1_000_000;
const BASIS_POINTS = 10_000;

type Props = SectionProps & {
  feeBps: number;
  /** The control that saves the price separately; nothing while it is saved with the draft. */
  apply: ReactNode;
};

/** What it costs, and what arrives of it. */
export function PricingSection({ state, change, errorAt, feeBps, apply }: Props) {
  const isUsage = state.pricing_type === "usage";
  const price = isUsage ? state.price_per_call : state.price;
  return (
    <Panel title="Price">
      <div className="grid gap-4 sm:grid-cols-3">
        <Field id="pricing_type" label="Paid">
          <Select
            id="pricing_type"
            value={state.pricing_type}
            onChange={(event) => change({ pricing_type: event.target.value })}
          >
            <option value="usage">per call</option>
            <option value="subscription">by subscription</option>
          </Select>
        </Field>
        {isUsage ? (
          <>
            <Amount field="price_per_call" label="Price per call (credits)" {...{ state, change, errorAt }} />
            <Amount
              field="free_calls"
              label={freeCallsInputLabel(state.execution_type)}
              {...{ state, change, errorAt }}
            />
          </>
        ) : (
          <>
            <Amount field="price" label="Price (credits)" {...{ state, change, errorAt }} />
            <Field id="subscription_interval" label="Billed every">
              <Select
                id="subscription_interval"
                value={state.subscription_interval}
                onChange={(event) => change({ subscription_interval: event.target.value })}
              >
                {INTERVAL_NAMES.map((interval) => (
                  <option key={interval}>{interval}</option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </div>
      <Shares price={price} feeBps={feeBps} unit={isUsage ? "call" : state.subscription_interval} />
      {apply}
    </Panel>
  );
}

function Amount({
  field,
  label,
  state,
  change,
  errorAt,
}: SectionProps & { field: "price" | "price_per_call" | "free_calls"; label: string }) {
  const isCount = field === "free_calls";
  return (
    <Field id={field} label={label} error={errorAt(field)}>
      <Input
        id={field}
        inputMode={isCount ? "numeric" : "decimal"}
        className="font-mono"
        value={state[field]}
        onChange={(event) => change({ [field]: event.target.value.replace(",", ".") })}
      />
    </Field>
  );
}

/** What a buyer pays, what the marketplace keeps of it, and what arrives. */
function Shares({ price, feeBps, unit }: { price: string; feeBps: number; unit: string }) {
  const micros = Math.round(Number(price) * MICROS);
  if (price.trim() === "" || !Number.isFinite(micros) || micros < 0)
    return <p className="mt-3 text-xs text-muted">Enter a price to see your payout.</p>;
  const fee = Math.floor((micros * feeBps) / BASIS_POINTS);
  const parts = [
    [`A buyer pays per ${unit}`, micros],
    [`Fee, ${feeBps / 100}%`, fee],
    ["You earn", micros - fee],
  ] as const;
  return (
    <dl className="mt-4 grid grid-cols-3 gap-3 rounded-md bg-raised px-4 py-3">
      {parts.map(([title, amount]) => (
        <div key={title}>
          <dt className="text-xs text-muted">{title}</dt>
          <dd className="font-mono text-sm">{credits(amount / MICROS)}</dd>
        </div>
      ))}
    </dl>
  );
}
