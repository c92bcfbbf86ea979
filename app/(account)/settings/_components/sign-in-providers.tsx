"use client";

import { useState } from "react";
import { OwnerPrompt } from "@/app/(account)/settings/_components/owner-prompt";
import type { Owner } from "@/components/account/owner-field";
import { Button } from "@/components/ui/button";
import { RelativeTime } from "@/components/ui/relative-time";
import { post } from "@/lib/interfaces/client/api";

type ProviderRow = { provider: string; name: string; created_at: string | null };

/** The providers that one can sign in with here, and those that the account is connected with. */
export function SignInProviders({ owner, rows }: { owner: Owner; rows: ProviderRow[] }) {
  const [removed, setRemoved] = useState<string | null>(null);
  return (
    <ul aria-label="Providers" className="divide-y divide-line">
      {rows.map(({ provider, name, created_at }) => (
        <li key={provider} className="grid gap-3 py-2.5 first:pt-0 last:pb-0">
          <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <div className="min-w-0">
              <p className="font-medium">{name}</p>
              <p className="text-xs text-muted">
                {created_at ? (
                  <>
                    connected <RelativeTime time={created_at} />
                  </>
                ) : (
                  `Not connected. Sign in with ${name} once: its verified email must be ${owner.email}.`
                )}
              </p>
            </div>
            {created_at && removed !== provider && (
              <Button size="sm" aria-label={`Disconnect ${name}`} onClick={() => setRemoved(provider)}>
                Disconnect
              </Button>
            )}
          </div>
          {created_at && removed === provider && (
            <OwnerPrompt
              owner={owner}
              action={`Disconnect ${name}`}
              isDangerous
              refreshes
              onCancel={() => setRemoved(null)}
              onConfirmed={async (proof) => {
                await post("/api/auth/provider/remove", { provider, ...proof });
              }}
            />
          )}
        </li>
      ))}
    </ul>
  );
}
