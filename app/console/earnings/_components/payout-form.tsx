"use client";

import { useState } from "react";
import { FactLines } from "@/components/skills/charge-facts";
import { Button } from "@/components/ui/button";
import { NumberField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useConfirm } from "@/components/ui/use-confirm";
import { callApi } from "@/lib/interfaces/client/api";
import type { PayoutAccountView } from "@/lib/money/payouts/schemas";

type Props = { account: PayoutAccountView; available: number; isUnderWay: boolean };

/** The bank as people know it: `STRIPE TEST BANK ···· 6789`. */
const bankText = (bank: PayoutAccountView["bank"]) =>
  bank ? `${bank.name ?? "Bank account"} ···· ${bank.last4}` : "Your bank account on file with the payment processor";

/** Why no payout can be requested, or what amounts can. */
function hintOf({ minimum, isUnderWay, isEnough }: { minimum: number; isUnderWay: boolean; isEnough: boolean }) {
  if (isUnderWay) return "You can request another payout when this one arrives.";
  return isEnough ? `Leave empty for the full balance. Minimum: $${minimum}.` : `The minimum payout is $${minimum}.`;
}

/** Pays out after one question, which names the amount, the bank and the time. */
export function PayoutForm({ account: { bank, minimum }, available, isUnderWay }: Props) {
  const [amount, setAmount] = useState("");
  const { ask, dialog, isBusy, isDone } = useConfirm({
    question: (body: { amount: number }) => ({
      title: `Pay out $${body.amount.toFixed(2)}?`,
      action: `Pay out $${body.amount.toFixed(2)}`,
      isDangerous: false,
      children: (
        <FactLines
          facts={[
            ["Amount", `$${body.amount.toFixed(2)}`],
            ["Paid to", bankText(bank)],
            ["Arrives", "Usually within a few business days"],
          ]}
        />
      ),
    }),
    send: (body, idempotencyKey) => callApi("POST /v1/developer/payouts", { body, idempotencyKey }),
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
      <Form className="flex flex-wrap items-start gap-2" onSend={() => ask({ amount: asked })}>
        <NumberField
          name="amount"
          label="Amount (USD)"
          hint={hintOf({ minimum, isUnderWay, isEnough })}
          limit={{ min: minimum, max: whole, step: 0.01 }}
          placeholder={isEnough ? whole.toFixed(2) : ""}
          value={amount}
          disabled={!isEnough || isUnderWay}
          onChange={(event) => setAmount(event.target.value)}
          className="max-w-52"
        />
        <Button type="submit" variant="primary" className="mt-6" disabled={isBusy || isDone || !isEnough || isUnderWay}>
          {isBusy || isDone ? "Paying out…" : "Pay out"}
        </Button>
      </Form>
      {dialog}
    </div>
  );
}
