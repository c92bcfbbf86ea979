"use client";

import { Fragment, useState } from "react";
import { OwnerPrompt } from "@/app/(account)/settings/_components/owner-prompt";
import type { Owner } from "@/components/account/owner-field";
import { leave } from "@/components/shell/sign-out";
import { Button } from "@/components/ui/button";
import { Checkbox } from "@/components/ui/checkbox";
import { callApi } from "@/lib/interfaces/client/api";
import { dollars } from "@/lib/platform/core/dollars";

type Props = { owner: Owner; closing: Closing; facts: [title: string, text: string][] };
type Closing = { blockers: string[]; credits: number; earnings: number };

/** Closes the account, after listing what is deleted, what stays, and blockers. */
export function CloseAccount({ owner, closing, facts }: Props) {
  const [isAsking, setAsking] = useState(false);
  const [isAgreed, setAgreed] = useState(false);
  const left = [
    ...(closing.credits > 0 ? [dollars(closing.credits)] : []),
    ...(closing.earnings > 0 ? [`${dollars(closing.earnings)} of earnings`] : []),
  ].join(" and ");
  const close = async (proof: { password?: string }) => {
    await callApi("DELETE /v1/account", { body: { ...proof, give_up_credits: isAgreed } });
    leave("/");
  };
  return (
    <div className="grid gap-4 text-sm">
      <dl className="grid gap-x-4 gap-y-1 sm:grid-cols-[7rem_1fr] sm:gap-y-3 max-sm:[&>dd]:mb-2">
        {facts.map(([title, text]) => (
          <Fragment key={title}>
            <dt className="font-medium">{title}</dt>
            <dd className="text-muted">{text}</dd>
          </Fragment>
        ))}
        <dt className="font-medium">Forfeited</dt>
        <dd className={left ? "text-bad" : "text-muted"}>{left ? `${left}.` : "No balance is left."}</dd>
      </dl>
      {closing.blockers.length > 0 ? (
        <ul aria-label="Before you can close it" className="grid gap-1 rounded-md border border-line bg-raised p-3">
          {closing.blockers.map((blocker) => (
            <li key={blocker}>{blocker}</li>
          ))}
        </ul>
      ) : isAsking ? (
        <div className="grid gap-3">
          {left && (
            <label htmlFor="give-up" className="flex items-start gap-2">
              <Checkbox id="give-up" className="mt-0.5" checked={isAgreed} onCheckedChange={setAgreed} />I give up{" "}
              {left}.
            </label>
          )}
          <OwnerPrompt
            owner={owner}
            action="Close account permanently"
            isDangerous
            onCancel={() => setAsking(false)}
            onConfirmed={close}
          />
        </div>
      ) : (
        <div>
          <Button variant="plain" className="text-bad!" onClick={() => setAsking(true)}>
            Close account …
          </Button>
        </div>
      )}
    </div>
  );
}
