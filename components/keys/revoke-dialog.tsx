"use client";

import { useEffect, useState } from "react";
import { callApi } from "@/components/ui/api";
import { LazyConfirm } from "@/components/ui/lazy-confirm";

const DAY_MS = 24 * 60 * 60 * 1000;

type Props = {
  name: string;
  keyId: string;
  isOpen: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a key before it is revoked, and says whether it is in use. */
export function RevokeDialog({ name, keyId, ...rest }: Props) {
  return (
    <LazyConfirm
      title="Revoke this key?"
      action="Revoke the key"
      typed={name}
      typedName="the name of the key"
      {...rest}
    >
      <p>Whatever uses it stops at once, for good.</p>
      <LastDay keyId={keyId} />
    </LazyConfirm>
  );
}

/** How often a key was used in the last 24 hours. */
function LastDay({ keyId }: { keyId: string }) {
  const [calls, setCalls] = useState<string | null>(null);
  useEffect(() => {
    const controller = new AbortController();
    const since = new Date(Date.now() - DAY_MS).toISOString();
    const path = `/v1/usage?${new URLSearchParams({ key_id: keyId, start_date: since, limit: "1" })}`;
    callApi<{ total: number; total_capped?: true }>(path, { signal: controller.signal })
      .then(({ data }) => setCalls(`${data.total}${data.total_capped ? "+" : ""}`))
      .catch(() => {});
    return () => controller.abort();
  }, [keyId]);
  return (
    <p>
      Calls in the last 24 hours: <strong className="font-mono font-medium text-fg">{calls ?? "…"}</strong>
    </p>
  );
}
