"use client";

import { NumberField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

/** What a budget can be for: `account`, `member:<id>`, `key:<id>` or `skill:<slug>`. */
export type Subject = { value: string; title: string };
type Input = NonNullable<BodyOf<"PUT /v1/budgets">>;

const PERIODS = [
  ["day", "a day"],
  ["week", "a week"],
  ["month", "a month"],
  ["total", "in total"],
] as const;
const MONTHLY = "month";

/** Sets a budget, or replaces the one of the same period. */
export function BudgetForm({ subjects, initial }: { subjects: Subject[]; initial: string }) {
  return (
    <Form className="grid gap-3" refreshes onSend={(fields) => callApi("PUT /v1/budgets", { body: inputOf(fields) })}>
      <div className="grid grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] items-end gap-3">
        <SelectField
          name="kind"
          label="For"
          defaultValue={initial}
          options={subjects.map(({ value, title }) => [value, title] as const)}
        />
        <NumberField name="amount" label="At most (USD)" limit="credits" required />
        <SelectField name="period" label="Per" defaultValue={MONTHLY} options={PERIODS} />
      </div>
      <p className="text-xs text-muted">
        It counts what is charged from now on, and replaces a budget of the same period. We notify you at 50, 80 and
        100%.
      </p>
      <FormEnd action="Set budget" done="Saved." />
    </Form>
  );
}

function inputOf(fields: FormData): Input {
  const [kind, subject = ""] = textOf(fields, "kind").split(/:(.*)/s);
  const limit = { amount: Number(textOf(fields, "amount")), period: textOf(fields, "period") as Input["period"] };
  if (kind === "member") return { kind, member_id: subject, ...limit };
  if (kind === "key") return { kind, key_id: subject, ...limit };
  return kind === "skill" ? { kind, skill: subject, ...limit } : { kind: "account", ...limit };
}
