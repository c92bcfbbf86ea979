"use client";

import { useState } from "react";
import { EMPTY_PLAN, PlanFields, type PlanRow, planRowOf, sentPlanOf } from "@/components/console/plan-fields";
import { Button } from "@/components/ui/button";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi, type ResultOf } from "@/lib/interfaces/client/api";
import { day } from "@/lib/interfaces/client/format";
import { planPrice } from "@/lib/supply/skills/plan-text";

const MAX_PLANS = 4;
const ONLY = "Standard";
type Skill = Pick<ResultOf<"GET /v1/developer/skills/{id}">, "plans" | "price_change" | "execution_type">;

type Props = {
  id: string;
  initial: Skill;
  /** Saves what has been typed. */
  saved: () => Promise<unknown>;
  /** Shows the skill anew: the first plan is its price. */
  onSaved: () => void;
};

/** The plans as rows; a single price is none. */
const rowsOf = (plans: Skill["plans"]): PlanRow[] =>
  plans.length === 1 && plans[0]?.name === ONLY ? [] : plans.map(planRowOf);

/** The plans of a subscription, saved by themselves: prices need no review. */
export function PlansPanel({ id, initial, saved, onSaved }: Props) {
  const [rows, setRows] = useState(() => rowsOf(initial.plans));
  const announced = initial.price_change;
  const action = useAction();
  const send = () =>
    action.run(async () => {
      await saved();
      await callApi("PATCH /v1/developer/skills/{id}", { params: { id }, body: { plans: rows.map(sentPlanOf) } });
      onSaved();
    });
  const set = (index: number, change: Partial<PlanRow>) =>
    setRows(rows.map((row, at) => (at === index ? { ...row, ...change } : row)));
  return (
    <Panel title="Plans">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Up to four plans for buyers to choose from, instead of one price. The first is the price above. Buyers keep
          the plan they bought; a plan that someone has can't be removed, and a published plan keeps its interval.
          Include calls or units, or neither for unlimited use. Without a price for further ones, calls stop until the
          next term.
        </p>
        <Form by={action} onSend={send} className="grid gap-4">
          {rows.map((row, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows have no other identity, and are edited in place.
            <fieldset key={index} className="grid gap-2 rounded-md border border-line p-3">
              <legend className="px-1 text-sm font-medium wrap-anywhere">{row.name || `Plan ${index + 1}`}</legend>
              <PlanFields
                path={`plans[${index}]`}
                row={row}
                hasCalls={initial.execution_type !== "download"}
                onChange={(change) => set(index, change)}
              />
              <div>
                <Button
                  size="sm"
                  aria-label={`Remove plan ${row.name || index + 1}`}
                  onClick={() => setRows(rows.filter((_, at) => at !== index))}
                >
                  Remove plan
                </Button>
              </div>
            </fieldset>
          ))}
          {rows.length < MAX_PLANS && (
            <div>
              <Button size="sm" onClick={() => setRows([...rows, EMPTY_PLAN])}>
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
