"use client";

import { useCallback, useEffect, useRef, useState } from "react";
import type { Outcome } from "@/app/(market)/skills/[slug]/_components/outcome";
import { useAction } from "@/components/ui/use-action";
import { ApiError, post, read } from "@/lib/interfaces/client/api";

// As in lib/demand/execution/guest-schemas.ts.
type Offer = { token: string | null; left: number; message: string | null };
type Result = { result: unknown; duration_ms: number; request_id: string };

const place = (name: string) => `guest:${name}`;

/** The result that this tab has of a call without an account; it stays while its visitor registers. */
function storedIn(name: string): Outcome | null {
  try {
    return JSON.parse(sessionStorage.getItem(place(name)) ?? "null") as Outcome | null;
  } catch {
    return null;
  }
}

/** Keeps a result for the visitor who registers next. One that the browser has no room for is left out. */
function keep(name: string, outcome: Outcome): void {
  try {
    sessionStorage.setItem(place(name), JSON.stringify(outcome));
  } catch {
    sessionStorage.removeItem(place(name));
  }
}

/**
 * Runs a skill without an account. `isGuest`: whether the viewer is a visitor, and the skill may be tried; otherwise this only brings
 * back what was tried before.
 */
export function useGuestCall(slug: string, tool: string | null, isGuest: boolean) {
  const [offer, setOffer] = useState<Offer | null>(null);
  const [answer, setAnswer] = useState<Outcome | null>(null);
  const controller = useRef<AbortController | null>(null);
  const { run, again, isBusy, failure } = useAction();
  const name = tool === null ? slug : `${slug}/${tool}`;
  useEffect(() => setAnswer(storedIn(name)), [name]);
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
      const made = await post<Result>(
        `/try/${slug}`,
        { token: admitted.token, ...(tool !== null && { tool }), parameters },
        signal,
      );
      const { result, duration_ms: durationMs, request_id: requestId } = made;
      const outcome = { result, durationMs, cost: "Free", balance: null, requestId };
      keep(name, outcome);
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
