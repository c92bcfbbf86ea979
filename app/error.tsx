"use client";

import { buttonStyle } from "@/components/ui/button-style";

export default function ErrorPage({ error, reset }: { error: Error & { digest?: string }; reset: () => void }) {
  return (
    <div className="rounded-lg border border-dashed border-line px-6 py-10 text-center">
      <h1 className="text-lg font-medium">Something went wrong on our side</h1>
      <p className="mx-auto mt-1 mb-4 max-w-md text-muted">
        Try again. If you were paying or buying, check your wallet first. If it keeps failing, send us this ID:{" "}
        {error.digest ?? "unknown"}.
      </p>
      <button type="button" className={buttonStyle({ variant: "primary" })} onClick={reset}>
        Try again
      </button>
    </div>
  );
}
