import type { Metadata } from "next";
import type { Search } from "@/app/admin/_lib/administrator";
import { readStates } from "@/app/admin/_lib/state-list";
import { DecideClaim } from "@/app/admin/names/_components/decide-claim";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import { type JudgedNameClaim, NAME_CLAIM_STATES, NameClaimQuery } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const metadata: Metadata = { title: "Names", robots: { index: false } };

const PATH = "/admin/names";

export default async function AdminNamesPage({ searchParams }: { searchParams: Search }) {
  const { state, shown } = await readStates(PATH, searchParams, {
    states: NAME_CLAIM_STATES,
    first: "open",
    query: NameClaimQuery,
    list: nameClaims.listAll,
  });
  return (
    <ListPage
      title="Names"
      about="Claims of slugs and handles by owners of domains and trademarks. Decide each within 14 days."
      {...shown}
      keep={{ state }}
      label="Claims"
      keyOf={({ id }) => id}
      empty={{ title: state === "open" ? "No open claims" : `No ${state} claims` }}
      card={(claim) => <ClaimCard claim={claim} />}
    />
  );
}

function ClaimCard({ claim }: { claim: JudgedNameClaim }) {
  const { id, kind, name, state, claimant, holder, domain, evidence, appeals, appealed_by, reason } = claim;
  const isWaiting = state === "open" || state === "appealed";
  return (
    <article
      aria-label={`Claim of ${name}`}
      className="grid gap-4 rounded-lg border border-line bg-surface p-4 lg:grid-cols-[1fr_20rem]"
    >
      <div className="grid min-w-0 content-start gap-2 text-sm">
        <div className="flex flex-wrap items-center gap-2">
          <h2 className="text-base font-semibold wrap-anywhere">{name}</h2>
          <Badge>{kind}</Badge>
          {claim.overdue && <Badge tone="bad">overdue</Badge>}
        </div>
        <p className="text-xs text-muted wrap-anywhere">
          <Account {...claimant} /> claims it from <Account {...holder} />,{" "}
          <RelativeTime time={new Date(claim.created_at)} />.
          {isWaiting && (
            <>
              {" "}
              Due <RelativeTime time={new Date(claim.due_at)} />.
            </>
          )}
        </p>
        {domain && (
          <p className="flex flex-wrap items-center gap-2 wrap-anywhere">
            {domain}
            <Badge tone={claim.domain_verified ? "ok" : "warn"}>
              {claim.domain_verified ? "verified" : "not verified"}
            </Badge>
          </p>
        )}
        <p className="whitespace-pre-wrap wrap-anywhere">{evidence}</p>
        {(["claimant", "holder"] as const).map(
          (side) =>
            appeals[side] && (
              <p key={side} className="whitespace-pre-wrap wrap-anywhere">
                <span className="font-medium">Appeal of the {side}:</span> {appeals[side]}
              </p>
            ),
        )}
      </div>
      <div className="grid content-start gap-2 text-sm">
        {reason && (
          <p className="whitespace-pre-wrap wrap-anywhere">
            <span className="font-medium">Decision:</span> {reason}
          </p>
        )}
        {isWaiting && (
          <DecideClaim
            id={id}
            name={name}
            holder={holder.name}
            isAppeal={state === "appealed" && appealed_by === "holder"}
          />
        )}
      </div>
    </article>
  );
}

function Account({ id, name, handle }: JudgedNameClaim["claimant"]) {
  return (
    <Link className="underline" href={`/admin/accounts/${id}`}>
      {name} ({handle})
    </Link>
  );
}
