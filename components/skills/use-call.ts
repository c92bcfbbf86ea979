"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { type Answered, callApi } from "@/components/ui/api";
import { useSpending } from "@/components/ui/use-action";
import { walletQueries } from "@/components/wallet/queries";
import type { Balance } from "@/lib/ledger/schemas";

export type Executed = {
  result: unknown;
  usage: { cost: number; free: boolean; duration_ms: number };
  balance: Balance;
};

const TICK_MS = 100;

/** Milliseconds since a call has begun; 0 when none runs. */
function useElapsed(isRunning: boolean): number {
  const [elapsedMs, setElapsed] = useState(0);
  useEffect(() => {
    if (!isRunning) return;
    const startedAt = performance.now();
    const timer = setInterval(() => setElapsed(performance.now() - startedAt), TICK_MS);
    return () => {
      clearInterval(timer);
      setElapsed(0);
    };
  }, [isRunning]);
  return elapsedMs;
}

/**
 * Runs a skill: one call at a time, which may be given up while it runs. The answer before stays until the next one is
 * there, and the balance follows each.
 */
export function useCall(slug: string) {
  const client = useQueryClient();
  const [answer, setAnswer] = useState<Answered<Executed> | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { spend, again, isBusy, failure } = useSpending({
    send: (body: unknown, idempotencyKey) => {
      controller.current = new AbortController();
      const path = `/v1/skills/${slug}/execute`;
      const { signal } = controller.current;
      return callApi<Executed>(path, { method: "POST", body, idempotencyKey, signal });
    },
    onDone: (done) => {
      setAnswer(done);
      client.setQueryData(walletQueries.balance.queryKey, done.data.balance);
    },
  });
  return {
    execute: spend,
    again,
    cancel: () => controller.current?.abort(),
    isRunning: isBusy,
    elapsedMs: useElapsed(isBusy),
    answer,
    failure,
  };
}
