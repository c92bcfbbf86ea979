"use client";

import type { SectionProps } from "@/components/console/editor/section";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input, Select } from "@/components/ui/field";
import { credits } from "@/components/ui/format";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";

const MICROS = 1_000_000;
const BASIS_POINTS = 10_000;
const INTERVALS = ["day", "week", "month", "year"];

type Props = SectionProps & {
  feeBps: number;
  /** Saves the price by itself; null while it is saved with everything else. */
  apply: (() => Promise<void>) | null;
  isChanged: boolean;
  /** Whether what stands there can be sent. */
  isSound: boolean;
};

/** What it costs, and what arrives of it. */
export function PricingSection({ state, change, errorAt, feeBps, apply, isChanged, isSound }: Props) {
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
            <Amount field="price_per_call" label="Credits a call" {...{ state, change, errorAt }} />
            <Amount field="free_calls" label="Free calls for each consumer" {...{ state, change, errorAt }} />
          </>
        ) : (
          <>
            <Amount field="price" label="Credits a term" {...{ state, change, errorAt }} />
            <Field id="subscription_interval" label="Term">
              <Select
                id="subscription_interval"
                value={state.subscription_interval}
                onChange={(event) => change({ subscription_interval: event.target.value })}
              >
                {INTERVALS.map((interval) => (
                  <option key={interval}>{interval}</option>
                ))}
              </Select>
            </Field>
          </>
        )}
      </div>
      <Shares price={price} feeBps={feeBps} unit={isUsage ? "call" : state.subscription_interval} />
      {apply && <Apply apply={apply} isChanged={isChanged} isSound={isSound} />}
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
    return <p className="mt-3 text-xs text-muted">Enter a price to see what arrives.</p>;
  const fee = Math.floor((micros * feeBps) / BASIS_POINTS);
  const parts = [
    [`A buyer pays per ${unit}`, micros],
    [`Fee, ${feeBps / 100} %`, fee],
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

/** A published skill's price applies at once, so it is never saved by itself. */
function Apply({
  apply,
  isChanged,
  isSound,
}: Pick<Props, "isChanged" | "isSound"> & { apply: () => Promise<void> }) {
  const { run, again, isBusy, isDone, failure } = useAction();
  return (
    <div className="mt-4 flex flex-wrap items-center gap-3">
      <Button onClick={() => void run(apply)} disabled={isBusy || !isChanged || !isSound}>
        Apply price
      </Button>
      <p className="text-xs text-muted" aria-live="polite">
        {isDone && !isChanged
          ? "Applied."
          : "Needs no review: new purchases and calls pay it at once, running terms keep theirs."}
      </p>
      {failure ? <Failure error={failure} retry={again} /> : null}
    </div>
  );
}
