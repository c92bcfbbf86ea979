"use client";

import { KeyRound } from "lucide-react";
import { useSyncExternalStore } from "react";
import { Button } from "@/components/ui/button";
import { buttonStyle } from "@/components/ui/button-style";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import { hasPasskeys, signInWithPasskey } from "@/lib/interfaces/client/passkeys";

const never = () => () => {};

type Provider = { id: string; name: string };

/** Ways to sign in without a password; each then goes where the visitor came from. */
export function OtherWays({ next, providers }: { next: string; providers: Provider[] }) {
  const hasKeys = useSyncExternalStore(never, hasPasskeys, () => false);
  if (!hasKeys && providers.length === 0) return null;
  return (
    <div className="mt-4 grid gap-3 border-t border-line pt-4">
      {providers.map(({ id, name }) => (
        <a
          key={id}
          rel="external nofollow"
          className={buttonStyle({ size: "lg" })}
          href={`/api/auth/sign-in/${id}?next=${encodeURIComponent(next)}`}
        >
          Continue with {name}
        </a>
      ))}
      {hasKeys && <PasskeyButton next={next} />}
    </div>
  );
}

function PasskeyButton({ next }: { next: string }) {
  const { run, isBusy, isDone, failure } = useAction();
  const signIn = () =>
    run(async () => {
      await signInWithPasskey();
      window.location.assign(next);
    });
  return (
    <>
      <Button size="lg" disabled={isBusy || isDone} onClick={() => void signIn()}>
        <KeyRound size={16} aria-hidden />
        Sign in with a passkey
      </Button>
      {failure ? <ErrorAlert error={failure} /> : null}
    </>
  );
}
