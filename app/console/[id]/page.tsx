import type { Metadata } from "next";
import { getCategories } from "@/app/_lib/categories";
import { Editor } from "@/app/console/[id]/_components/editor";
import { PrivateDecision } from "@/app/console/[id]/_components/private-decision";
import { ToolChanges } from "@/app/console/[id]/_components/tool-changes";
import { approvedOf, orNull, requireSkill } from "@/app/console/[id]/_lib/skill";
import { Link } from "@/components/ui/link";
import { RelativeTime } from "@/components/ui/relative-time";
import * as toolChecks from "@/lib/demand/execution/tool-checks";
import { may } from "@/lib/identity/keys/permissions";
import { duration } from "@/lib/interfaces/client/format";
import { feeBpsOf } from "@/lib/money/ledger/fee";
import * as site from "@/lib/platform/site/service";
import { PackageManifest } from "@/lib/supply/packages/schemas";
import * as endpointAuth from "@/lib/supply/publishing/endpoint-auth";
import { EndpointAuth } from "@/lib/supply/publishing/endpoint-auth-schemas";
import * as guestCalls from "@/lib/supply/publishing/guest-calls";
import * as publishing from "@/lib/supply/publishing/service";
import * as uploads from "@/lib/supply/publishing/uploads";
import * as clock from "@/lib/supply/review/clock";
import type { ReviewClock } from "@/lib/supply/review/clock-schemas";
import * as reviewHistory from "@/lib/supply/review/history";
import * as privateReview from "@/lib/supply/review/private-skills";

export const metadata: Metadata = { title: "Edit skill", robots: { index: false } };

function placeText(place: number, { waiting, median_seconds, p90_seconds, target_seconds }: ReviewClock): string {
  const times =
    median_seconds === null || p90_seconds === null
      ? ""
      : ` Half of the last month's reviews took less than ${duration(median_seconds)}, nine in ten less than ${duration(p90_seconds)}.`;
  return `It is number ${place} of ${waiting} in the queue.${times} The target is ${duration(target_seconds)}.`;
}

export default async function EditSkillPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { caller, skill } = await requireSkill(id);
  const [feeBps, approved, manifest, { data: events }, price, categories, guests, { settings }, waiting, auth, check] =
    await Promise.all([
      feeBpsOf(caller.accountId),
      approvedOf(caller, id),
      orNull(uploads.manifest(caller, id)),
      reviewHistory.of(caller, id),
      publishing.priceContext(caller, id),
      getCategories(),
      guestCalls.get(caller, id),
      site.current(),
      skill.status === "pending" ? clock.placeOf(caller, id) : null,
      endpointAuth.get(caller, id),
      toolChecks.ofSkill(caller, id),
    ]);
  const isPrivatePending = skill.status === "pending" && skill.visibility === "organization";
  const findings = isPrivatePending ? await privateReview.findings(caller, id) : [];
  const decision = events.find(({ action }) => action === "reject" || action === "approve");
  return (
    <>
      {decision?.action === "reject" && skill.status !== "pending" && (
        <p className="mb-4 rounded-lg border border-bad/40 bg-raised px-4 py-3 text-sm">
          <strong className="font-medium text-bad">
            Revision {decision.revision} was rejected <RelativeTime time={decision.created_at} />:
          </strong>{" "}
          <span className="whitespace-pre-wrap">{decision.reason ?? "no reason was given."}</span>{" "}
          <Link className="underline" href={`/console/${id}/history`}>
            {skill.appealed || skill.visibility === "organization" ? "See the history" : "Reply or appeal"}
          </Link>
        </p>
      )}
      {isPrivatePending && (
        <PrivateDecision
          id={id}
          revision={skill.revision}
          canDecide={may(caller, "publish")}
          submittedBy={events.find(({ action }) => action === "submit")?.actor.name ?? ""}
          findings={findings.map(({ file, line, message }) => ({ file, line, message }))}
        />
      )}
      {skill.status === "pending" && skill.visibility === "public" && (
        <p className="mb-4 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
          <strong className="font-medium">Revision {skill.revision} is waiting for review</strong>
          {skill.submitted_at && (
            <>
              , submitted <RelativeTime time={skill.submitted_at} />
            </>
          )}
          . Withdraw it to edit it.{waiting?.place && ` ${placeText(waiting.place, waiting.clock)}`}
        </p>
      )}
      {approved && approved.api_endpoint !== null && approved.revision === check.version && (
        <ToolChanges
          skillId={id}
          url={approved.api_endpoint}
          check={check}
          reviewed={approved.operations ?? []}
          canAccept={skill.status !== "pending"}
          isPrivate={skill.visibility === "organization"}
        />
      )}
      <Editor
        key={skill.updated_at}
        skill={skill}
        approved={approved}
        manifest={manifest && PackageManifest.parse(manifest)}
        feeBps={feeBps}
        auth={EndpointAuth.parse(auth)}
        categories={categories}
        notice={price}
        guests={{ initial: guests.allowed, perDay: settings.guest_calls_per_skill }}
      />
    </>
  );
}
