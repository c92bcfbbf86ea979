"use client";

import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

const MAX_UNITS = 5;
const COLUMNS = [
  ["name", "Unit, in the plural", "pages", "text"],
  ["included", "Included", "1000", "numeric"],
  ["most", "Maximum per call", "50", "numeric"],
  ["price_beyond", "Each further one ($)", "stops", "decimal"],
] as const;

/** A unit that a plan includes, as its row of fields holds it. */
export type PlanUnitRow = Record<(typeof COLUMNS)[number][0], string>;
type Unit = { name: string; included: number; most: number; price_beyond: number | null };

const EMPTY: PlanUnitRow = { name: "", included: "", most: "", price_beyond: "" };

/** Units of a plan as rows. */
export const unitRowsOf = (units: readonly Unit[]): PlanUnitRow[] =>
  units.map(({ name, included, most, price_beyond: beyond }) => ({
    name,
    included: String(included),
    most: String(most),
    price_beyond: beyond === null ? "" : String(beyond),
  }));

/** Rows as they are sent. */
export const sentUnitsOf = (rows: readonly PlanUnitRow[]): Unit[] =>
  rows.map(({ name, included, most, price_beyond: beyond }) => ({
    name,
    included: Number(included),
    most: Number(most),
    price_beyond: beyond.trim() === "" ? null : Number(beyond),
  }));

type Props = {
  /** Where the plan is in what is sent: `plans[0]`. */
  path: string;
  units: PlanUnitRow[];
  onChange: (units: PlanUnitRow[]) => void;
};

/** The units that a plan includes in the place of calls: one row each. */
export function PlanUnits({ path, units, onChange }: Props) {
  const set = (index: number, change: Partial<PlanUnitRow>) =>
    onChange(units.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <div className="grid gap-2">
      {units.map((row, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are edited in place.
        <div key={index} className="grid items-start gap-2 sm:grid-cols-[1fr_7rem_8rem_9rem_auto]">
          {COLUMNS.map(([name, label, placeholder, mode]) => (
            <TextField
              key={name}
              name={`${path}.included_units[${index}].${name}`}
              label={label}
              placeholder={placeholder}
              inputMode={mode}
              className="font-mono"
              required={name !== "price_beyond"}
              value={row[name]}
              onChange={({ target }) =>
                set(index, { [name]: name === "name" ? target.value : target.value.replace(",", ".") })
              }
            />
          ))}
          <Button
            size="sm"
            className="justify-self-start sm:mt-6"
            aria-label={`Remove unit ${row.name || index + 1}`}
            onClick={() => onChange(units.filter((_, at) => at !== index))}
          >
            Remove unit
          </Button>
        </div>
      ))}
      {units.length < MAX_UNITS && (
        <div>
          <Button size="sm" onClick={() => onChange([...units, EMPTY])}>
            {units.length === 0 ? "Include units" : "Add unit"}
          </Button>
        </div>
      )}
    </div>
  );
}
