"use client";

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Owner, OwnerField, proofOf } from "@/components/account/owner-field";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { NumberField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi, keepsKey } from "@/lib/interfaces/client/api";
import { dayText } from "@/lib/interfaces/client/renewal";
import { createIntent } from "@/lib/interfaces/client/spending";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import type { CardRefundState } from "@/lib/money/payments/card-refund-schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Refund = { id: string; returned: number; state: CardRefundState; failure: string | null; created_at: Date };
type Props = { owner: Owner; days: number; refunds: Refund[] };

const TONES = { pending: "plain", sent: "ok", failed: "bad" } as const;
const LABELS = { pending: "pending", sent: "sent", failed: "failed, back in your balance" };

/** Sends what is unspent of recent card payments back to the card. */
export function CardRefund({ owner, days, refunds }: Props) {
  const [isAsking, setAsking] = useState(false);
  return (
    <div className="grid gap-3 text-sm">
      {days > 0 && (
        <p className="text-muted">
          Unspent money that you paid by card in the last {days} days can go back to the card. Money that was granted to
          you and older payments can't.
        </p>
      )}
      {days > 0 && !isAsking && (
        <div>
          <Button variant="plain" onClick={() => setAsking(true)}>
            Refund to card …
          </Button>
        </div>
      )}
      {isAsking && <Ask owner={owner} onEnd={() => setAsking(false)} />}
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

/** Asks how much, as much as is unspent by now, and for the owner's password. */
function Ask({ owner, onEnd }: { owner: Owner; onEnd: () => void }) {
  const { data: refundable, error } = useQuery({ ...walletQueries.refundable, staleTime: 0, gcTime: 0 });
  const [intent] = useState(createIntent);
  const send = async (fields: FormData) => {
    const body = { amount: Number(textOf(fields, "amount")), ...proofOf(fields) };
    await callApi("POST /v1/credits/refunds", { body, idempotencyKey: intent.keyOf(body) }).catch((fault: unknown) => {
      if (!keepsKey(fault)) intent.end();
      throw fault;
    });
    onEnd();
  };
  if (error) return <ErrorAlert error={error} />;
  if (!refundable) return <p role="status">Looking …</p>;
  if (refundable.amount === 0)
    return (
      <p role="status">
        {refundable.blocked === "dispute"
          ? "A payment is disputed. Nothing is refunded until the bank has decided."
          : "Nothing to refund: you have no unspent money from card payments in this period."}
      </p>
    );
  return (
    <Form className="grid max-w-80 gap-3" refreshes invalidates={[walletQueries.balance.queryKey]} onSend={send}>
      <NumberField
        name="amount"
        label="Amount (USD)"
        hint={`At most ${dollars(refundable.amount)}. It reaches the card within 5 to 10 days.`}
        limit={{ min: 0.01, max: refundable.amount, step: 0.01 }}
        required
        defaultValue={refundable.amount}
      />
      <OwnerField owner={owner} />
      <FormEnd action="Refund to card" onCancel={onEnd} />
    </Form>
  );
}
