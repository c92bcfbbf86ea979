"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { type ReactNode, useId, useState } from "react";
import { twMerge } from "tailwind-merge";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { BACKDROP, POPUP, POPUP_MOTION } from "@/components/ui/popup-style";
import { useAction } from "@/components/ui/use-action";

type Props = {
  isOpen: boolean;
  title: string;
  /** What will happen, in full. */
  children: ReactNode;
  /** What the button that does it says. */
  action: string;
  /** What has to be typed before it can be done. */
  typed?: string;
  /** What is typed, as the label says it: "the name of the key". */
  typedName?: string;
  isDangerous?: boolean;
  /** Whether something has to be done before it can be confirmed. */
  isBlocked?: boolean;
  /** Does it; the dialog stays, with what went wrong, when this throws. */
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before an irreversible action. A click outside does not close it. */
export function AlertDialog({ isOpen, onClose, title, onConfirm, ...rest }: Props) {
  // Not closable while the action runs, or it could be confirmed twice.
  const [isBusy, setBusy] = useState(false);
  const confirm = async () => {
    setBusy(true);
    await onConfirm().finally(() => setBusy(false));
  };
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={twMerge(
            POPUP,
            POPUP_MOTION,
            "fixed inset-x-0 top-[16dvh] z-30 mx-auto grid max-h-[76dvh] w-[min(28rem,calc(100vw-2rem))] gap-4 overflow-y-auto p-5",
          )}
        >
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Question {...rest} onConfirm={confirm} onClose={onClose} />
        </Base.Popup>
      </Base.Portal>
    </Base.Root>
  );
}

function Question({
  children,
  action,
  typed,
  typedName = "the name",
  isDangerous = true,
  isBlocked = false,
  onConfirm,
  onClose,
}: Omit<Props, "isOpen" | "title">) {
  const [text, setText] = useState("");
  const { run, isBusy, failure } = useAction();
  const id = useId();
  const isReady = !isBlocked && (typed === undefined || text.trim() === typed.trim());
  return (
    <Form
      className="grid gap-4"
      autoComplete="off"
      onSend={() => {
        if (isReady)
          void run(async () => {
            await onConfirm();
            onClose();
          });
      }}
    >
      <Base.Description render={<div />} className="-mt-3 grid gap-2 text-sm text-muted">
        {children}
      </Base.Description>
      {typed !== undefined && (
        <Field id={id} label={`Type ${typedName}, ${typed}`}>
          <Input id={id} value={text} onChange={(event) => setText(event.target.value)} />
        </Field>
      )}
      {failure ? <ErrorAlert error={failure} /> : null}
      <div className="flex flex-wrap justify-end gap-2">
        <Base.Close disabled={isBusy} className={buttonStyle()}>
          Cancel
        </Base.Close>
        <Button type="submit" variant={isDangerous ? "danger" : "primary"} disabled={isBusy || !isReady}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
