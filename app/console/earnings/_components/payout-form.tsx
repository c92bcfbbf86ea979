"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { PayoutAccountView } from "@/lib/money/payouts/schemas";

type Props = { account: PayoutAccountView; available: number; isUnderWay: boolean };

/** The bank as people know it: `STRIPE TEST BANK ···· 6789`. */
const bankText = (bank: PayoutAccountView["bank"]) =>
  bank ? `${bank.name ?? "Bank account"} ···· ${bank.last4}` : "Your bank account at the payment processor";

/** Why nothing can be asked for, or what can be. */
function hintOf({
  minimum,
  isUnderWay,
  isEnough,
}: {
  minimum: number;
  isUnderWay: boolean;
  isEnough: boolean;
}) {
  if (isUnderWay) return "One payout at a time: the next can be asked for when this one has arrived.";
  return isEnough
    ? `Empty for everything; at least ${minimum}.`
    : `A payout takes at least ${minimum} credits.`;
}

/** Pays out after one question, which names the amount, the bank and the time. */
export function PayoutForm({ account: { bank, minimum }, available, isUnderWay }: Props) {
  const [amount, setAmount] = useState("");
  const [isAsking, setAsking] = useState(false);
  const { spend, again, isBusy, isDone, failure } = useSpending({
    send: (body: { amount: number }, idempotencyKey) =>
      callApi("/v1/developer/payouts", { method: "POST", body, idempotencyKey }),
    refreshes: true,
  });
  const whole = Math.floor(Math.round(available * 1_000_000) / 10_000) / 100;
  const isEnough = whole >= minimum;
  // An amount even for everything: what is paid out is what was agreed to, also when more has become available.
  const asked = amount === "" ? whole : Number(amount);
  return (
    <div className="grid gap-3">
      <p>
        <span className="block text-xs text-muted">Paid to</span>
        {bankText(bank)}
      </p>
      <Form className="flex flex-wrap items-start gap-2" onSend={() => setAsking(true)}>
        <Field id="amount" label="Amount, in US dollars" hint={hintOf({ minimum, isUnderWay, isEnough })}>
          <Input
            id="amount"
            type="number"
            inputMode="decimal"
            min={minimum}
            max={whole}
            step={0.01}
            placeholder={isEnough ? whole.toFixed(2) : ""}
            value={amount}
            disabled={!isEnough || isUnderWay}
            onChange={(event) => setAmount(event.target.value)}
            className="max-w-52"
          />
        </Field>
        <Button
          type="submit"
          variant="primary"
          className="mt-6"
          disabled={isBusy || isDone || !isEnough || isUnderWay}
        >
          {isBusy || isDone ? "Paying out …" : "Pay out"}
        </Button>
      </Form>
      <LazyAlertDialog
        title={`Pay out ${asked.toFixed(2)} US dollars?`}
        action={`Pay out ${asked.toFixed(2)}`}
        isDangerous={false}
        isOpen={isAsking}
        onConfirm={() => spend({ amount: asked })}
        onClose={() => setAsking(false)}
      >
        <PayoutFacts amount={asked} bank={bank} />
      </LazyAlertDialog>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}

function PayoutFacts({ amount, bank }: { amount: number; bank: PayoutAccountView["bank"] }) {
  const facts = [
    ["Amount", `${amount.toFixed(2)} US dollars`],
    ["Paid to", bankText(bank)],
    ["Arrives", "Usually within a few business days"],
  ];
  return (
    <dl className="grid gap-1.5">
      {facts.map(([title, value]) => (
        <div key={title} className="flex justify-between gap-6">
          <dt className="shrink-0">{title}</dt>
          <dd className="text-right text-fg">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
