"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** A button that asks the API for one thing and shows the page as it is afterwards. */
export function Run({ label, path }: { label: string; path: string }) {
  const { run, isBusy, failure } = useAction({ refreshes: true });
  return (
    <span className="inline-flex flex-wrap items-center justify-end gap-2">
      {failure ? <ErrorAlert error={failure} /> : null}
      <Button
        size="sm"
        disabled={isBusy}
        onClick={() =>
          run(async () => {
            await callApi(path, { method: "POST" });
          })
        }
      >
        {isBusy ? "Running…" : label}
      </Button>
    </span>
  );
}
