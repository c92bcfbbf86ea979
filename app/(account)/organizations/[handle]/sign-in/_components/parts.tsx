"use client";

import { ActionButton } from "@/components/ui/action-button";
import { Badge } from "@/components/ui/badge";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { CopyButton } from "@/components/ui/copy";
import { RelativeTime } from "@/components/ui/relative-time";
import { callApi } from "@/lib/interfaces/client/api";

type DomainProps = {
  handle: string;
  domain: string;
  name: string;
  value: string;
  verifiedAt: string | null;
  failingSince: string | null;
};

/** The TXT record that proves the domain, and whether it was found. */
export function Domain({ handle, domain, name, value, verifiedAt, failingSince }: DomainProps) {
  return (
    <div className="grid gap-4 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <span className="font-medium wrap-anywhere">{domain}</span>
        {verifiedAt ? <Badge tone="ok">verified</Badge> : <Badge tone="warn">not verified</Badge>}
      </p>
      {failingSince && (
        <Callout tone="warn" title="The record is missing">
          since <RelativeTime time={failingSince} />. After two weeks, company sign-in pauses.
        </Callout>
      )}
      <p className="text-muted">
        Add this TXT record where you manage {domain}. We check it weekly, so leave it there.
      </p>
      <dl className="grid gap-3">
        {[
          ["Name", name],
          ["Value", value],
        ].map(([title = "", text = ""]) => (
          <div key={title} className="grid gap-1">
            <dt className="font-medium">{title}</dt>
            <dd className="flex flex-wrap items-center gap-2">
              <code className="min-w-0 wrap-anywhere">{text}</code>
              <CopyButton text={text} label={`Copy ${title.toLowerCase()}`} isBrief />
            </dd>
          </div>
        ))}
      </dl>
      <div className="grid justify-items-start gap-2">
        <ActionButton
          send={() => callApi("POST /v1/organizations/{handle}/sign-in/check", { params: { handle } })}
          done="Domain verified."
          refreshes
        >
          {verifiedAt ? "Check again" : "Verify domain"}
        </ActionButton>
      </div>
    </div>
  );
}

type Outcome = { isGood: boolean; text: string } | null;

/** Tries the settings at the provider, and shows what came of it. */
export function Test({ handle, workedAt, outcome }: { handle: string; workedAt: string | null; outcome: Outcome }) {
  return (
    <div className="grid justify-items-start gap-3 text-sm">
      {outcome && (
        <Callout tone={outcome.isGood ? "accent" : "bad"} role="status" className="w-full">
          {outcome.text}
        </Callout>
      )}
      <p className="text-muted">
        {workedAt ? (
          <>
            Last sign-in with these settings: <RelativeTime time={workedAt} />.
          </>
        ) : (
          "Nobody has signed in with these settings yet."
        )}
      </p>
      <form method="post" action="/api/auth/sign-in/company">
        <input type="hidden" name="organization" value={handle} />
        <input type="hidden" name="test" value="1" />
        <Button type="submit" variant="plain">
          Test sign-in
        </Button>
      </form>
    </div>
  );
}

/** Removes the organization's sign-in. */
export function Remove({ handle }: { handle: string }) {
  return (
    <ActionButton
      variant="plain"
      className="text-bad!"
      question={{
        title: "Remove company sign-in?",
        action: "Remove",
        isDangerous: true,
        children:
          "Sessions that it began end now. People whose accounts it created need a password to sign in: “Forgot your password?” mails them a link.",
      }}
      send={() => callApi("DELETE /v1/organizations/{handle}/sign-in", { params: { handle } })}
      done="Company sign-in removed."
      refreshes
    >
      Remove company sign-in …
    </ActionButton>
  );
}
