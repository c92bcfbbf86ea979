"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { CreditSettings } from "@/lib/money/payments/card-schemas";
import { dollars } from "@/lib/supply/skills/price-text";

/** The wallet's settings and the writes that change them; what a write answers is what is shown. */
export function useSettings() {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(walletQueries.settings);
  const write = async (method: string, path: string, body?: object) => {
    const answer = await callApi<CreditSettings>(path, { method, ...(body && { body }) });
    client.setQueryData(walletQueries.settings.queryKey, answer.data);
  };
  return { settings: data, change: (body: object) => write("PATCH", "/v1/credits/settings", body), write };
}

const AMOUNTS = [
  { name: "threshold", label: "When the balance falls below (credits)", least: 0 },
  { name: "amount", label: "Buy (USD)", least: 5 },
  { name: "monthly_limit", label: "Monthly limit (USD)", least: 5 },
] as const;
const FIELDS = AMOUNTS.map(({ name }) => `auto_topup.${name}`);

/** Credits that are bought automatically with a saved card, within a monthly limit. */
export function AutoTopUp() {
  const { settings, change, write } = useSettings();
  const { run, again, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const { auto_topup: plan, card } = settings;
  const addCard = () =>
    run(async () => {
      const { data } = await callApi<{ setup_url: string }>("/v1/credits/card", { method: "POST" });
      window.location.assign(data.setup_url);
    });
  const removeCard = () => run(() => write("DELETE", "/v1/credits/card"));
  const save = (form: FormData) =>
    run(async () => {
      const amounts = Object.fromEntries(AMOUNTS.map(({ name }) => [name, Number(textOf(form, name))]));
      await change({ auto_topup: { enabled: true, ...amounts } });
    });
  const stop = () => run(() => change({ auto_topup: { enabled: false } }));
  return (
    <div className="grid gap-3">
      {plan.paused_reason && (
        <p role="alert" className="rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm text-bad">
          Turned off: {plan.paused_reason}
        </p>
      )}
      <p className="text-sm text-muted">
        Buys credits with your saved card when the balance runs low, within your monthly limit.
      </p>
      <p className="flex flex-wrap items-center gap-2 text-sm">
        {card ? (
          <>
            <span className="font-mono">
              {card.brand} •••• {card.last4}
            </span>
            <Button variant="quiet" size="sm" disabled={isBusy} onClick={removeCard}>
              Remove
            </Button>
            <Button variant="quiet" size="sm" disabled={isBusy} onClick={addCard}>
              Change
            </Button>
          </>
        ) : (
          <>
            <span className="text-muted">No card saved. The payment processor stores it, not us.</span>
            <Button disabled={isBusy} onClick={addCard}>
              Save a card
            </Button>
          </>
        )}
        <Badge tone={plan.enabled ? "ok" : "plain"}>{plan.enabled ? "on" : "off"}</Badge>
      </p>
      {card && (
        <Form className="grid gap-3" onSend={save}>
          <div className="grid gap-3 sm:grid-cols-3">
            {AMOUNTS.map(({ name, label, least }) => (
              <Amount
                key={name}
                name={name}
                label={label}
                least={least}
                value={plan[name]}
                error={errorAt(`auto_topup.${name}`)}
              />
            ))}
          </div>
          <div className="flex flex-wrap items-center gap-2">
            <Button type="submit" variant={plan.enabled ? "plain" : "primary"} disabled={isBusy}>
              {plan.enabled ? "Save" : "Turn on"}
            </Button>
            {plan.enabled && (
              <Button variant="quiet" disabled={isBusy} onClick={stop}>
                Turn off
              </Button>
            )}
            <span role="status" className="text-xs text-muted">
              {isDone && "Saved. "}
              {plan.spent_this_month > 0 && `${dollars(plan.spent_this_month)} bought this month.`}
            </span>
          </div>
        </Form>
      )}
      {failure && failureBeside(FIELDS) ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}

function Amount({
  name,
  label,
  least,
  value,
  error,
}: {
  name: string;
  label: string;
  least: number;
  value: number | null;
  error: string | undefined;
}) {
  const id = `auto-${name}`;
  return (
    <Field id={id} label={label} error={error}>
      <Input
        id={id}
        name={name}
        type="number"
        inputMode="decimal"
        min={least}
        step="any"
        required
        defaultValue={value ?? ""}
      />
    </Field>
  );
}
