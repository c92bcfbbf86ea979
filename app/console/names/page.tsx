import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { RoleNote } from "@/app/_lib/role-note";
import { requireCaller } from "@/app/_lib/viewer";
import { AppealForm, ClaimForm } from "@/app/console/names/_components/claim-forms";
import { Badge, type Tone } from "@/components/ui/badge";
import { ListPage } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import { may } from "@/lib/identity/keys/permissions";
import * as publishing from "@/lib/supply/publishing/service";
import type { NameClaim } from "@/lib/supply/review/name-claim-schemas";
import * as nameClaims from "@/lib/supply/review/name-claims";

export const metadata: Metadata = { title: "Names", robots: { index: false } };

const PATH = "/console/names";
const SHOWN = 25;
/** Skills that the form offers. */
const MOST_SKILLS = 100;
const STATES: Record<NameClaim["state"], [title: string, tone: Tone]> = {
  open: ["In review", "warn"],
  appealed: ["Appeal in review", "warn"],
  granted: ["Accepted", "ok"],
  given: ["Given", "ok"],
  declined: ["Declined", "bad"],
};

export default async function NamesPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const caller = await requireCaller(PATH);
  const offset = readOffset((await searchParams).offset);
  const [page, { data: own }] = await Promise.all([
    nameClaims.list(caller, { limit: SHOWN, offset }),
    publishing.list(caller, { limit: MOST_SKILLS, offset: 0 }),
  ]);
  const mayClaim = may(caller, "manage");
  const drafts = own.filter(({ visibility, approved }) => visibility === "public" && !approved);
  return (
    <>
      <ListPage
        title="Names"
        about="Claims of slugs and handles: those you made, and those about names of yours."
        path={PATH}
        params={{}}
        label="Claims"
        page={page}
        keyOf={({ id }) => id}
        empty={{
          title: "No claims",
          text: "Does another account have the name of your domain or trademark? Claim it below.",
        }}
        card={(claim) => <ClaimCard claim={claim} mayAct={mayClaim} />}
      />
      <div className="mt-6">
        {mayClaim ? (
          <Panel title="Claim a name">
            <ClaimForm skills={drafts.map(({ id, name, slug }) => [id, `${name} (${slug})`] as const)} />
          </Panel>
        ) : (
          <RoleNote permission="manage">Claim names and appeal</RoleNote>
        )}
      </div>
    </>
  );
}

function ClaimCard({ claim, mayAct }: { claim: NameClaim; mayAct: boolean }) {
  const { id, kind, name, state, direction, claimant, holder, evidence, reason, appeals, due_at, may_appeal } = claim;
  const [title, tone] = STATES[state];
  const isWaiting = state === "open" || state === "appealed";
  return (
    <article
      aria-label={`Claim of ${name}`}
      className="grid gap-2 rounded-lg border border-line bg-surface p-4 text-sm"
    >
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="font-semibold wrap-anywhere">{name}</h2>
        <Badge>{kind}</Badge>
        <Badge tone={tone}>{title}</Badge>
      </div>
      <p className="text-xs text-muted">
        {direction === "made"
          ? `You ${isWaiting ? "claim" : "claimed"} it from ${holder?.name ?? "its holder"}`
          : `${claimant.name} ${isWaiting ? "claims" : "claimed"} it from you`}
        , <RelativeTime time={new Date(claim.created_at)} />.{" "}
        {isWaiting && (
          <>
            Decision by <RelativeTime time={new Date(due_at)} />.
          </>
        )}
        {state === "granted" && (
          <>
            Changes hands <RelativeTime time={new Date(due_at)} />, unless{" "}
            {direction === "made" ? "they appeal" : "you appeal"}.
          </>
        )}
      </p>
      <p className="whitespace-pre-wrap wrap-anywhere">{evidence}</p>
      {reason && (
        <p className="whitespace-pre-wrap wrap-anywhere">
          <span className="font-medium">Decision:</span> {reason}
        </p>
      )}
      {(["claimant", "holder"] as const).map(
        (side) =>
          appeals[side] && (
            <p key={side} className="whitespace-pre-wrap wrap-anywhere">
              <span className="font-medium">Appeal of the {side}:</span> {appeals[side]}
            </p>
          ),
      )}
      {may_appeal && mayAct && <AppealForm id={id} name={name} />}
    </article>
  );
}
