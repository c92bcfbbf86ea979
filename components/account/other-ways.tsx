"use client";

import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import { hasPasskeys, signInWithPasskey } from "@/lib/client/passkeys";

const never = () => () => {};

/** Ways to sign in without a password; then goes where the visitor came from. */
export function OtherWays({ next }: { next: string }) {
  const { run, isBusy, isDone, failure } = useAction();
  const isOffered = useSyncExternalStore(never, hasPasskeys, () => false);
  if (!isOffered) return null;
  const signIn = () =>
    run(async () => {
      await signInWithPasskey();
      window.location.assign(next);
    });
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      <Button size="lg" disabled={isBusy || isDone} onClick={() => void signIn()}>
        <KeyRound size={16} aria-hidden />
        Sign in with a passkey
      </Button>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
