"use client";

import { useState } from "react";
import { Secret } from "@/components/keys/secret";
import { ActionButton } from "@/components/ui/action-button";
import { Panel } from "@/components/ui/panel";
import { callApi, type ResultOf } from "@/lib/interfaces/client/api";

/** Creates an account's first key, and shows its secret once. */
export function FirstKey({ base }: { base: string }) {
  const [made, setMade] = useState<ResultOf<"POST /v1/keys"> | null>(null);
  if (made) return <Secret secret={made.api_key} made={made.key} base={base} />;
  const create = async () => setMade((await callApi("POST /v1/keys", { body: { name: "First key" } })).data);
  return (
    <Panel title="Your API key">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <p className="text-sm text-muted">For agents and programs. We show it once; you can make more later.</p>
        <ActionButton variant="primary" send={create}>
          Create API key
        </ActionButton>
      </div>
    </Panel>
  );
}
