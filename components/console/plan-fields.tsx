"use client";

import { Fragment } from "react";
import { type PlanUnitRow, PlanUnits, sentUnitsOf, unitRowsOf } from "@/components/console/plan-units";
import { SelectField, TextField } from "@/components/ui/field";
import type { BodyOf, ResultOf } from "@/lib/interfaces/client/api";
import { INTERVAL_NAMES, type Interval } from "@/lib/supply/skills/intervals";

const FIELDS = [
  ["name", "Name", "Monthly", "text"],
  ["price", "Price ($)", "10", "decimal"],
  ["trial_days", "Free trial (days)", "0", "numeric"],
  ["included_calls", "Calls included", "any", "numeric"],
  ["price_beyond", "Each further call ($)", "stops", "decimal"],
] as const;
/** The field after which the interval comes, which belongs to the price. */
const BEFORE_INTERVAL = "price";
type Field = (typeof FIELDS)[number][0];
/** What a package alone has none of. */
const OF_CALLS: readonly Field[] = ["included_calls", "price_beyond"];
/** A plan as its fields hold it. */
export type PlanRow = Record<Field, string> & { interval: Interval; units: PlanUnitRow[] };
type Plan = ResultOf<"GET /v1/developer/skills/{id}">["plans"][number];
type Sent = NonNullable<BodyOf<"PATCH /v1/developer/skills/{id}">["plans"]>[number];

export const EMPTY_PLAN: PlanRow = {
  name: "",
  interval: "month",
  price: "",
  trial_days: "0",
  included_calls: "",
  price_beyond: "",
  units: [],
};
const textOf = (value: number | null) => (value === null ? "" : String(value));
const numberOf = (text: string) => (text.trim() === "" ? null : Number(text));

/** A plan as a row of fields. */
export const planRowOf = (plan: Plan): PlanRow => ({
  name: plan.name,
  interval: plan.interval,
  price: String(plan.price),
  trial_days: String(plan.trial_days),
  included_calls: textOf(plan.included_calls),
  price_beyond: textOf(plan.price_beyond),
  units: unitRowsOf(plan.included_units),
});

/** A plan as it is sent. */
export const sentPlanOf = ({ name, interval, units, ...row }: PlanRow): Sent => ({
  name,
  interval,
  price: Number(row.price),
  trial_days: Number(row.trial_days || 0),
  included_calls: numberOf(row.included_calls),
  price_beyond: numberOf(row.price_beyond),
  included_units: sentUnitsOf(units),
});

/** Whether a plan has a field: calls are included only where there are any, and instead of units. */
const isShown = (row: PlanRow, name: Field, hasCalls: boolean) =>
  !OF_CALLS.includes(name) || row[name] !== "" || (hasCalls && row.units.length === 0);

type Props = {
  /** Where the plan is in what is sent: `plans[0]`. */
  path: string;
  row: PlanRow;
  /** Whether the skill can be called. */
  hasCalls: boolean;
  onChange: (change: Partial<PlanRow>) => void;
};

/** The fields of a plan. */
export function PlanFields({ path, row, hasCalls, onChange }: Props) {
  return (
    <>
      <div className="grid items-start gap-2 sm:grid-cols-3">
        {FIELDS.filter(([name]) => isShown(row, name, hasCalls)).map(([name, label, placeholder, mode]) => (
          <Fragment key={name}>
            <TextField
              name={`${path}.${name}`}
              label={label}
              placeholder={placeholder}
              inputMode={mode}
              className="font-mono"
              required={name === "name" || name === "price"}
              value={row[name]}
              onChange={({ target }) =>
                onChange({ [name]: name === "name" ? target.value : target.value.replace(",", ".") })
              }
            />
            {name === BEFORE_INTERVAL && (
              <SelectField
                name={`${path}.interval`}
                label="Billed every"
                value={row.interval}
                options={INTERVAL_NAMES.map((interval) => [interval, interval] as const)}
                onChange={({ target }) => onChange({ interval: target.value as Interval })}
              />
            )}
          </Fragment>
        ))}
      </div>
      {(hasCalls ? row.included_calls === "" : row.units.length > 0) && (
        <PlanUnits path={path} units={row.units} onChange={(units) => onChange({ units })} />
      )}
    </>
  );
}
