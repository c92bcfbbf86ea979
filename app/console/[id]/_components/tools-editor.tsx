"use client";

import { useMemo } from "react";
import { CodeEditor } from "@/app/console/[id]/_components/lazy-code-editor";
import type { SectionProps } from "@/app/console/[id]/_components/section";
import { parseExamples, parsePrices } from "@/app/console/[id]/_components/state";
import { parseToolUnits, type UnitRow } from "@/app/console/[id]/_components/unit-rows";
import { UnitRows } from "@/app/console/[id]/_components/units-editor";
import { SelectField, TextField } from "@/components/ui/field";

const OFFERED = [
  ["yes", "Yes"],
  ["no", "Hidden"],
] as const;

type Row = { name?: string; title?: string; description?: string; hidden?: boolean };
type Props = SectionProps & { isReadOnly: boolean };

/** The tools of a skill with several: what each costs, whether it is offered, and the whole as JSON. */
export function ToolsEditor({ state, change, errorAt, isReadOnly }: Props) {
  const { examples: tools, problem } = useMemo(() => parseExamples(state.operations), [state.operations]);
  const prices = useMemo(() => parsePrices(state.operation_prices).prices, [state.operation_prices]);
  const rows = (tools ?? []) as Row[];
  const setPrice = (name: string, text: string) => {
    const { [name]: _, ...others } = prices;
    const next = text.trim() === "" ? others : { ...others, [name]: Number(text) };
    change({ operation_prices: Object.keys(next).length === 0 ? "" : JSON.stringify(next) });
  };
  const setHidden = (index: number, hidden: boolean) =>
    change({
      operations: JSON.stringify(
        rows.map((row, at) => (at === index ? { ...row, hidden } : row)),
        null,
        2,
      ),
    });
  return (
    <div className="grid gap-3">
      {rows.length > 0 && (
        <ul className="grid gap-2" aria-label="Tools">
          {rows.map(({ name = "", title, description, hidden = false }, index) => (
            <li
              key={name || index}
              className="grid gap-2 rounded-md border border-line p-3 sm:grid-cols-[1fr_9rem_7rem]"
            >
              <div className="min-w-0">
                <p className="break-all font-mono text-sm">{name}</p>
                <p className="line-clamp-2 text-xs text-muted">{title ?? description}</p>
              </div>
              <TextField
                name={`price-${name}`}
                label="Price per call ($)"
                placeholder={state.price_per_call || "Skill's price"}
                inputMode="decimal"
                value={prices[name] === undefined ? "" : String(prices[name])}
                disabled={isReadOnly}
                onChange={(event) => setPrice(name, event.target.value)}
              />
              <SelectField
                name={`offered-${name}`}
                label="Offered"
                value={hidden ? "no" : "yes"}
                options={OFFERED}
                disabled={isReadOnly}
                onChange={(event) => setHidden(index, event.target.value === "no")}
              />
              {state.pricing_type === "usage" && <ToolUnits {...{ name, state, change, errorAt, isReadOnly }} />}
            </li>
          ))}
        </ul>
      )}
      <CodeEditor
        id="operations"
        label="Tools (JSON)"
        value={state.operations}
        issues={[]}
        isReadOnly={isReadOnly}
        onChange={(operations) => change({ operations })}
      />
      {problem || errorAt("operations") || errorAt("operation_units") ? (
        <p role="alert" className="text-xs text-bad">
          {problem ?? errorAt("operations") ?? `Units of tools ${errorAt("operation_units")}`}
        </p>
      ) : (
        <p className="text-xs text-muted">
          Each tool as reviewers read it. Import again to take over changes of your server or document.
        </p>
      )}
    </div>
  );
}

/** What calls of a tool cost beside their price. */
function ToolUnits({ name, state, change, errorAt, isReadOnly }: Props & { name: string }) {
  const units = useMemo(() => parseToolUnits(state.operation_units), [state.operation_units]);
  const save = (own: UnitRow[]) => {
    const { [name]: _, ...others } = units;
    const next = own.length === 0 ? others : { ...others, [name]: own };
    change({ operation_units: Object.keys(next).length === 0 ? "" : JSON.stringify(next) });
  };
  return (
    <div className="grid gap-2 sm:col-span-3">
      <UnitRows
        path={`operation_units.${name}`}
        units={units[name] ?? []}
        errorAt={errorAt}
        isReadOnly={isReadOnly}
        onChange={save}
      />
    </div>
  );
}
