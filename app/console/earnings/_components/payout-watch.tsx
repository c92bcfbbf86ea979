"use client";

import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { consoleQueries } from "@/lib/interfaces/client/console-queries";

const POLL_MS = 2_000;
/** A payout to a real bank takes days: after this many looks the page no longer waits for it. */
const MAX_LOOKS = 60;
const HOME = "/console/earnings";

type Looked = { state: { dataUpdateCount: number; errorUpdateCount: number } };
const isTired = ({ state }: Looked) => state.dataUpdateCount + state.errorUpdateCount >= MAX_LOOKS;

/** Shows the page as it is now, as soon as there is something else to see. */
function useShowAnew(isOver: boolean): void {
  const router = useRouter();
  useEffect(() => {
    if (!isOver) return;
    router.replace(HOME, { scroll: false });
    router.refresh();
  }, [isOver, router]);
}

const note = "mb-6 rounded-lg border border-line bg-accent-soft px-4 py-3 text-accent-ink";
const isAnswered = (state: string | undefined) => state !== undefined && state !== "incomplete" && state !== "none";

/** After the processor's form: asks whether the account is ready, and shows the page anew when it has an answer. */
export function ConnectReturn() {
  const { data } = useQuery({
    ...consoleQueries.payoutAccount,
    staleTime: 0,
    refetchInterval: (query) => (isTired(query) || isAnswered(query.state.data?.state) ? false : POLL_MS),
    select: ({ state }) => state,
  });
  useShowAnew(isAnswered(data));
  return (
    <p role="status" className={note}>
      Checking with the payment processor whether your account is ready. If you haven't finished its form, you can
      continue anytime.
    </p>
  );
}

/** While a payout is on its way: shows the page anew when it has got further. */
export function PayoutWatch({ id, state }: { id: string; state: string }) {
  const { data } = useQuery({
    ...consoleQueries.payout(id),
    staleTime: 0,
    refetchInterval: (query) => (isTired(query) ? false : POLL_MS),
  });
  useShowAnew(data !== undefined && data?.state !== state);
  return null;
}
