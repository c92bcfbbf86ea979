"use client";

import { useEffect } from "react";
import { buttonStyle } from "@/components/ui/button-style";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const MINUTE_MS = 60_000;
/** Longer than the clocks of two processes differ. */
const AFTER_END_MS = 1_000;

type Props = { email: string; accountId: string; leftMs: number };

/** Above every page while an administrator views the marketplace as an account. It ends automatically, or with its button. */
export function ImpersonationBanner({ email, accountId, leftMs }: Props) {
  const { run, isBusy, failure } = useAction();
  const back = `/admin/accounts/${accountId}`;
  useEffect(() => {
    const timer = setTimeout(() => leave(back), leftMs + AFTER_END_MS);
    return () => clearTimeout(timer);
  }, [back, leftMs]);
  const end = () =>
    run(async () => {
      await callApi("DELETE /v1/admin/impersonation");
      leave(back);
    });
  const minutes = Math.max(1, Math.ceil(leftMs / MINUTE_MS));
  return (
    <aside aria-label="Viewing as another account" className="bg-warn text-bg">
      <div className="mx-auto flex max-w-7xl flex-wrap items-center justify-between gap-x-4 gap-y-1 px-4 py-1.5 text-sm group-has-[[data-wide]]/page:max-w-[94rem]">
        <p className="min-w-0 wrap-anywhere">
          Viewing as <strong className="font-medium">{email}</strong>. Read-only, for at most {minutes}{" "}
          {minutes === 1 ? "minute" : "minutes"}.{" "}
          {failure ? <span role="alert">We couldn't end the view. Try again.</span> : null}
        </p>
        <button type="button" className={buttonStyle({ size: "sm" })} onClick={end} disabled={isBusy}>
          End
        </button>
      </div>
    </aside>
  );
}

/** A new document: nothing that was rendered for the account stays in this one. */
function leave(to: string): void {
  window.location.assign(to);
}
