"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import type { Outcome } from "@/app/(market)/skills/[slug]/_components/outcome";
import { useSpending } from "@/components/ui/use-action";
import { type Answered, ApiError, type BodyOf, callApi, type ResultOf } from "@/lib/interfaces/client/api";
import { messageOf } from "@/lib/interfaces/client/remedies";
import { addRun } from "@/lib/interfaces/client/run-history";
import { walletQueries } from "@/lib/interfaces/client/wallet-queries";
import { dollars } from "@/lib/platform/core/dollars";

type Result = ResultOf<"POST /v1/skills/{slug}/execute">;
/** The result of a call; only a dry run gets a quote instead. */
type Executed = Extract<Result, { usage: unknown }>;

const TICK_MS = 100;
/** Refusals after which the page is stale: it is read anew, and shows the new price or what to buy. */
const STALE: Record<string, Error> = {
  price_changed: new Error("The price has changed since you opened this page. Nothing was run or charged."),
  purchase_required: new Error("This now needs a subscription. Nothing was run or charged."),
};

/** What a call has cost. */
const costOf = ({ usage }: Executed) => (usage.free || usage.cost === 0 ? "Free" : dollars(usage.cost));

function toOutcome({ data, requestId }: Answered<Executed>): Outcome {
  const { result, usage, balance } = data;
  return { result, durationMs: usage.duration_ms ?? 0, cost: costOf(data), balance: balance.available, requestId };
}

/** Milliseconds since a call has begun; 0 when none runs. */
export function useElapsed(isRunning: boolean): number {
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
 * Runs a skill for no more than the price that the page shows: one call at a time, which may be given up while it runs. The
 * answer before stays until the next one is
 * there, and the balance follows each.
 */
export function useCall(slug: string, tool: string | null, maxPrice: number | null) {
  const name = tool === null ? slug : `${slug}/${tool}`;
  const [client, router] = [useQueryClient(), useRouter()];
  const [answer, setAnswer] = useState<Answered<Executed> | null>(null);
  const controller = useRef<AbortController | null>(null);
  const sent = useRef<unknown>(null);
  const { spend, again, isBusy, failure } = useSpending({
    send: ({ body, most }: { body: unknown; most: number | null }, idempotencyKey) => {
      controller.current = new AbortController();
      const { signal } = controller.current;
      const query = { max_price: most ?? undefined };
      const sending = { query, body: body as BodyOf<"POST /v1/skills/{slug}/execute">, idempotencyKey, signal };
      const calling =
        tool === null
          ? callApi("POST /v1/skills/{slug}/execute", { params: { slug }, ...sending })
          : callApi("POST /v1/skills/{slug}/tools/{tool}/execute", { params: { slug, tool }, ...sending });
      return calling as Promise<Answered<Executed>>;
    },
    onDone: (done) => {
      setAnswer(done);
      const { cost, duration_ms } = done.data.usage;
      const at = new Date().toISOString();
      addRun(name, { at, parameters: sent.current, cost, durationMs: duration_ms, failure: null });
      client.setQueryData(walletQueries.balance.queryKey, done.data.balance);
      // The free calls that the page shows are the server's.
      router.refresh();
    },
  });
  const failed = failure instanceof ApiError && failure.code !== "invalid_request" ? messageOf(failure) : null;
  useEffect(() => {
    if (failed === null) return;
    const at = new Date().toISOString();
    addRun(name, { at, parameters: sent.current, cost: null, durationMs: null, failure: failed });
  }, [failed, name]);
  const stale = failure instanceof ApiError ? STALE[failure.code] : undefined;
  useEffect(() => {
    if (stale) router.refresh();
  }, [stale, router]);
  return {
    execute: (body: unknown) => {
      sent.current = body;
      return spend({ body, most: maxPrice });
    },
    again,
    cancel: () => controller.current?.abort(),
    isRunning: isBusy,
    answer: answer && toOutcome(answer),
    failure: stale ?? failure,
  };
}
