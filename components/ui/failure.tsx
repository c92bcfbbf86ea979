"use client";

import { ApiError } from "@/components/ui/api";
import { Button } from "@/components/ui/button";

/** What went wrong, what to do, and the id to quote. */
export function Failure({ error, retry }: { error: unknown; retry?: () => void }) {
  const text = error instanceof Error ? error.message : "Something went wrong. Try again.";
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm"
    >
      <span className="text-bad">{text}</span>
      {error instanceof ApiError && error.requestId && (
        <code className="text-2xs text-muted">{error.requestId}</code>
      )}
      {retry && (
        <Button size="sm" onClick={retry}>
          Retry
        </Button>
      )}
    </div>
  );
}
