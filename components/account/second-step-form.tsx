"use client";

import { useState } from "react";
import { ApiError, callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { Failure } from "@/components/ui/failure";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";

/** Asks for the code of the authenticator, or for a recovery code by those who have lost it. */
export function SecondStepForm({ next }: { next: string }) {
  const [isRecovery, setRecovery] = useState(false);
  const { run, isBusy, isDone, failure, errorAt, failureBeside } = useAction();
  const submit = (form: FormData) =>
    run(async () => {
      const path = isRecovery ? "verify-recovery-code" : "verify-totp";
      await callApi(`/api/auth/two-factor/${path}`, {
        method: "POST",
        body: { code: textOf(form, "code").trim() },
      });
      window.location.assign(next);
    });
  if (failure instanceof ApiError && failure.code === "sign_in_again") {
    return (
      <div className="grid gap-4">
        <p>{failure.message}</p>
        <a
          className={buttonStyle({ look: "primary", size: "lg" })}
          href={`/sign-in?next=${encodeURIComponent(next)}`}
        >
          Sign in again
        </a>
      </div>
    );
  }
  const other = failureBeside(["code"]);
  return (
    <Form className="grid gap-4" onSend={submit}>
      <Field
        key={isRecovery ? "recovery" : "totp"}
        id="code"
        label={isRecovery ? "Recovery code" : "Code"}
        hint={
          isRecovery
            ? "One of the ten that you were given. It works once."
            : "The six digits that your authenticator shows for Skills Marketplace."
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
      <Button look="primary" size="lg" type="submit" disabled={isBusy || isDone}>
        Continue
      </Button>
      {other ? <Failure error={other} /> : null}
      <Button look="quiet" onClick={() => setRecovery(!isRecovery)}>
        {isRecovery ? "Use a code of the authenticator" : "Use a recovery code"}
      </Button>
    </Form>
  );
}
