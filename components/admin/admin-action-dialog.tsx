"use client";

import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { AreaField, NumberField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { notify } from "@/components/ui/notify";
import { useSpending } from "@/components/ui/use-action";
import { type AdminCall, callAdmin } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Props = AdminCall & {
  label: string;
  title: string;
  children: ReactNode;
  isDangerous?: boolean;
  /** Asks for an amount of credits, at most this many. */
  mostCredits?: number;
  /** The page that opens afterwards, as a new document. */
  leadsTo?: string;
  reasonLabel?: string;
};

/** A button that asks for a reason before an administrator's action. */
export function AdminActionDialog(props: Props) {
  // Keyed by the action: after Suspend, Unsuspend must not inherit its state.
  return <ActionDialog key={JSON.stringify([props.operation, props.params, props.body])} {...props} />;
}

/** The form's state outlives the dialog, so that a retry after a lost answer uses the same key. */
function ActionDialog(props: Props) {
  const { label, title, children, isDangerous, operation, params, body, leadsTo } = props;
  const { reasonLabel = "Reason, recorded in the audit log" } = props;
  const [isOpen, setOpen] = useState(false);
  const [reason, setReason] = useState("");
  const [amount, setAmount] = useState("");
  const isKeyed = props.mostCredits !== undefined;
  const acting = useSpending({
    isKeyed,
    send: (input: { reason: string; amount?: number }, idempotencyKey) =>
      callAdmin({ operation, params, body: { ...body, ...input } } as AdminCall, isKeyed ? idempotencyKey : undefined),
    onDone: () => {
      if (leadsTo) {
        window.location.assign(leadsTo);
        return;
      }
      notify(`${label}: done. Recorded in the audit log.`);
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
      <Button size="sm" className={isDangerous ? "text-bad!" : ""} onClick={open}>
        {label}
      </Button>
      <LazyDialog title={title} about={children} isOpen={isOpen} onClose={close}>
        <Form
          className="grid gap-4"
          by={acting}
          onSend={() => acting.spend({ reason, ...(isKeyed && { amount: Number(amount) }) })}
        >
          {isKeyed && (
            <NumberField
              name="amount"
              label="Amount (USD)"
              hint={`At most ${dollars(props.mostCredits ?? 0)} at a time.`}
              required
              value={amount}
              onChange={(event) => setAmount(event.target.value)}
              className="max-w-40 font-mono"
            />
          )}
          <AreaField
            name="reason"
            label={reasonLabel}
            required
            limit="reason"
            value={reason}
            onChange={(event) => setReason(event.target.value)}
          />
          <FormEnd action={label} variant={isDangerous ? "danger" : "primary"} isOnce onCancel={close} />
        </Form>
      </LazyDialog>
    </>
  );
}
