"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { type BodyOf, callApi, type ResultOf } from "@/lib/interfaces/client/api";
import { day } from "@/lib/interfaces/client/format";
import { INTERVAL_NAMES, type Interval } from "@/lib/supply/skills/intervals";
import { planPrice } from "@/lib/supply/skills/plan-text";

const MAX_PLANS = 4;
const ONLY = "Standard";
const FIELDS = [
  ["name", "Name", "Monthly", "text"],
  ["price", "Price ($)", "10", "decimal"],
  ["trial_days", "Free trial (days)", "0", "numeric"],
  ["included_calls", "Calls included", "any", "numeric"],
  ["price_beyond", "Each beyond ($)", "stops", "decimal"],
] as const;
type Field = (typeof FIELDS)[number][0];
type Row = Record<Field, string> & { interval: Interval };
type Skill = Pick<ResultOf<"GET /v1/developer/skills/{id}">, "plans" | "price_change">;
type Sent = NonNullable<BodyOf<"PATCH /v1/developer/skills/{id}">["plans"]>;

type Props = {
  id: string;
  initial: Skill;
  /** Saves what has been typed. */
  saved: () => Promise<unknown>;
  /** Shows the skill anew: the first plan is its price. */
  onSaved: () => void;
};

const EMPTY: Row = { name: "", interval: "month", price: "", trial_days: "0", included_calls: "", price_beyond: "" };
const textOf = (value: number | null) => (value === null ? "" : String(value));

/** The plans as rows; a single price is none. */
function rowsOf(plans: Skill["plans"]): Row[] {
  if (plans.length === 1 && plans[0]?.name === ONLY) return [];
  return plans.map(({ name, interval, price, trial_days, included_calls, price_beyond }) => ({
    name,
    interval,
    price: String(price),
    trial_days: String(trial_days),
    included_calls: textOf(included_calls),
    price_beyond: textOf(price_beyond),
  }));
}

const sentOf = (rows: Row[]): Sent =>
  rows.map(({ name, interval, price, trial_days, included_calls, price_beyond }) => ({
    name,
    interval,
    price: Number(price),
    trial_days: Number(trial_days || 0),
    included_calls: included_calls.trim() === "" ? null : Number(included_calls),
    price_beyond: price_beyond.trim() === "" ? null : Number(price_beyond),
  }));

/** The plans of a subscription, saved by themselves: prices need no review. */
export function PlansPanel({ id, initial, saved, onSaved }: Props) {
  const [rows, setRows] = useState(() => rowsOf(initial.plans));
  const announced = initial.price_change;
  const action = useAction();
  const send = () =>
    action.run(async () => {
      await saved();
      await callApi("PATCH /v1/developer/skills/{id}", { params: { id }, body: { plans: sentOf(rows) } });
      onSaved();
    });
  const set = (index: number, change: Partial<Row>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <Panel title="Plans">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Up to four plans for buyers to choose from, instead of one price. The first is the price above. Buyers keep
          the plan they bought; a plan that someone has can't be removed, and a published plan keeps its interval.
        </p>
        <Form by={action} onSend={send} className="grid gap-4">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are edited in place.
            <fieldset key={index} className="grid gap-2 rounded-md border border-line p-3">
              <legend className="px-1 text-sm font-medium wrap-anywhere">{row.name || `Plan ${index + 1}`}</legend>
              <div className="grid items-start gap-2 sm:grid-cols-3">
                {FIELDS.map(([name, label, placeholder, mode]) => (
                  <TextField
                    key={name}
                    name={`plans[${index}].${name}`}
                    label={label}
                    placeholder={placeholder}
                    inputMode={mode}
                    className="font-mono"
                    required={name === "name" || name === "price"}
                    value={row[name]}
                    onChange={({ target }) =>
                      set(index, { [name]: name === "name" ? target.value : target.value.replace(",", ".") })
                    }
                  />
                ))}
                <SelectField
                  name={`plans[${index}].interval`}
                  label="Billed every"
                  value={row.interval}
                  options={INTERVAL_NAMES.map((interval) => [interval, interval] as const)}
                  onChange={({ target }) => set(index, { interval: target.value as Interval })}
                />
              </div>
              <div>
                <Button
                  size="sm"
                  aria-label={`Remove plan ${row.name || index + 1}`}
                  onClick={() => setRows(rows.filter((_, at) => at !== index))}
                >
                  Remove
                </Button>
              </div>
            </fieldset>
          ))}
          {rows.length < MAX_PLANS && (
            <div>
              <Button size="sm" onClick={() => setRows([...rows, EMPTY])}>
                Add plan
              </Button>
            </div>
          )}
          {announced?.plans && (
            <p className="text-sm" role="status">
              From {day(announced.effective_at)}:{" "}
              {announced.plans.map((plan) => `${plan.name} ${planPrice(plan)}`).join(", ")}. Until then the former
              prices apply.
            </p>
          )}
          <FormEnd action="Save plans" />
        </Form>
      </div>
    </Panel>
  );
}
