"use client";

import { useQueryClient, useSuspenseQuery } from "@tanstack/react-query";
import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { Callout } from "@/components/ui/callout";
import { NumberField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { CreditSettings } from "@/lib/money/payments/card-schemas";
import { dollars } from "@/lib/platform/core/dollars";

/** The wallet's settings and the writes that change them; each write returns what is shown next. */
export function useSettings() {
  const client = useQueryClient();
  const { data } = useSuspenseQuery(walletQueries.settings);
  const show = (settings: CreditSettings) => client.setQueryData(walletQueries.settings.queryKey, settings);
  return {
    settings: data,
    change: async (body: BodyOf<"PATCH /v1/credits/settings">) =>
      void show((await callApi("PATCH /v1/credits/settings", { body })).data),
    removeCard: async () => void show((await callApi("DELETE /v1/credits/card")).data),
  };
}

/** Each by the name of its parameter. */
const AMOUNTS = [
  { field: "threshold", label: "When the balance falls below (USD)", limit: "credits" },
  { field: "amount", label: "Add (USD)", limit: "topUp" },
  { field: "monthly_limit", label: "Monthly limit (USD)", limit: "monthlyTopUp" },
] as const;
const nameOf = (field: string) => `auto_topup.${field}`;

/** Credits that are bought automatically with a saved card, within a monthly limit. */
export function AutoTopUp() {
  const { settings, change } = useSettings();
  const { auto_topup: plan, card } = settings;
  const save = async (form: FormData) => {
    const amounts = Object.fromEntries(AMOUNTS.map(({ field }) => [field, Number(textOf(form, nameOf(field)))]));
    await change({ auto_topup: { enabled: true, ...amounts } });
  };
  return (
    <div className="grid gap-3">
      {plan.paused_reason && (
        <Callout tone="bad" role="alert" title="Turned off:">
          {plan.paused_reason}
        </Callout>
      )}
      <p className="text-sm text-muted">
        Charges your saved card when the balance runs low, within your monthly limit.
      </p>
      <div className="flex flex-wrap items-center gap-2 text-sm">
        <Card />
        <Badge tone={plan.enabled ? "ok" : "plain"}>{plan.enabled ? "on" : "off"}</Badge>
      </div>
      {card && (
        <Form className="grid gap-3" onSend={save}>
          <div className="grid gap-3 sm:grid-cols-3">
            {AMOUNTS.map(({ field, label, limit }) => (
              <NumberField
                key={field}
                name={nameOf(field)}
                label={label}
                limit={limit}
                required
                defaultValue={plan[field] ?? ""}
              />
            ))}
          </div>
          <FormEnd
            action={plan.enabled ? "Save" : "Turn on"}
            variant={plan.enabled ? "plain" : "primary"}
            done="Saved."
          >
            {plan.enabled && (
              <ActionButton variant="quiet" send={() => change({ auto_topup: { enabled: false } })}>
                Turn off
              </ActionButton>
            )}
            {plan.spent_this_month > 0 && (
              <span className="text-xs text-muted">{dollars(plan.spent_this_month)} bought this month.</span>
            )}
          </FormEnd>
        </Form>
      )}
    </div>
  );
}

/** The saved card, and what can be done with it. */
function Card() {
  const {
    settings: { card, auto_topup: plan },
    removeCard,
  } = useSettings();
  const save = async () => {
    const { data } = await callApi("POST /v1/credits/card");
    window.location.assign(data.setup_url);
  };
  if (!card)
    return (
      <>
        <span className="text-muted">No card saved. The payment processor stores it, not us.</span>
        <ActionButton send={save}>Save a card</ActionButton>
      </>
    );
  return (
    <>
      <span className="font-mono">
        {card.brand} •••• {card.last4}
      </span>
      <ActionButton
        variant="quiet"
        size="sm"
        question={{
          title: `Remove ${card.brand} •••• ${card.last4}?`,
          action: "Remove card",
          children: plan.enabled
            ? "Automatic top-ups stop until you save another card."
            : "You can save another card anytime.",
        }}
        send={removeCard}
      >
        Remove
      </ActionButton>
      <ActionButton variant="quiet" size="sm" send={save}>
        Change
      </ActionButton>
    </>
  );
}
