"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { RelativeTime } from "@/components/ui/relative-time";
import { callApi } from "@/lib/interfaces/client/api";

type Row = {
  id: string;
  type: string;
  state: "pending" | "delivered" | "failed";
  body?: unknown;
  attempts: number;
  status: number | null;
  error: string | null;
  answer: string | null;
  duration_ms: number | null;
  created_at: string;
};

const TONES = { pending: "warn", delivered: "ok", failed: "bad" } as const;

/** What was sent and what came back; each can be sent again. */
export function Deliveries({ webhookId, rows }: { webhookId: string; rows: Row[] }) {
  return (
    <ul aria-label="Deliveries" className="divide-y divide-line">
      {rows.map((row) => (
        <li key={row.id} className="py-2.5 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="flex min-w-0 flex-wrap items-center gap-2 text-sm">
              <code className="text-xs">{row.type}</code>
              <Badge tone={TONES[row.state]}>{row.state}</Badge>
              <span className="text-xs text-muted">
                <RelativeTime time={row.created_at} /> · {outcomeOf(row)}
              </span>
            </p>
            <ActionButton
              size="sm"
              refreshes
              send={() =>
                callApi("POST /v1/webhooks/{id}/deliveries/{delivery}/replay", {
                  params: { id: webhookId, delivery: row.id },
                })
              }
            >
              Send again
            </ActionButton>
          </div>
          <details className="mt-1 text-xs">
            <summary className="cursor-pointer text-muted">Request and response</summary>
            <pre className="mt-2 max-h-80 overflow-auto rounded-md bg-raised p-3">
              {JSON.stringify(row.body, null, 2)}
            </pre>
            {row.answer && <pre className="mt-2 max-h-40 overflow-auto rounded-md bg-raised p-3">{row.answer}</pre>}
          </details>
        </li>
      ))}
    </ul>
  );
}

function outcomeOf({ attempts, status, error, duration_ms }: Row): string {
  if (attempts === 0) return "waiting";
  const tries = attempts === 1 ? "1 attempt" : `${attempts} attempts`;
  return `${tries} · ${error ?? `status ${status ?? "unknown"}`}${duration_ms === null ? "" : ` in ${duration_ms} ms`}`;
}
