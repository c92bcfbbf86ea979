"use client";

import { useRouter } from "next/navigation";
import { useState } from "react";
import { CodeBlock } from "@/components/code/code-block";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Hours for which deliveries are signed with both secrets after a rotation. */
const GRACE_HOURS = 24;

/** Test, enable, reveal and rotate the secret, delete. */
export function WebhookActions({ webhook }: { webhook: { id: string; active: boolean; events: string[] } }) {
  const path = `/v1/webhooks/${webhook.id}`;
  const router = useRouter();
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const [secret, setSecret] = useState<string | null>(null);
  const [isDeleting, setDeleting] = useState(false);
  const call = <T,>(method: string, to: string, body?: object) => callApi<T>(path + to, { method, body });
  const test = () =>
    run(async () => {
      await call("POST", "/test");
      // The job looks once a second; the page is read again after it.
      await new Promise((resolve) => setTimeout(resolve, 2_000));
    });
  const read = () =>
    run(async () => {
      setSecret((await call<{ secret: string }>("GET", "/secret")).data.secret);
    });
  const rotate = () =>
    run(async () => {
      setSecret(null);
      const { data } = await call<{ secret: string }>("POST", "/secret/rotation", {
        grace_hours: GRACE_HOURS,
      });
      setSecret(data.secret);
    });
  return (
    <Panel title="Endpoint">
      <p className="mb-3 text-sm text-muted">
        Gets {webhook.events.length === 0 ? "all events" : webhook.events.join(", ")}. A rotated secret stays
        valid for {GRACE_HOURS} hours alongside the new one.
      </p>
      {secret && <CodeBlock label="Secret" code={secret} />}
      <div className="mt-3 flex flex-wrap gap-2">
        {webhook.active && (
          <Button variant="primary" disabled={isBusy} onClick={() => void test()}>
            Send test event
          </Button>
        )}
        <Button
          disabled={isBusy}
          onClick={() => void run(async () => void (await call("PATCH", "", { active: !webhook.active })))}
        >
          {webhook.active ? "Disable" : "Enable"}
        </Button>
        {secret ? (
          <Button onClick={() => setSecret(null)}>Hide secret</Button>
        ) : (
          <Button disabled={isBusy} onClick={() => void read()}>
            Reveal secret
          </Button>
        )}
        <Button disabled={isBusy} onClick={() => void rotate()}>
          Rotate secret
        </Button>
        <Button variant="quiet" disabled={isBusy} onClick={() => setDeleting(true)}>
          Delete …
        </Button>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
      <LazyAlertDialog
        title="Delete this webhook?"
        action="Delete webhook"
        isOpen={isDeleting}
        onClose={() => setDeleting(false)}
        onConfirm={async () => {
          await call("DELETE", "");
          router.push("/settings/webhooks");
        }}
      >
        <p>Nothing more is sent to it. Its log is deleted, too.</p>
      </LazyAlertDialog>
    </Panel>
  );
}
