"use client";

import { type ReactNode, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_REASON_CHARS } from "@/lib/platform/core/limits";

type Props = {
  /** Labels of the button and of the one that confirms. */
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
  /** The page that opens afterwards, as a new document. */
  leadsTo?: string;
  /** Label of the reason. */
  reasonLabel?: string;
};

/** A button that asks for a reason before an administrator's action. */
export function AdminActionDialog(props: Props) {
  const { method, path, body } = props;
  // Keyed by the action: after Suspend, Unsuspend must not inherit its state.
  return <ActionDialog key={JSON.stringify([method, path, body])} {...props} />;
}

/** The form's state outlives the dialog, so that a retry after a lost answer uses the same key. */
function ActionDialog(props: Props) {
  const { label, title, children, isDangerous, method = "POST", path, body, leadsTo } = props;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState("");
  const isKeyed = props.mostCredits !== undefined;
  const acting = useSpending({
    isKeyed,
    send: (input: Record<string, unknown>, idempotencyKey) =>
      callApi(path, { method, body: input, ...(isKeyed && { idempotencyKey }) }),
    onDone: () => {
      if (leadsTo) {
        window.location.assign(leadsTo);
        return;
      }
      notify(`${label}: done, and in the audit log.`);
      setOpen(false);
      setReason("");
      setAmount("");
    },
    refreshes: leadsTo === undefined,
  });
  const open = () => {
    if (acting.isDone) acting.reset();
    setOpen(true);
  };
  const close = () => {
    if (!acting.isBusy) setOpen(false);
  };
  return (
    <>
      <Button size="sm" className={isDangerous ? "text-bad" : ""} onClick={open}>
        {label}
      </Button>
      <LazyDialog title={title} about={children} isOpen={isOpen} onClose={close}>
        <ActionForm
          {...props}
          {...{ acting, reason, setReason, amount, setAmount }}
          onSend={() => acting.spend({ ...body, reason, ...(isKeyed && { amount: Number(amount) }) })}
          onClose={close}
        />
      </LazyDialog>
    </>
  );
}

type FormProps = Pick<Props, "label" | "isDangerous" | "mostCredits" | "reasonLabel"> & {
  acting: Pick<ReturnType<typeof useSpending>, "again" | "isBusy" | "isDone" | "errorAt" | "failureBeside">;
  reason: string;
  setReason: (reason: string) => void;
  amount: string;
  setAmount: (amount: string) => void;
  onSend: () => Promise<void>;
  onClose: () => void;
};

function ActionForm({
  label,
  isDangerous,
  mostCredits,
  reasonLabel = "Reason, recorded in the audit log",
  acting: { again, isBusy, isDone, errorAt, failureBeside },
  reason,
  setReason,
  amount,
  setAmount,
  onSend,
  onClose,
}: FormProps) {
  const id = useId();
  const failure = failureBeside(["reason", "amount"]);
  return (
    <Form className="grid gap-4" onSend={onSend}>
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
        />
      </Field>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose} disabled={isBusy}>
          Cancel
        </Button>
        <Button type="submit" variant={isDangerous ? "danger" : "primary"} disabled={isBusy || isDone}>
          {label}
        </Button>
      </div>
    </Form>
  );
}
