"use client";

import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { CopyButton } from "@/components/ui/copy";
import { ApiError } from "@/lib/client/api";

/** What to do about a failure whose own words do not say it. */
function adviceFor(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  // A wrong password is 401, too, and needs no advice.
  if (error.code === "unauthorized") return "Sign in again in another tab, then retry.";
  if (error.status === 429) return "Wait a moment, then retry.";
  return error.status === 500 ? "Try again; if it happens again, send us this id." : null;
}

/** Where to buy the credits that a refused request lacked, and to come back from; null for any other failure. */
function topUpFor(error: unknown): string | null {
  if (!(error instanceof ApiError) || error.code !== "insufficient_credits") return null;
  const { pathname, search } = window.location;
  const query = new URLSearchParams({
    next: pathname + search,
    amount: String(error.details.shortfall ?? ""),
  });
  return `/wallet?${query}`;
}

/** What went wrong, what to do, and the id to quote. */
export function Failure({
  error,
  retry,
  retryLabel = "Retry",
}: {
  error: unknown;
  retry?: () => void;
  retryLabel?: string;
}) {
  const text = error instanceof Error ? error.message : "Something went wrong. Try again.";
  const advice = adviceFor(error);
  const topUp = topUpFor(error);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm"
    >
      <span className="text-bad">{text}</span>
      {advice && <span className="text-muted">{advice}</span>}
      {error instanceof ApiError && error.requestId && (
        <span className="flex items-center gap-1.5">
          <code className="text-2xs text-muted">{error.requestId}</code>
          <CopyButton text={error.requestId} label="Copy id" />
        </span>
      )}
      {topUp && (
        <a className={buttonStyle({ look: "primary", size: "sm" })} href={topUp}>
          Top up
        </a>
      )}
      {retry && (
        <Button size="sm" onClick={retry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
