"use client";

import { useEffect, useState } from "react";
import { callApi } from "@/components/ui/api";

const POLL_MS = 2_000;
/** A payout to a real bank takes days: after this many looks the page no longer waits for it. */
const MAX_POLLS = 60;
const HOME = "/console/earnings";

/** Asks until `isOver` says so, then shows the page anew. Returns whether it has given up. */
function usePoll(ask: () => Promise<boolean>): boolean {
  const [left, setLeft] = useState(MAX_POLLS);
  useEffect(() => {
    if (left === 0) return;
    const timer = setTimeout(async () => {
      if (await ask().catch(() => false)) window.location.replace(HOME);
      else setLeft(left - 1);
    }, POLL_MS);
    return () => clearTimeout(timer);
  });
  return left === 0;
}

const note = "mb-6 rounded-lg border border-line bg-accent-soft px-4 py-3 text-accent-ink";

/** After the processor's form: asks whether the account is ready, and shows the page anew when it has an answer. */
export function ConnectReturn() {
  const hasGivenUp = usePoll(async () => {
    const { data } = await callApi<{ state: string }>("/v1/developer/payouts/account?refresh=true");
    return data.state !== "incomplete" && data.state !== "none";
  });
  return (
    <p role="status" className={note}>
      {hasGivenUp
        ? "The payment processor's form is not finished. You can go on with it at any time."
        : "Asking the payment processor whether your account is ready …"}
    </p>
  );
}

/** While a payout is on its way: shows the page anew when it has got further. */
export function PayoutWatch({ id, state }: { id: string; state: string }) {
  usePoll(async () => {
    const { data } = await callApi<{ data: { id: string; state: string }[] }>(
      "/v1/developer/payouts?limit=5",
    );
    return data.data.find((payout) => payout.id === id)?.state !== state;
  });
  return null;
}
