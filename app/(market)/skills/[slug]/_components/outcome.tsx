"use client";

import { LiveBlock } from "@/components/code/live-block";
import { dollars } from "@/lib/platform/core/dollars";

/** What came of a run, as its page shows it. */
export type Outcome = {
  result: unknown;
  durationMs: number;
  /** In words. */
  cost: string;
  /** What is left afterwards; null without an account. */
  balance: number | null;
  requestId: string;
};

/** The result of a run: what it took, a drawing if it is one, and its JSON. */
export function RunOutcome({ outcome: { result, durationMs, cost, balance, requestId } }: { outcome: Outcome }) {
  const svg =
    typeof result === "object" && result !== null && "svg" in result && typeof result.svg === "string"
      ? result.svg
      : null;
  return (
    <div className="grid gap-3">
      <p className="text-xs text-muted">
        <strong className="text-ok">{durationMs} ms</strong> · {cost}
        {balance !== null && ` · Balance: ${dollars(balance)}`} · <code>{requestId}</code>
      </p>
      {svg && (
        <img
          alt="What the skill drew"
          className="size-40 rounded-md border border-line bg-white"
          src={`data:image/svg+xml;utf8,${encodeURIComponent(svg)}`}
        />
      )}
      <LiveBlock label="Result" language="json" code={JSON.stringify(result, null, 2)} />
    </div>
  );
}
