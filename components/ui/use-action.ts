"use client";

import { type QueryKey, useMutation, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { keepAccount } from "@/lib/interfaces/client/acting";
import { ApiError } from "@/lib/interfaces/client/api";
import { createIntent, oneAtATime, spendingOptions } from "@/lib/interfaces/client/spending";

type Work = () => Promise<void>;
export type Effects = {
  /** Queries to invalidate afterwards. */
  invalidates?: readonly QueryKey[] | undefined;
  /** Whether the server's part of the page shows it, too. */
  refreshes?: boolean | undefined;
};

/** After a write: invalidates its queries, and refreshes the page if it shows the data. */
function useEffects({ invalidates = [], refreshes = false }: Effects) {
  const [client, router] = [useQueryClient(), useRouter()];
  return {
    // Also after a failure: the page may be stale, and a lost answer may have changed something.
    onSettled: (_: unknown, failure: unknown) => {
      for (const queryKey of invalidates) void client.invalidateQueries({ queryKey });
      if (!refreshes) return;
      keepAccount();
      if (failure) void refreshWhereReadable(router);
      else router.refresh();
    },
  };
}

/**
 * Reads the page again after a failure. Where it cannot be read, without a connection or a session, the refresh would
 * leave it, and what is typed with it: then it stays as it is.
 */
async function refreshWhereReadable(router: ReturnType<typeof useRouter>): Promise<void> {
  const answer = await fetch(window.location.href, { method: "HEAD" }).catch(() => null);
  if (answer?.ok && !answer.redirected) router.refresh();
}

/** How the last write went, as a form shows it. */
function outcomeOf(failure: unknown) {
  const isAt = (name: string, { param }: ApiError) => param === name || param?.startsWith(`${name}[`);
  const errorAt = (name: string) =>
    failure instanceof ApiError && isAt(name, failure) ? sentence(failure.message, failure.param ?? "") : undefined;
  /** What went wrong, when it is about no field that `fields` names. */
  const failureBeside = (fields: readonly string[]) =>
    failure instanceof ApiError && fields.some((name) => isAt(name, failure)) ? null : failure;
  return { failure, errorAt, failureBeside };
}

/** Runs one write at a time and tracks its state: busy, failed, done. Never retries automatically. */
export function useAction(effects: Effects = {}) {
  const follow = useEffects(effects);
  const { mutateAsync, variables, error, isPending, isSuccess } = useMutation({
    mutationFn: (work: Work) => work(),
    ...follow,
  });
  const [once] = useState(oneAtATime);
  const run = (work: Work) => once(() => mutateAsync(work));
  return {
    run,
    /** Does again what has failed. Not for what makes something anew each time: its answer may be all that was lost. */
    again: () => void (variables && run(variables)),
    isBusy: isPending,
    isDone: isSuccess,
    ...outcomeOf(error),
  };
}

export type SpendingOptions<Input, Data> = Effects & Parameters<typeof spendingOptions<Input, Data>>[1];

/**
 * A write that moves money or creates something. The same input is sent under the same Idempotency-Key until its
 * outcome is known, so that a double click, a lost answer or Retry takes effect once. A different input, or one after
 * an answer, gets a new key.
 */
export function useSpending<Input, Data>({ send, onDone, isKeyed, ...effects }: SpendingOptions<Input, Data>) {
  const [intent] = useState(createIntent);
  const [once] = useState(oneAtATime);
  const { mutateAsync, variables, data, error, isPending, isSuccess, isIdle, reset } = useMutation({
    ...spendingOptions<Input, Data>(intent, { send, onDone, isKeyed }),
    ...useEffects(effects),
  });
  const spend = (input: Input) => once(() => mutateAsync(input));
  return {
    spend,
    again: () => void (isIdle || spend(variables as Input)),
    reset,
    data,
    isBusy: isPending,
    isDone: isSuccess,
    ...outcomeOf(error),
  };
}

/** Drops the field's name from the API's message, which is shown beside the field. */
function sentence(message: string, param: string): string {
  const text = message.startsWith(`${param}: `) ? message.slice(param.length + 2) : message;
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** The text of a field of a form. */
export function textOf(form: FormData, name: string): string {
  return String(form.get(name) ?? "");
}
