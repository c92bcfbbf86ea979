"use client";

import type { ComponentProps } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import type { Effects } from "@/components/ui/use-action";
import { type Question, useConfirm } from "@/components/ui/use-confirm";

type Props = ComponentProps<typeof Button> &
  Effects & {
    /** Does it; what it throws is shown beside the button, or in the question. */
    send: () => Promise<unknown>;
    /** What is asked first. */
    question?: Question;
    done?: string;
  };

/** A button that does one thing, once at a time. */
export function ActionButton({ send, question, done, refreshes, invalidates, disabled, ...rest }: Props) {
  const { ask, run, dialog, isBusy, failure, again } = useConfirm({
    question: question && (() => question),
    send,
    isKeyed: false,
    onDone: () => done && notify(done),
    refreshes,
    invalidates,
  });
  return (
    <>
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <Button {...rest} disabled={disabled || isBusy} onClick={() => (question ? ask() : void run())} />
      {dialog}
    </>
  );
}
