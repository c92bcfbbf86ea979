"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { ErrorAlert } from "@/components/ui/error-alert";
import { SelectField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { useConfirm } from "@/components/ui/use-confirm";
import { callApi, isUndecided, type ResultOf } from "@/lib/interfaces/client/api";
import { relative } from "@/lib/interfaces/client/format";

type Secret = ResultOf<"GET /v1/developer/skills/{id}/secret">;

const GRACES = [
  [24, "24 hours"],
  [1, "1 hour"],
  [72, "3 days"],
  [168, "7 days"],
  [0, "none: the old one stops working now"],
] as const;
const graceLabel = (wanted: number) => GRACES.find(([hours]) => hours === wanted)?.[1];

/** Shows a skill's signing secret when asked, rotates it, and ends the grace period of the previous one. */
export function SigningPanel({ skillId, previousEndsAt }: { skillId: string; previousEndsAt: string | null }) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [endsAt, setEndsAt] = useState(previousEndsAt);
  const params = { id: skillId };
  const show = async (sent: Promise<{ data: Secret }>) => {
    const { data } = await sent;
    setSecret(data);
    setEndsAt(data.previous?.ends_at ?? null);
  };
  const read = () => show(callApi("GET /v1/developer/skills/{id}/secret", { params }));
  return (
    <Panel title="Signing secret">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          We sign every call to your endpoint with this secret, so you can verify that it comes from us. Keep it on your
          server.
        </p>
        <div className="grid gap-2">
          <SecretLine label="Secret" secret={secret?.secret} />
          {endsAt && (
            <SecretLine label={`Previous secret, expires ${relative(endsAt)}`} secret={secret?.previous?.secret} />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {secret ? (
            <Button onClick={() => setSecret(null)}>Hide</Button>
          ) : (
            <ActionButton send={read}>Reveal</ActionButton>
          )}
          {endsAt && (
            <ActionButton
              question={{
                title: "End the previous secret?",
                action: "End it now",
                children: "A server that still verifies with the previous secret rejects our calls.",
              }}
              send={() => show(callApi("DELETE /v1/developer/skills/{id}/secret/rotation", { params }))}
            >
              End the previous secret now
            </ActionButton>
          )}
        </div>
        <Rotation
          isSecond={endsAt !== null}
          onRotate={(grace_hours) => {
            // Whatever comes of it, the secret shown may no longer be the newest.
            setSecret(null);
            return show(callApi("POST /v1/developer/skills/{id}/secret/rotation", { params, body: { grace_hours } }));
          }}
          onRead={read}
        />
      </div>
    </Panel>
  );
}

/** Shown when it is unknown whether the secret was rotated. */
const LOST = new Error("The response was lost. The secret may have been rotated: reveal it before you continue.");

type RotationProps = {
  /** Whether two secrets are valid already. */
  isSecond: boolean;
  onRotate: (graceHours: number) => Promise<void>;
  onRead: () => Promise<void>;
};

/** Rotates the secret after confirmation. Never retried automatically: a second rotation would end the secret in use. */
function Rotation({ isSecond, onRotate, onRead }: RotationProps) {
  const [grace, setGrace] = useState(24);
  const [isUnknown, setUnknown] = useState(false);
  const { ask, dialog } = useConfirm({
    question: () => ({
      title: "Rotate the signing secret?",
      action: "Rotate secret",
      isDangerous: grace === 0 || isSecond,
      children: <RotationFacts grace={grace} isSecond={isSecond} />,
    }),
    send: () =>
      onRotate(grace).catch((error: unknown) => {
        if (!isUndecided(error)) throw error;
        setUnknown(true);
      }),
    isKeyed: false,
  });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <SelectField
          name="grace_hours"
          label="Keep the old secret valid for"
          value={grace}
          onChange={(event) => setGrace(Number(event.target.value))}
          options={GRACES}
        />
        <Button disabled={isUnknown} onClick={() => ask()}>
          Rotate secret
        </Button>
        <p className="max-w-sm text-xs text-muted">
          During the grace period calls carry both signatures. Switch when you're ready.
        </p>
      </div>
      {isUnknown && (
        <div className="flex flex-wrap items-center gap-2">
          <ErrorAlert error={LOST} />
          <ActionButton
            send={async () => {
              await onRead();
              setUnknown(false);
            }}
          >
            Reveal secret
          </ActionButton>
        </div>
      )}
      {dialog}
    </div>
  );
}

function RotationFacts({ grace, isSecond }: { grace: number; isSecond: boolean }) {
  return (
    <>
      <p>
        {grace === 0
          ? "You get a new secret, and the current one stops working now: your server rejects our calls until it has the new one."
          : `You get a new secret. The current one stays valid for ${graceLabel(grace)}: switch your server by then.`}
      </p>
      {isSecond && <p>Only two secrets can be active; the oldest stops working now.</p>}
    </>
  );
}

function SecretLine({ label, secret }: { label: string; secret: string | undefined }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 rounded-md border border-line bg-raised px-3 py-2">
      <span className="text-xs text-muted">{label}</span>
      <span className="flex items-center gap-2">
        <code className="text-xs">{secret ?? `whsec_${"•".repeat(16)}`}</code>
        {secret && <CopyButton text={secret} />}
      </span>
    </div>
  );
}
