"use client";

import type { SectionProps } from "@/app/console/[id]/_components/section";
import { parseUnits, type UnitRow } from "@/app/console/[id]/_components/unit-rows";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";

const MAX_UNITS = 5;
const EMPTY: UnitRow = { name: "", price: "", most: "", free: 0 };
const COLUMNS = [
  ["name", "Unit, in the plural", "pages", "text"],
  ["price", "Price of one ($)", "0.01", "decimal"],
  ["most", "Maximum per call", "100", "numeric"],
  ["free", "Free per call", "0", "numeric"],
] as const;

/** What a call costs beside its price, by what its response reports. */
export function UnitsEditor({ state, change, errorAt, isReadOnly }: SectionProps & { isReadOnly?: boolean }) {
  return (
    <fieldset className="mt-4 grid gap-3">
      <legend className="text-sm font-medium">Units</legend>
      <p className="text-xs text-muted">
        For calls that differ in cost. Your response reports them in a header, such as{" "}
        <code className="font-mono">Skill-Usage: pages=3</code>. The maximum is held, and what is left of it is
        released.
      </p>
      <UnitRows
        path="units"
        units={parseUnits(state.units)}
        errorAt={errorAt}
        isReadOnly={isReadOnly}
        onChange={(units) => change({ units: units.length === 0 ? "" : JSON.stringify(units) })}
      />
    </fieldset>
  );
}

type Props = {
  /** Where they are in what is sent: `units`. */
  path: string;
  units: UnitRow[];
  errorAt: SectionProps["errorAt"];
  isReadOnly?: boolean | undefined;
  onChange: (units: UnitRow[]) => void;
};

/** Units, one row each. */
export function UnitRows({ path, units, errorAt, isReadOnly, onChange }: Props) {
  const set = (index: number, name: keyof UnitRow, text: string) =>
    onChange(units.map((unit, at) => (at === index ? { ...unit, [name]: text } : unit)));
  const problem = errorAt(path);
  return (
    <>
      {units.map((unit, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are edited in place.
        <div key={index} className="grid items-start gap-2 sm:grid-cols-[1fr_8rem_8rem_8rem_auto]">
          {COLUMNS.map(([name, label, placeholder, mode]) => (
            <TextField
              key={name}
              name={`${path}-${index}-${name}`}
              label={label}
              placeholder={placeholder}
              inputMode={mode}
              className="font-mono"
              value={String(unit[name])}
              error={errorAt(`${path}[${index}].${name}`)}
              disabled={isReadOnly}
              onChange={({ target }) =>
                set(index, name, name === "name" ? target.value : target.value.replace(",", "."))
              }
            />
          ))}
          <Button
            size="sm"
            className="justify-self-start sm:mt-6"
            disabled={isReadOnly}
            aria-label={`Remove unit ${unit.name || index + 1}`}
            onClick={() => onChange(units.filter((_, at) => at !== index))}
          >
            Remove unit
          </Button>
        </div>
      ))}
      {problem && !problem.startsWith("[") && (
        <p role="alert" className="text-xs text-bad">
          Units {problem}.
        </p>
      )}
      {units.length < MAX_UNITS && (
        <div>
          <Button size="sm" disabled={isReadOnly} onClick={() => onChange([...units, EMPTY])}>
            Add unit
          </Button>
        </div>
      )}
    </>
  );
}
