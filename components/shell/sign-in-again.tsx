"use client";

import { useEffect, useState } from "react";
import { PasswordField } from "@/components/account/password-field";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorAlert } from "@/components/ui/error-alert";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf, useAction } from "@/components/ui/use-action";
import { ApiError, callApi, post } from "@/lib/interfaces/client/api";
import { hasPasskeys, signInWithPasskey } from "@/lib/interfaces/client/passkeys";

const focus = (input: HTMLInputElement | null) => input?.focus();

type Props = { email: string; isOpen: boolean; onEnd: (isBack: boolean) => void };

/**
 * Signs the page's account in again. Another account gets the page anew instead: what was typed belongs to the first.
 */
export function SignInAgain({ email, isOpen, onEnd }: Props) {
  const finish = async () => {
    const isSame = await callApi("GET /v1/account", { isBackground: true }).then(
      ({ data }) => data.email === email,
      (error: unknown) => {
        if (error instanceof ApiError && error.code === "wrong_account") return false;
        throw error;
      },
    );
    if (isSame) onEnd(true);
    else window.location.reload();
  };
  useSignInElsewhere(isOpen, finish);
  return (
    <Dialog
      title="Sign in to continue"
      about="Your session has expired. What you typed is still here, and is sent once you have signed in."
      isOpen={isOpen}
      onClose={() => onEnd(false)}
      className="z-50! w-[min(26rem,calc(100vw-2rem))]!"
      isAbove
    >
      {isOpen && <Ways email={email} onDone={finish} />}
    </Dialog>
  );
}

/** Looks whether the person has signed in in another tab, when they come back to this one. */
function useSignInElsewhere(isOpen: boolean, finish: () => Promise<void>): void {
  useEffect(() => {
    if (!isOpen) return;
    const look = () => void finish().catch(() => {});
    window.addEventListener("focus", look);
    return () => window.removeEventListener("focus", look);
  });
}

function Ways({ email, onDone }: { email: string; onDone: () => Promise<void> }) {
  const [isCode, setCode] = useState(false);
  const byPasskey = useAction();
  const byPassword = async (form: FormData) => {
    const password = textOf(form, "password");
    const { status } = await post<{ status: string }>("/api/auth/sign-in/email", { email, password });
    if (status === "two_factor_required") setCode(true);
    else await onDone();
  };
  const byCode = async (form: FormData) => {
    await post("/api/auth/two-factor/verify-totp", { code: textOf(form, "code").trim() });
    await onDone();
  };
  if (isCode) {
    return (
      <Form className="grid gap-4" onSend={byCode}>
        <TextField
          name="code"
          label="Code"
          hint="The 6-digit code from your authenticator app."
          autoComplete="one-time-code"
          inputMode="numeric"
          className="font-mono tracking-widest"
          ref={focus}
          required
        />
        <FormEnd action="Continue" isWide />
      </Form>
    );
  }
  return (
    <div className="grid gap-4">
      <Form className="grid gap-4" onSend={byPassword}>
        <TextField name="email" label="Email" type="email" autoComplete="username" value={email} readOnly />
        <PasswordField name="password" label="Password" />
        <FormEnd action="Sign in" isWide />
      </Form>
      {hasPasskeys() && (
        <Button disabled={byPasskey.isBusy} onClick={() => void byPasskey.run(() => signInWithPasskey().then(onDone))}>
          Sign in with a passkey
        </Button>
      )}
      {byPasskey.failure ? <ErrorAlert error={byPasskey.failure} /> : null}
      <a className="text-sm text-accent-ink underline" href="/sign-in?next=/settings" target="_blank" rel="noreferrer">
        Sign in another way in a new tab
      </a>
    </div>
  );
}
