"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";

const POLL_MS = 1_500;

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
