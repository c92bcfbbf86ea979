"use client";

import { Button } from "@/components/ui/button";
import { Empty } from "@/components/ui/panel";

export default function ErrorPage({
  error,
  reset,
}: {
  error: Error & { digest?: string };
  reset: () => void;
}) {
  return (
    <Empty isPage title="Something went wrong on our side">
      <p className="mb-4">
        Nothing was charged. Try again; if it stays, tell us this id: {error.digest ?? "unknown"}.
      </p>
      <Button look="primary" onClick={reset}>
        Try again
      </Button>
    </Empty>
  );
}
