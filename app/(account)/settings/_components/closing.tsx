"use client";

import { useState } from "react";
import { OwnerPrompt } from "@/app/(account)/settings/_components/owner-prompt";
import { leave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { callApi } from "@/lib/interfaces/client/api";
import { creditsText } from "@/lib/interfaces/client/format";

type Owner = { email: string; hasPassword: boolean };
type Closing = { blockers: string[]; credits: number; earnings: number };

/** Closes the account, after listing what is deleted, what stays, and blockers. */
export function CloseAccount({ owner, closing }: { owner: Owner; closing: Closing }) {
  const [isAsking, setAsking] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const left = [
    ...(closing.credits > 0 ? [`${creditsText(closing.credits)}`] : []),
    ...(closing.earnings > 0 ? [`${creditsText(closing.earnings)} of earnings`] : []),
  ].join(" and ");
  const close = async (proof: { password?: string }) => {
    await callApi("/v1/account", { method: "DELETE", body: { ...proof, give_up_credits: isAgreed } });
    leave("/");
  };
  return (
    <div className="grid gap-4 text-sm">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[7rem_1fr] sm:gap-y-3 max-sm:[&>dd]:mb-2">
        <dt className="font-medium">Ends</dt>
        <dd className="text-muted">
          Every session and API key at once. Renewals of what you have bought. Your skills leave the
          marketplace.
        </dd>
        <dt className="font-medium">Erased</dt>
        <dd className="text-muted">
          Your name, address, password, passkeys, two-factor authentication, notices and saved card.
        </dd>
        <dt className="font-medium">Kept, without your name</dt>
        <dd className="text-muted">
          The ledger, purchases, usage and payments, which the books need; your reviews; what buyers have of
          your skills; their slugs.
        </dd>
        <dt className="font-medium">Forfeited</dt>
        <dd className={left ? "text-bad" : "text-muted"}>{left ? `${left}.` : "No credits are left."}</dd>
      </dl>
      {closing.blockers.length > 0 ? (
        <ul
          aria-label="What stands in the way"
          className="grid gap-1 rounded-md border border-line bg-raised p-3"
        >
          {closing.blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
      ) : isAsking ? (
        <div className="grid gap-3">
          {left && (
            <label htmlFor="give-up" className="flex items-start gap-2">
              <Checkbox id="give-up" className="mt-0.5" checked={isAgreed} onCheckedChange={setAgreed} />I
              give up {left}.
            </label>
          )}
          <OwnerPrompt
            id="close-password"
            {...owner}
            action="Close the account for good"
            isDangerous
            onCancel={() => setAsking(false)}
            onConfirmed={close}
          />
        </div>
      ) : (
        <div>
          <Button variant="plain" className="text-bad" onClick={() => setAsking(true)}>
            Close the account …
          </Button>
        </div>
      )}
    </div>
  );
}
