"use client";

import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, callApi } from "@/lib/interfaces/client/api";

type Props = { next: string; isRecovery: boolean; problem: { code: string; text: string } | null };

/** Asks for the code of the authenticator, or for a recovery code. Works without scripts. */
export function SecondStepForm({ next, isRecovery, problem }: Props) {
  const { run, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const action = `/api/auth/two-factor/${isRecovery ? "verify-recovery-code" : "verify-totp"}`;
  const submit = (form: FormData) =>
    run(async () => {
      await callApi(action, { method: "POST", body: { code: textOf(form, "code").trim() } });
      window.location.assign(next);
    });
  const isOver =
    failure instanceof ApiError ? failure.code === "sign_in_again" : problem?.code === "sign_in_again";
  if (isOver) {
    return (
      <div className="grid gap-4">
        <p>{failure instanceof ApiError ? failure.message : problem?.text}</p>
        <Link
          className={buttonStyle({ variant: "primary", size: "lg" })}
          href={`/sign-in?next=${encodeURIComponent(next)}`}
        >
          Sign in again
        </Link>
      </div>
    );
  }
  const shown = failure ? failureBeside(["code"]) : problem && new Error(problem.text);
  return (
    <Form className="grid gap-4" action={action} onSend={submit}>
      <input type="hidden" name="next" value={next} />
      <Field
        id="code"
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? "One of your ten recovery codes. Each works once."
            : "The 6-digit code that your authenticator app shows."
        }
        error={errorAt("code")}
      >
        <Input
          id="code"
          name="code"
          autoComplete={isRecovery ? "off" : "one-time-code"}
          inputMode={isRecovery ? "text" : "numeric"}
          maxLength={20}
          spellCheck={false}
          className="font-mono tracking-widest"
          required
        />
      </Field>
      <Button variant="primary" size="lg" type="submit" disabled={isBusy || isDone}>
        Continue
      </Button>
      {shown ? <ErrorAlert error={shown} /> : null}
      <Link
        className={buttonStyle({ variant: "quiet" })}
        href={`/sign-in/code?${isRecovery ? "" : "kind=recovery&"}next=${encodeURIComponent(next)}`}
      >
        {isRecovery ? "Use an authenticator code" : "Use a recovery code"}
      </Link>
    </Form>
  );
}
