"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";

/** Hours for which deliveries are signed with both secrets after a rotation. */
const GRACE_HOURS = 24;
/** The job looks once a second; the page is read again after it. */
const SENT_AFTER_MS = 2_000;

/** Test, enable, reveal and rotate the secret, delete. */
export function WebhookActions({ webhook }: { webhook: { id: string; active: boolean; events: string[] } }) {
  const params = { id: webhook.id };
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const test = async () => {
    await callApi("POST /v1/webhooks/{id}/test", { params });
    await new Promise((resolve) => setTimeout(resolve, SENT_AFTER_MS));
  };
  const reveal = async () => setSecret((await callApi("GET /v1/webhooks/{id}/secret", { params })).data.secret);
  const rotate = async () => {
    setSecret(null);
    const body = { grace_hours: GRACE_HOURS };
    setSecret((await callApi("POST /v1/webhooks/{id}/secret/rotation", { params, body })).data.secret);
  };
  const remove = async () => {
    await callApi("DELETE /v1/webhooks/{id}", { params });
    router.push("/settings/webhooks");
  };
  return (
    <Panel title="Endpoint">
      <p className="mb-3 text-sm text-muted">
        Gets {webhook.events.length === 0 ? "all events" : webhook.events.join(", ")}. A rotated secret stays valid for{" "}
        {GRACE_HOURS} hours alongside the new one.
      </p>
      {secret && <CodeBlock label="Secret" code={secret} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {webhook.active && (
          <ActionButton variant="primary" refreshes send={test}>
            Send test event
          </ActionButton>
        )}
        <ActionButton
          refreshes
          send={() => callApi("PATCH /v1/webhooks/{id}", { params, body: { active: !webhook.active } })}
        >
          {webhook.active ? "Disable" : "Enable"}
        </ActionButton>
        {secret ? (
          <Button onClick={() => setSecret(null)}>Hide secret</Button>
        ) : (
          <ActionButton send={reveal}>Reveal secret</ActionButton>
        )}
        <ActionButton
          refreshes
          question={{
            title: "Rotate the signing secret?",
            action: "Rotate secret",
            isDangerous: false,
            children: `Deliveries carry both signatures for ${GRACE_HOURS} hours. Switch your endpoint to the new secret by then.`,
          }}
          send={rotate}
        >
          Rotate secret
        </ActionButton>
        <ActionButton
          variant="quiet"
          question={{
            title: "Delete this webhook?",
            action: "Delete webhook",
            children: "We stop sending to it and delete its log.",
          }}
          send={remove}
        >
          Delete …
        </ActionButton>
      </div>
    </Panel>
  );
}
