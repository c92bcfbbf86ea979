"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "@/app/(market)/skills/[slug]/_components/outcome";
import { useAction } from "@/components/ui/use-action";
import { ApiError, post, read } from "@/lib/interfaces/client/api";

// As in lib/demand/execution/guest-schemas.ts.
type Offer = { token: string | null; left: number; message: string | null };
type Result = { result: unknown; duration_ms: number; request_id: string };

const place = (slug: string) => `guest:${slug}`;

/** The result that this tab has of a call without an account; it stays while its visitor registers. */
function storedIn(slug: string): Outcome | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(slug)) ?? "null") as Outcome | null;
  } catch {
    return null;
  }
}

/** Keeps a result for the visitor who registers next. One that the browser has no room for is left out. */
function keep(slug: string, outcome: Outcome): void {
  try {
    sessionStorage.setItem(place(slug), JSON.stringify(outcome));
  } catch {
    sessionStorage.removeItem(place(slug));
  }
}

/**
 * Runs a skill without an account. `isGuest`: whether the viewer is a visitor, and the skill may be tried; otherwise this only brings
 * back what was tried before.
 */
export function useGuestCall(slug: string, isGuest: boolean) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [answer, setAnswer] = useState<Outcome | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { run, again, isBusy, failure } = useAction();
  useEffect(() => setAnswer(storedIn(slug)), [slug]);
  const askAgain = useCallback(
    (signal?: AbortSignal) =>
      void read<Offer>(`/try/${slug}`, signal)
        .then(setOffer)
        // The run asks again.
        .catch(() => {}),
    [slug],
  );
  useEffect(() => {
    const asking = new AbortController();
    if (isGuest) askAgain(asking.signal);
    return () => asking.abort();
  }, [isGuest, askAgain]);
  const send = async (parameters: unknown) => {
    controller.current = new AbortController();
    const { signal } = controller.current;
    const admitted = offer?.token ? offer : await read<Offer>(`/try/${slug}`, signal);
    setOffer(admitted);
    if (admitted.token === null) return;
    try {
      const made = await post<Result>(`/try/${slug}`, { token: admitted.token, parameters }, signal);
      const { result, duration_ms: durationMs, request_id: requestId } = made;
      const outcome = { result, durationMs, cost: "Free", balance: null, requestId };
      keep(slug, outcome);
      setAnswer(outcome);
    } catch (error) {
      if (!(error instanceof ApiError) || error.param === "token" || error.code !== "invalid_request") setOffer(null);
      throw error;
    } finally {
      // The token is used, unless the parameters were wrong.
      askAgain();
    }
  };
  return {
    execute: (parameters: unknown) => run(() => send(parameters)),
    again,
    cancel: () => controller.current?.abort(),
    isRunning: isBusy,
    answer,
    failure,
    offer,
  };
}
