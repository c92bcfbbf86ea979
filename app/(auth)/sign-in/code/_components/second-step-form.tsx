"use client";

import { buttonStyle } from "@/components/ui/button-style";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, post } from "@/lib/interfaces/client/api";

type Props = { next: string; isRecovery: boolean; problem: { code: string; text: string } | null };

/** Asks for the code of the authenticator, or for a recovery code. Works without scripts. */
export function SecondStepForm({ next, isRecovery, problem }: Props) {
  const verifying = useAction();
  const { failure } = verifying;
  const action = `/api/auth/two-factor/${isRecovery ? "verify-recovery-code" : "verify-totp"}`;
  const submit = (form: FormData) =>
    verifying.run(async () => {
      await post(action, { code: textOf(form, "code").trim() });
      window.location.assign(next);
    });
  const isOver = failure instanceof ApiError ? failure.code === "sign_in_again" : problem?.code === "sign_in_again";
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
  return (
    <Form className="grid gap-4" action={action} by={verifying} onSend={submit}>
      <input type="hidden" name="next" value={next} />
      <TextField
        name="code"
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? "One of your ten recovery codes. Each works once."
            : "The 6-digit code from your authenticator app."
        }
        autoComplete={isRecovery ? "off" : "one-time-code"}
        inputMode={isRecovery ? "text" : "numeric"}
        spellCheck={false}
        className="font-mono tracking-widest"
        required
      />
      <FormEnd action="Continue" size="lg" isWide isOnce problem={problem && new Error(problem.text)} />
      <Link
        className={buttonStyle({ variant: "quiet" })}
        href={`/sign-in/code?${isRecovery ? "" : "kind=recovery&"}next=${encodeURIComponent(next)}`}
      >
        {isRecovery ? "Use an authenticator code" : "Use a recovery code"}
      </Link>
    </Form>
  );
}
