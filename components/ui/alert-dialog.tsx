"use client";

import { AlertDialog as Base } from "@base-ui/react/alert-dialog";
import { cx } from "class-variance-authority";
import { type ReactNode, useState } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { TextField } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { BACKDROP, POPUP, POPUP_MOTION } from "@/components/ui/popup-style";

type Props = {
  isOpen: boolean;
  title: string;
  children: ReactNode;
  action: string;
  /** What has to be typed before it can be done. */
  typed?: string;
  /** What is typed, as the label says it: "the name of the key". */
  typedName?: string;
  isDangerous?: boolean;
  /** Whether something has to be done before it can be confirmed. */
  isBlocked?: boolean;
  /** Whether it is being done: then the question can be neither closed nor confirmed again. */
  isBusy: boolean;
  failure: unknown;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks before an irreversible action. A click outside does not close it. */
export function AlertDialog({ isOpen, onClose, title, ...rest }: Props) {
  return (
    <Base.Root open={isOpen} onOpenChange={(open) => !open && !rest.isBusy && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={BACKDROP} />
        <Base.Popup
          className={cx(
            POPUP,
            POPUP_MOTION,
            "fixed inset-x-0 top-[16dvh] z-30 mx-auto grid max-h-[76dvh] w-[min(28rem,calc(100vw-2rem))] gap-4 overflow-y-auto p-5",
          )}
        >
          <Base.Title className="text-lg font-semibold">{title}</Base.Title>
          <Question {...rest} />
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
  isBusy,
  failure,
  onConfirm,
}: Omit<Props, "isOpen" | "title" | "onClose">) {
  const [text, setText] = useState("");
  const isReady = !isBlocked && (typed === undefined || text.trim() === typed.trim());
  return (
    <Form className="grid gap-4" autoComplete="off" onSend={() => isReady && onConfirm()}>
      <Base.Description render={<div />} className="-mt-3 grid gap-2 text-sm text-muted">
        {children}
      </Base.Description>
      {typed !== undefined && (
        <TextField
          name="typed"
          label={`Type ${typedName}, ${typed}`}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
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
