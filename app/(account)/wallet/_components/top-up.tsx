"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { NumberField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";
import { LIMITS } from "@/lib/platform/core/limits";

type Pack = { pack_id: string; name: string; price: number };

/** Packs and a custom amount, at first `amount`; leads to the processor's own checkout. */
export function TopUp({
  packs,
  amount: first,
  skill,
}: {
  packs: Pack[];
  amount: string;
  skill: { slug: string; name: string } | null;
}) {
  const [amount, setAmount] = useState(first);
  const {
    spend: start,
    again,
    reset,
    isBusy: isOpening,
    isDone,
    failure,
  } = useSpending({
    send: (body: object, idempotencyKey) => {
      const wanted = { ...body, ...(skill && { skill: skill.slug }) };
      return callApi("POST /v1/credits/topup", { body: wanted, idempotencyKey });
    },
    onDone: ({ data }) => window.location.assign(data.checkout_url),
  });
  const isBusy = isOpening || isDone;
  useEffect(() => {
    // Back from the checkout shows this page as it was left, with its buttons off.
    const onShow = ({ persisted }: PageTransitionEvent) => persisted && reset();
    window.addEventListener("pageshow", onShow);
    return () => window.removeEventListener("pageshow", onShow);
  }, [reset]);
  return (
    <div className="grid gap-4">
      {skill && (
        <p className="text-sm wrap-anywhere">
          Add {first && dollars(Number(first))}
          {Number(first) === LIMITS.topUp.min && " (minimum)"} to buy{" "}
          <strong className="font-medium">{skill.name}</strong>. You confirm next.
        </p>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {packs.map(({ pack_id, price }) => (
          <button
            key={pack_id}
            type="button"
            disabled={isBusy}
            onClick={() => start({ pack_id })}
            className="rounded-md border border-line bg-surface p-3 text-left hover:border-edge disabled:opacity-50"
          >
            <span className="block font-mono text-lg font-semibold">{dollars(price)}</span>
          </button>
        ))}
      </div>
      <Form className="flex flex-wrap items-end gap-2" onSend={() => start({ amount: Number(amount) })}>
        <NumberField
          name="amount"
          label="Custom amount (USD)"
          hint="$5 to $10,000."
          limit="topUp"
          required
          value={amount}
          onChange={(event) => setAmount(event.target.value)}
          className="max-w-40"
        />
        <Button type="submit" disabled={isBusy} className="mb-5.5">
          Continue to payment
        </Button>
      </Form>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}
