"use client";

import { buttonStyle } from "@/components/ui/button-style";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { email: string; mailbox: boolean };

/** Reminds of an email that is not verified; it blocks nothing. */
export function VerifyNotice({ email, mailbox }: Props) {
  const { run, isBusy, isDone, failure } = useAction();
  const send = () =>
    run(async () => {
      await callApi("POST /v1/account/verification");
    });
  return (
    <aside aria-label="Email not verified" className="border-b border-line bg-accent-soft text-accent-ink">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center gap-x-4 gap-y-1 px-4 py-1.5 text-sm">
        <p className="min-w-0">
          Verify <strong className="font-medium">{email}</strong>: check your inbox.
        </p>
        <p className="flex items-center gap-3" aria-live="polite">
          {isDone ? (
            "We have sent you a new link."
          ) : (
            <button type="button" className={buttonStyle({ size: "sm" })} onClick={send} disabled={isBusy}>
              Resend email
            </button>
          )}
          {failure ? "The email could not be sent. Try again later." : null}
          {mailbox && (
            <a className="underline" href="/mail">
              Mailbox
            </a>
          )}
        </p>
      </div>
    </aside>
  );
}
