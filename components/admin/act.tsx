"use client";

import { type ReactNode, useId, useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Input, TextArea } from "@/components/ui/field";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";

const MAX_REASON_CHARS = 1000;

type Props = {
  /** What the button says, and the one that confirms. */
  label: string;
  title: string;
  /** What will happen. */
  children: ReactNode;
  method?: "POST" | "PUT";
  path: string;
  body?: Record<string, unknown>;
  isDangerous?: boolean;
  /** Asks for an amount of credits, at most this many. */
  mostCredits?: number;
  /** What the developer or the log reads. */
  reasonLabel?: string;
};

/** A button that asks for a reason before an administrator's act, and shows how it went. */
export function Act(props: Props) {
  const { label, title, children, isDangerous } = props;
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className={isDangerous ? "text-bad" : ""} onClick={() => setOpen(true)}>
        {label}
      </Button>
      <LazyDialog title={title} about={children} isOpen={isOpen} onClose={() => setOpen(false)}>
        <ActForm {...props} onClose={() => setOpen(false)} />
      </LazyDialog>
    </>
  );
}

function ActForm({
  label,
  method = "POST",
  path,
  body,
  isDangerous,
  mostCredits,
  reasonLabel = "Reason, kept in the audit log",
  onClose,
}: Omit<Props, "title" | "children"> & { onClose: () => void }) {
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState("");
  const isKeyed = mostCredits !== undefined;
  const { spend, again, isBusy, isDone, errorAt, failureBeside } = useSpending({
    isKeyed,
    send: (input: Record<string, unknown>, idempotencyKey) =>
      callApi(path, { method, body: input, ...(isKeyed && { idempotencyKey }) }),
    onDone: () => {
      notify(`${label}: done, and in the audit log.`);
      onClose();
    },
    refreshes: true,
  });
  const id = useId();
  const send = () => spend({ ...body, reason, ...(isKeyed && { amount: Number(amount) }) });
  const failure = failureBeside(["reason", "amount"]);
  return (
    <form
      className="grid gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        void send();
      }}
    >
      {mostCredits !== undefined && (
        <Field
          id={`${id}-amount`}
          label="Credits"
          hint={`More than 0, at most ${mostCredits} at once.`}
          error={errorAt("amount")}
        >
          <Input
            id={`${id}-amount`}
            type="number"
            step="any"
            inputMode="decimal"
            required
            value={amount}
            onChange={(event) => setAmount(event.target.value)}
            className="max-w-40 font-mono"
          />
        </Field>
      )}
      <Field id={`${id}-reason`} label={reasonLabel} error={errorAt("reason")}>
        <TextArea
          id={`${id}-reason`}
          required
          maxLength={MAX_REASON_CHARS}
          value={reason}
          onChange={(event) => setReason(event.target.value)}
          className="font-sans text-sm"
        />
      </Field>
      {failure ? <Failure error={failure} retry={again} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" look={isDangerous ? "danger" : "primary"} disabled={isBusy || isDone}>
          {label}
        </Button>
      </div>
    </form>
  );
}
