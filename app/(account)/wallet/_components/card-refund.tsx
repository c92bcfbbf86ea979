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
import type { CardRefundState, Refundable } from "@/lib/money/payments/card-refund-schemas";
import { dollars } from "@/lib/platform/core/dollars";

type Refund = { id: string; returned: number; state: CardRefundState; failure: string | null; created_at: Date };
type Props = { owner: Owner; days: number; refunds: Refund[] };

const TONES = { pending: "plain", sent: "ok", failed: "bad" } as const;
const LABELS = { pending: "pending", sent: "sent", failed: "failed, back in your balance" };

/** Says how much unspent money of recent card payments can go back to the card, and sends it. */
export function CardRefund({ owner, days, refunds }: Props) {
  const [isAsking, setAsking] = useState(false);
  // As much as is unspent when the page is opened: a call may have cost some of it since.
  const { data: refundable, error } = useQuery({ ...walletQueries.refundable, staleTime: 0, enabled: days > 0 });
  return (
    <div className="grid gap-3 text-sm">
      {days > 0 && (
        <p className="text-muted">
          Unspent money that you paid by card in the last {days} days can go back to the card. Money that was granted to
          you and older payments can't.
        </p>
      )}
      {error && <ErrorAlert error={error} />}
      {refundable && !isAsking && <Possible {...refundable} onAsk={() => setAsking(true)} />}
      {refundable && isAsking && <Ask owner={owner} most={refundable.amount} onEnd={() => setAsking(false)} />}
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

/** How much can go back now, or why nothing can. */
function Possible({ amount, blocked, onAsk }: Refundable & { onAsk: () => void }) {
  if (amount === 0)
    return (
      <p role="status">
        {blocked === "dispute"
          ? "A payment is disputed. Nothing is refunded until the bank has decided."
          : "Nothing to refund: you have no unspent money from card payments in this period."}
      </p>
    );
  return (
    <div className="flex flex-wrap items-center gap-3">
      <span>
        Can go back now: <b className="font-mono">{dollars(amount)}</b>
      </span>
      <Button variant="plain" onClick={onAsk}>
        Refund to card …
      </Button>
    </div>
  );
}

/** Asks how much, and for the owner's password. */
function Ask({ owner, most, onEnd }: { owner: Owner; most: number; onEnd: () => void }) {
  const [intent] = useState(createIntent);
  const send = async (fields: FormData) => {
    const body = { amount: Number(textOf(fields, "amount")), ...proofOf(fields) };
    await callApi("POST /v1/credits/refunds", { body, idempotencyKey: intent.keyOf(body) }).catch((fault: unknown) => {
      if (!keepsKey(fault)) intent.end();
      throw fault;
    });
    onEnd();
  };
  return (
    <Form
      className="grid max-w-80 gap-3"
      refreshes
      invalidates={[walletQueries.balance.queryKey, walletQueries.refundable.queryKey]}
      onSend={send}
    >
      <NumberField
        name="amount"
        label="Amount (USD)"
        hint={`At most ${dollars(most)}. It reaches the card within 5 to 10 days.`}
        limit={{ min: 0.01, max: most, step: 0.01 }}
        required
        defaultValue={most}
      />
      <OwnerField owner={owner} />
      <FormEnd action="Refund to card" onCancel={onEnd} />
    </Form>
  );
}
