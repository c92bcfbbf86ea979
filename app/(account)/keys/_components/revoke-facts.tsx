"use client";

import { useQuery } from "@tanstack/react-query";
import { keyQueries } from "@/lib/interfaces/client/key-queries";

/** What follows when a key is revoked, and how often it was used in the last 24 hours. */
export function RevokeFacts({ keyId }: { keyId: string }) {
  const { data: calls, isError } = useQuery(keyQueries.lastDay(keyId));
  return (
    <>
      <p>Anything using this key stops working immediately and permanently.</p>
      <p>Its subscriptions continue. If the key has a limit, they won't renew.</p>
      <p>
        Calls in the last 24 hours:{" "}
        <strong className="font-mono font-medium text-fg">{calls ?? (isError ? "unknown" : "…")}</strong>
      </p>
    </>
  );
}
