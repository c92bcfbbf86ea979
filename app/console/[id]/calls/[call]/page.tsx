import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CopiedId, endpointFacts, type Fact, FactList, outcomeFacts, StoredJson } from "@/app/_lib/call-facts";
import { orNull, requireSkill } from "@/app/console/[id]/_lib/skill";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import * as details from "@/lib/demand/usage/call-details";
import { isUuid } from "@/lib/platform/core/ids";
import * as callLog from "@/lib/supply/publishing/call-log";

export const metadata: Metadata = { title: "Call", robots: { index: false } };

const shown = (value: unknown) => (value == null ? null : JSON.parse(JSON.stringify(value)));

export default async function SkillCallPage({ params }: { params: Promise<{ id: string; call: string }> }) {
  const { id, call: callId } = await params;
  const { caller } = await requireSkill(id);
  const [call, { bodies }] = await Promise.all([
    isUuid(callId) ? orNull(details.ofSkill(caller, id, callId)) : null,
    callLog.get(caller, id),
  ]);
  if (!call) notFound();
  const none = bodies
    ? "Not stored: the caller's account does not store parameters, they exceed 16 KiB, or the call is older than 7 days."
    : "Not stored: this skill does not log bodies.";
  const ids: Fact[] = [
    [
      "Caller",
      <code key="caller" className="text-xs break-all">
        {call.caller_id}
      </code>,
    ],
    ["webhook-id", call.call_id ? <CopiedId key="call" id={call.call_id} /> : "–"],
    [
      "Request ID",
      call.request_id ? <CopiedId key="request" id={call.request_id} /> : "Details are stored for 7 days.",
    ],
  ];
  return (
    <div className="grid gap-4">
      <p className="text-sm">
        <Link className="text-accent-ink underline" href={`/console/${id}/calls`}>
          Calls
        </Link>
      </p>
      {call.error_code === "upstream_refused" && (
        <p className="rounded-lg border border-line bg-raised px-4 py-3 text-sm">
          Your endpoint rejected the parameters. This doesn't count against your success rate.
        </p>
      )}
      <Panel title="Outcome">
        <FactList facts={[...outcomeFacts(call), ...ids]} />
      </Panel>
      <Panel title="Timing and size">
        <FactList facts={endpointFacts(call)} />
      </Panel>
      <Panel title="Parameters">
        <StoredJson value={shown(call.parameters)} none={none} />
      </Panel>
      <Panel title="Response">
        <StoredJson value={shown(call.result)} none={none} />
      </Panel>
    </div>
  );
}
