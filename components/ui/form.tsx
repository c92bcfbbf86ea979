"use client";

import { type ComponentProps, type ReactNode, useContext, useState } from "react";
import { Button } from "@/components/ui/button";
import { Done } from "@/components/ui/done";
import { ErrorAlert } from "@/components/ui/error-alert";
import { FormContext, type FormState } from "@/components/ui/form-context";
import { type Effects, useAction } from "@/components/ui/use-action";
import { isPassing, isUndecided } from "@/lib/interfaces/client/api";

type Action = Omit<FormState, "names">;
type Props = Omit<ComponentProps<"form">, "onSubmit"> &
  Effects & {
    /** Sends the form's data when it is valid; what it throws is shown at its field, or at the form's end. */
    onSend: (fields: FormData, form: HTMLFormElement) => unknown;
    /** The action that `onSend` starts, where the form is not the only one to start or to show it. */
    by?: Action;
  };

/**
 * A form that is submitted by JavaScript. Before it runs, the form is a POST to `action`, so that input never gets into
 * the URL; without an action, the host answers with the page.
 */
export function Form({ onSend, by, refreshes, invalidates, ...rest }: Props) {
  const own = useAction({ refreshes, invalidates });
  const [names] = useState(() => new Set<string>());
  return (
    <FormContext value={{ ...(by ?? own), names }}>
      <form
        method="post"
        {...rest}
        onSubmit={(event) => {
          event.preventDefault();
          // A question above a form is in its tree, and must not send it.
          event.stopPropagation();
          const form = event.currentTarget;
          const send = async () => void (await onSend(new FormData(form), form));
          void (by ? send() : own.run(send));
        }}
      />
    </FormContext>
  );
}

type EndProps = Pick<ComponentProps<typeof Button>, "variant" | "size"> & {
  action: string;
  /** What it says while it is sent. */
  busy?: string;
  /** Whether something has to be done before it can be sent. */
  isBlocked?: boolean;
  /** Whether what it leads to replaces the page, so that it is sent once only. */
  isOnce?: boolean;
  isWide?: boolean;
  onCancel?: () => void;
  /** What is said once it has worked; nothing before. */
  done?: ReactNode;
  /** What went wrong before scripts ran. */
  problem?: unknown;
  children?: ReactNode;
};

/** The end of a form: submit, cancel, and the result. */
export function FormEnd({
  action,
  busy = action,
  variant = "primary",
  size,
  isBlocked,
  isOnce,
  isWide,
  ...rest
}: EndProps) {
  const { onCancel, done, problem, children } = rest;
  const form = useContext(FormContext);
  if (!form) return null;
  const { isBusy, isDone, failure, failureBeside, again, names } = form;
  const shown = failure ? failureBeside([...names]) : problem;
  return (
    <>
      {shown ? (
        <ErrorAlert
          error={shown}
          {...(failure && (isPassing(failure) || isUndecided(failure)) ? { retry: again } : {})}
        />
      ) : null}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <Button
          type="submit"
          variant={variant}
          size={size}
          className={isWide ? "w-full" : ""}
          disabled={isBusy || isBlocked || (isOnce && isDone)}
        >
          {isBusy ? busy : action}
        </Button>
        {children}
        {onCancel && (
          <Button variant="quiet" size={size} disabled={isBusy} onClick={onCancel}>
            Cancel
          </Button>
        )}
        {isDone && done && <Done>{done}</Done>}
      </div>
    </>
  );
}
