"use client";

import { useState } from "react";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { RadioGroup } from "@/components/ui/radio-group";
import { useSpending } from "@/components/ui/use-action";
import type { RefundPreview } from "@/lib/demand/purchases/admin-schemas";
import { callApi } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Kind = "unused" | "full";
const TITLES: Record<Kind, string> = {
  unused: "The unused part of the current term",
  full: "The whole last term",
};

/** Refunds a purchase, after showing who gives up what. The unused rest shrinks while time passes. */
export function RefundForm({ id, preview }: { id: string; preview: Record<Kind, RefundPreview | null> }) {
  const kinds = (["unused", "full"] as const).filter((kind) => preview[kind]);
  const [kind, setKind] = useState<Kind | undefined>(kinds[0]);
  const [reason, setReason] = useState("");
  const refunding = useSpending({
    send: (body: { refund: Kind; reason: string }, idempotencyKey) =>
      callApi("POST /v1/admin/purchases/{id}/refund", { params: { id }, body, idempotencyKey }),
    onDone: () => notify("Refunded. The buyer is notified."),
    refreshes: true,
  });
  if (!kind) return <p className="text-sm text-muted">Nothing to refund: this purchase was free.</p>;
  const chosen = preview[kind];
  return (
    <Form className="grid gap-4" by={refunding} onSend={() => refunding.spend({ refund: kind, reason })}>
      <RadioGroup
        label="Amount to refund"
        options={kinds.map((option) => ({
          value: option,
          title: TITLES[option],
          beside: dollars(preview[option]?.refunded ?? 0),
        }))}
        selected={kind}
        onSelect={setKind}
      />
      {chosen && (
        <dl className="grid gap-1 rounded-md bg-raised px-3 py-2 text-sm">
          {(
            [
              ["To the buyer", chosen.refunded],
              ["From the developer's earnings", chosen.from_developer],
              ["From the marketplace's fee", chosen.from_fee],
            ] as const
          ).map(([name, amount]) => (
            <div key={name} className="flex justify-between gap-4">
              <dt className="text-muted">{name}</dt>
              <dd className="font-mono text-xs">{dollars(amount)}</dd>
            </div>
          ))}
        </dl>
      )}
      <AreaField
        name="reason"
        label="Reason, shown to the buyer and in the audit log"
        required
        limit="reason"
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
      <FormEnd action={`Refund ${dollars(chosen?.refunded ?? 0)}`} variant="danger" isOnce>
        <p className="text-xs text-muted">The refund ends the purchase.</p>
      </FormEnd>
    </Form>
  );
}
