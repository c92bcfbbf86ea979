"use client";

import { ChevronUp, Flag } from "lucide-react";
import { type ReactNode, useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import { callApi } from "@/lib/interfaces/client/api";

type Shown = {
  id: string;
  title: string;
  text: string;
  votes: number;
  voted: boolean;
  offers: { slug: string; name: string }[];
  createdAt: string;
};

type Props = {
  request: Shown;
  /** Where a visitor signs in to vote; null for who is signed in. */
  signIn: string | null;
  /** What else can be done with it. */
  children?: ReactNode;
};

/** A skill that people ask for: how many want it, and what is offered for it. */
export function RequestCard({ request, signIn, children }: Props) {
  const { id, title, text, offers, createdAt } = request;
  return (
    <article className="flex gap-4 rounded-lg border border-line bg-surface p-4">
      <Vote request={request} signIn={signIn} />
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{title}</h2>
        {text && <p className="mt-1 text-sm wrap-anywhere whitespace-pre-wrap text-muted">{text}</p>}
        {offers.length > 0 && (
          <p className="mt-2 text-sm">
            Available:{" "}
            {offers.map(({ slug, name }, at) => (
              <span key={slug}>
                {at > 0 && ", "}
                <Link href={`/skills/${slug}`} className="text-accent-ink underline underline-offset-2">
                  {name}
                </Link>
              </span>
            ))}
          </p>
        )}
        <div className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 text-xs text-muted">
          <span>
            Asked <RelativeTime time={createdAt} />
          </span>
          {signIn === null && (
            <ActionButton
              variant="quiet"
              size="sm"
              className="-ml-2 px-2!"
              question={{
                title: "Report this request?",
                action: "Report",
                isDangerous: false,
                children: "An administrator looks at it. Report spam, insults and personal data.",
              }}
              send={() => callApi("POST /v1/skill-requests/{id}/report", { params: { id } })}
              done="Reported. An administrator will look at it."
            >
              <Flag size={12} aria-hidden /> Report
            </ActionButton>
          )}
        </div>
        {children}
      </div>
    </article>
  );
}

const VOTE = "h-14! w-14 shrink-0 flex-col gap-0! px-0! leading-4 tabular-nums";

function Vote({ request, signIn }: Pick<Props, "request" | "signIn">) {
  const { id, title } = request;
  const [shown, setShown] = useState({ votes: request.votes, voted: request.voted });
  if (signIn !== null) {
    return (
      <Link
        href={signIn}
        aria-label={`${shown.votes} want this: sign in to vote`}
        className={buttonStyle({ className: VOTE })}
      >
        <ChevronUp size={16} aria-hidden />
        {shown.votes}
      </Link>
    );
  }
  const send = async () => {
    const params = { id };
    const { data } = shown.voted
      ? await callApi("DELETE /v1/skill-requests/{id}/vote", { params })
      : await callApi("PUT /v1/skill-requests/{id}/vote", { params });
    setShown({ votes: data.votes, voted: data.voted });
  };
  return (
    <ActionButton
      aria-pressed={shown.voted}
      aria-label={`I want this: ${title}, ${shown.votes} ${shown.votes === 1 ? "vote" : "votes"}`}
      send={send}
      className={`${VOTE} ${shown.voted ? "border-accent! bg-accent-soft! text-accent-ink!" : ""}`}
    >
      <ChevronUp size={16} aria-hidden />
      {shown.votes}
    </ActionButton>
  );
}
