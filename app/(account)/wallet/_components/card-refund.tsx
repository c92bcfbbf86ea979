"use client";

import { useState } from "react";
import { type Owner, OwnerField, proofOf } from "@/components/account/owner-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { NumberField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi, newKey } from "@/lib/interfaces/client/api";
import { dayText } from "@/lib/interfaces/client/renewal";
import type { CardRefundState } from "@/lib/money/payments/card-refund-schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Refund = { id: string; returned: number; state: CardRefundState; failure: string | null; created_at: Date };
type Props = { owner: Owner; amount: number; days: number; isDisputed: boolean; refunds: Refund[] };

const TONES = { pending: "plain", sent: "ok", failed: "bad" } as const;
const LABELS = { pending: "pending", sent: "sent", failed: "failed, back in your balance" };

/** Sends what is unspent of recent card payments back to the card. */
export function CardRefund({ owner, amount, days, isDisputed, refunds }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [idempotencyKey, setKey] = useState(newKey);
  const send = async (fields: FormData) => {
    const body = { amount: Number(textOf(fields, "amount")), ...proofOf(fields) };
    await callApi("POST /v1/credits/refunds", { body, idempotencyKey });
    setKey(newKey());
    setAsking(false);
  };
  return (
    <div className="grid gap-3 text-sm">
      <p className="text-muted">
        {isDisputed
          ? "A payment is disputed. Nothing is refunded until the bank has decided."
          : amount > 0
            ? `${dollars(amount)} that you paid by card in the last ${days} days is unspent. You can get it back.`
            : `Nothing to refund: no unspent money from card payments of the last ${days} days.`}
      </p>
      {amount > 0 && !isAsking && (
        <div>
          <Button variant="plain" onClick={() => setAsking(true)}>
            Refund to card …
          </Button>
        </div>
      )}
      {amount > 0 && isAsking && (
        <Form className="grid max-w-80 gap-3" refreshes onSend={send}>
          <NumberField
            name="amount"
            label="Amount (USD)"
            hint="Goes to the card that paid, within 5 to 10 days."
            limit={{ min: 0.01, max: amount, step: 0.01 }}
            required
            defaultValue={amount}
          />
          <OwnerField owner={owner} />
          <FormEnd action="Refund to card" onCancel={() => setAsking(false)} />
        </Form>
      )}
      {refunds.length > 0 && (
        <ul aria-label="Refunds to your card" className="grid gap-1">
          {refunds.map(({ id, returned, state, created_at, failure }) => (
            <li key={id} className="flex flex-wrap items-center gap-2">
              <span className="font-mono">{dollars(returned)}</span>
              <span className="text-muted">{dayText(created_at)}</span>
              <Badge tone={TONES[state]}>{LABELS[state]}</Badge>
              {failure && <span className="text-xs text-muted wrap-anywhere">{failure}</span>}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
