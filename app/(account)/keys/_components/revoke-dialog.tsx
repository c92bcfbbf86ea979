"use client";

import { useQuery } from "@tanstack/react-query";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { keyQueries } from "@/lib/interfaces/client/key-queries";

type Props = {
  name: string;
  keyId: string;
  isOpen: boolean;
  onConfirm: () => Promise<void>;
  onClose: () => void;
};

/** Asks for the name of a key before it is revoked, and says whether it is in use. */
export function RevokeDialog({ name, keyId, ...rest }: Props) {
  return (
    <LazyAlertDialog
      title="Revoke this key?"
      action="Revoke the key"
      typed={name}
      typedName="the name of the key"
      {...rest}
    >
      <p>Whatever uses it stops at once, for good.</p>
      <p>Subscriptions that it bought go on, unless it has a limit: then they do not renew.</p>
      <LastDay keyId={keyId} />
    </LazyAlertDialog>
  );
}

/** How often a key was used in the last 24 hours. */
function LastDay({ keyId }: { keyId: string }) {
  const { data: calls, isError } = useQuery(keyQueries.lastDay(keyId));
  return (
    <p>
      Calls in the last 24 hours:{" "}
      <strong className="font-mono font-medium text-fg">{calls ?? (isError ? "unknown" : "…")}</strong>
    </p>
  );
}
