"use client";

import { useState } from "react";
import { Secret } from "@/components/keys/secret";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { Key } from "@/lib/interfaces/client/key-queries";

/** Creates an account's first key, and shows its secret once. */
export function FirstKey({ base }: { base: string }) {
  const [made, setMade] = useState<{ api_key: string; key: Key } | null>(null);
  const { run, isBusy, failure } = useAction();
  const create = () =>
    run(async () => {
      const body = { name: "First key" };
      setMade((await callApi<{ api_key: string; key: Key }>("/v1/keys", { method: "POST", body })).data);
    });
  if (made) return <Secret secret={made.api_key} made={made.key} base={base} />;
  return (
    <Panel title="Your API key">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">
          For agents and programs. We show it once; you can make more later.
        </p>
        <Button variant="primary" disabled={isBusy} onClick={create}>
          Create API key
        </Button>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </Panel>
  );
}
