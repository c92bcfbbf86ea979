"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/client/api";
import { walletQueries } from "@/lib/client/wallet-queries";

type Pack = { pack_id: string; name: string; price: number };

/** Where to go back to after a payment, kept while the visitor is at the processor's. */
const RETURN_TO = "wallet:return-to";

/** Packs and a custom amount, at first `amount`; leads to the processor's own checkout. */
export function TopUp({
  packs,
  next,
  isCancelled,
  amount: first,
  purpose,
}: {
  packs: Pack[];
  next: string | null;
  /** Whether the checkout was just cancelled: then where it was to lead back to still holds. */
  isCancelled: boolean;
  amount: string;
  /** The skill that the credits are for. */
  purpose: string | null;
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
      if (next) sessionStorage.setItem(RETURN_TO, next);
      else if (!isCancelled) sessionStorage.removeItem(RETURN_TO);
      const path = "/v1/credits/topup";
      return callApi<{ checkout_url: string }>(path, { method: "POST", body, idempotencyKey });
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
      {purpose && (
        <p className="text-sm">
          For <strong className="font-medium">{purpose}</strong>
          {first && `: $${first} covers it`}. After paying you return to it.
        </p>
      )}
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-5">
        {packs.map(({ pack_id, name, price }) => (
          <button
            key={pack_id}
            type="button"
            disabled={isBusy}
            onClick={() => start({ pack_id })}
            className="rounded-md border border-line bg-surface p-3 text-left hover:border-edge disabled:opacity-50"
          >
            <span className="block font-mono text-lg font-semibold">{name.split(" ")[0]}</span>
            <span className="text-xs text-muted">credits for ${price}</span>
          </button>
        ))}
      </div>
      <Form className="flex flex-wrap items-end gap-2" onSend={() => start({ amount: Number(amount) })}>
        <Field id="amount" label="Custom amount (USD)" hint="5 to 10,000; 1 dollar is 1 credit.">
          <Input
            id="amount"
            inputMode="decimal"
            type="number"
            min={5}
            max={10000}
            step={0.01}
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            className="max-w-40"
          />
        </Field>
        <Button type="submit" disabled={isBusy} className="mb-5.5">
          Continue to payment
        </Button>
      </Form>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
    </div>
  );
}

/** After a checkout that was cancelled: says so, and leads back to where the payment was wanted. */
export function Cancelled() {
  const [back, setBack] = useState<string | null>(null);
  useEffect(() => setBack(sessionStorage.getItem(RETURN_TO)), []);
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-raised px-4 py-3"
    >
      <p>Checkout cancelled. Nothing was charged.</p>
      {back && (
        <Link className={buttonStyle()} href={back}>
          Back to the skill
        </Link>
      )}
    </div>
  );
}

const POLL_MS = 1_500;
/** States of a payment that nothing follows. */
const ENDED = ["paid", "expired"];

/** After the checkout: waits until the credits have really arrived, then shows them everywhere and offers the way back. */
export function Arrival({ orderId }: { orderId: string }) {
  const [client, router] = [useQueryClient(), useRouter()];
  const [back, setBack] = useState<string | null>(null);
  const { data: order, error } = useQuery({
    ...walletQueries.order(orderId),
    staleTime: 0,
    refetchInterval: ({ state }) =>
      state.data === null || ENDED.includes(state.data?.state ?? "") ? false : POLL_MS,
  });
  const isPaid = order?.state === "paid";
  useEffect(() => setBack(sessionStorage.getItem(RETURN_TO)), []);
  useEffect(() => {
    if (!isPaid) return;
    void client.invalidateQueries({ queryKey: walletQueries.balance.queryKey });
    router.refresh();
  }, [isPaid, client, router]);
  return (
    <div
      role="status"
      className="mb-6 flex flex-wrap items-center justify-between gap-3 rounded-lg border border-line bg-accent-soft px-4 py-3 text-accent-ink"
    >
      <p>
        {error && !order
          ? "We can't reach the marketplace right now. Your payment is safe; this page keeps checking."
          : arrivalText(order)}
      </p>
      {isPaid && (
        <Link
          className={buttonStyle({ variant: "primary" })}
          href={back ?? "/wallet"}
          onClick={() => sessionStorage.removeItem(RETURN_TO)}
        >
          {back ? "Back to the skill" : "To the wallet"}
        </Link>
      )}
    </div>
  );
}

/** What became of a payment; `null` is one that the account does not have, `undefined` one that is still read. */
function arrivalText(order: { state: string; credits: number } | null | undefined): string {
  if (order === undefined) return "Checking your payment…";
  if (order === null) return "We don't know this payment. Your payments are listed below.";
  if (order.state === "paid") return `${order.credits} credits added.`;
  if (order.state === "failed") return "The payment failed; nothing was charged.";
  if (order.state === "expired") return "The checkout was closed; nothing was charged.";
  return "Your payment is on its way. This page shows it when the credits arrive.";
}

/** After a card was saved at the processor's: waits until we have heard of it. */
export function CardArrival() {
  const router = useRouter();
  const { data } = useQuery({
    ...walletQueries.settings,
    staleTime: 0,
    refetchInterval: ({ state }) => (state.data?.card ? false : POLL_MS),
  });
  const hasCard = Boolean(data?.card);
  useEffect(() => {
    if (hasCard) router.refresh();
  }, [hasCard, router]);
  return (
    <p role="status" className="text-sm text-muted">
      Waiting for the payment processor to confirm your card. This takes a moment.
    </p>
  );
}
