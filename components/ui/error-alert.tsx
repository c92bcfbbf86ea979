"use client";

import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { CopyButton } from "@/components/ui/copy";
import { Link } from "@/components/ui/link";
import { ApiError } from "@/lib/interfaces/client/api";
import { adviceFor, messageOf, remedyFor } from "@/lib/interfaces/client/remedies";

const never = () => () => {};

/** What went wrong, what to do, and the id to quote. */
export function ErrorAlert({
  error,
  retry,
  retryLabel = "Retry",
}: {
  error: unknown;
  retry?: () => void;
  retryLabel?: string;
}) {
  const advice = adviceFor(error);
  // The server does not know the whole address, and renders alerts, too.
  const here = useSyncExternalStore(
    never,
    () => window.location.pathname + window.location.search,
    () => "/",
  );
  const remedy = remedyFor(error, here);
  return (
    <div
      role="alert"
      className="flex flex-wrap items-center gap-2 rounded-md border border-bad/40 bg-raised px-3 py-2 text-sm"
    >
      <span className="text-bad">{messageOf(error)}</span>
      {advice && <span className="text-muted">{advice}</span>}
      {error instanceof ApiError && error.requestId && (
        <span className="flex items-center gap-1.5">
          <code className="text-2xs text-muted">{error.requestId}</code>
          <CopyButton text={error.requestId} label="Copy id" />
        </span>
      )}
      {remedy && (
        <Link
          className={buttonStyle({ variant: "primary", size: "sm" })}
          href={remedy.href}
          {...(remedy.isNewTab && { target: "_blank" })}
        >
          {remedy.title}
        </Link>
      )}
      {retry && (
        <Button size="sm" onClick={retry}>
          {retryLabel}
        </Button>
      )}
    </div>
  );
}
