"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { CopyButton } from "@/components/ui/copy";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Select } from "@/components/ui/field";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi, isUndecided } from "@/lib/interfaces/client/api";
import { relative } from "@/lib/interfaces/client/format";

type Secret = { secret: string; previous: { secret: string; ends_at: string } | null };

const GRACES = [
  [24, "24 hours"],
  [1, "1 hour"],
  [72, "3 days"],
  [168, "7 days"],
  [0, "none: the old one ends now"],
] as const;
const graceLabel = (wanted: number) => GRACES.find(([hours]) => hours === wanted)?.[1];

/** Shows a skill's signing secret when asked, rotates it, and ends the grace of the one before. */
export function SigningPanel({
  skillId,
  previousEndsAt,
}: {
  skillId: string;
  previousEndsAt: string | null;
}) {
  const [secret, setSecret] = useState<Secret | null>(null);
  const [endsAt, setEndsAt] = useState(previousEndsAt);
  const { run, again, isBusy, failure } = useAction();
  const call = async (path: string, method: string, body?: object) => {
    const { data } = await callApi<Secret>(`/v1/developer/skills/${skillId}/secret${path}`, {
      method,
      ...(body && { body }),
    });
    setSecret(data);
    setEndsAt(data.previous?.ends_at ?? null);
  };
  return (
    <Panel title="Signing secret">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          Every call to your endpoint is signed with it, so that you can verify that a call comes from us.
          Keep it on the server.
        </p>
        <div className="grid gap-2">
          <SecretLine label="Secret" secret={secret?.secret} />
          {endsAt && (
            <SecretLine
              label={`Before it, valid until it ends ${relative(endsAt)}`}
              secret={secret?.previous?.secret}
            />
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          {secret ? (
            <Button onClick={() => setSecret(null)}>Hide</Button>
          ) : (
            <Button disabled={isBusy} onClick={() => void run(() => call("", "GET"))}>
              Reveal
            </Button>
          )}
          {endsAt && (
            <Button disabled={isBusy} onClick={() => void run(() => call("/rotation", "DELETE"))}>
              End the old secret now
            </Button>
          )}
        </div>
        <Rotation
          isSecond={endsAt !== null}
          onRotate={(hours) => {
            // Whatever comes of it, what is shown may be the newest no longer.
            setSecret(null);
            return call("/rotation", "POST", { grace_hours: hours });
          }}
          onRead={() => call("", "GET")}
        />
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      </div>
    </Panel>
  );
}

/** Shown when it is unknown whether the secret was rotated. */
const LOST = new Error(
  "The answer was lost, and the secret may have been rotated. Read it before you go on.",
);

/**
 * Rotates the secret after confirmation. Never retried automatically: a second rotation would end the secret in use.
 */
function Rotation({
  isSecond,
  onRotate,
  onRead,
}: {
  /** Whether two secrets are valid already. */
  isSecond: boolean;
  onRotate: (graceHours: number) => Promise<void>;
  onRead: () => Promise<void>;
}) {
  const [grace, setGrace] = useState(24);
  const [isAsking, setAsking] = useState(false);
  const [isUnknown, setUnknown] = useState(false);
  const { run, isBusy, failure } = useAction();
  const rotate = () =>
    onRotate(grace).catch((error: unknown) => {
      if (!isUndecided(error)) throw error;
      setUnknown(true);
    });
  const read = () =>
    run(async () => {
      await onRead();
      setUnknown(false);
    });
  return (
    <div className="grid gap-3 border-t border-line pt-4">
      <div className="flex flex-wrap items-end gap-3">
        <Field id="grace" label="Old and new are both valid for">
          <Select id="grace" value={grace} onChange={(event) => setGrace(Number(event.target.value))}>
            {GRACES.map(([hours, label]) => (
              <option key={hours} value={hours}>
                {label}
              </option>
            ))}
          </Select>
        </Field>
        <Button disabled={isUnknown} onClick={() => setAsking(true)}>
          Rotate secret
        </Button>
        <p className="max-w-sm text-xs text-muted">
          During the grace each call carries both signatures: change the secret on your side at any time in
          it.
        </p>
      </div>
      {isUnknown && (
        <ErrorAlert
          error={failure ?? LOST}
          retry={() => void (isBusy || read())}
          retryLabel="Reveal secret"
        />
      )}
      <LazyAlertDialog
        title="Rotate the signing secret?"
        action="Rotate it"
        isDangerous={grace === 0 || isSecond}
        isOpen={isAsking}
        onConfirm={rotate}
        onClose={() => setAsking(false)}
      >
        <p>
          {grace === 0
            ? "There is a new secret at once, and the one in use ends now: your server refuses our calls until it knows the new one."
            : `There is a new secret at once. The one in use stays valid beside it for ${graceLabel(grace)}: give the new one to your server by then.`}
        </p>
        {isSecond && <p>The secret before it, which is valid too, ends now: no more than two are.</p>}
      </LazyAlertDialog>
    </div>
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
