import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { CopiedId, endpointFacts, type Fact, FactList, outcomeFacts, StoredJson } from "@/app/_lib/call-facts";
import { requireCaller } from "@/app/_lib/viewer";
import { TRANSACTIONS } from "@/app/_lib/words";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";
import * as details from "@/lib/demand/usage/call-details";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";
import { namesBySlug } from "@/lib/supply/skills/names";

export const metadata: Metadata = { title: "Call", robots: { index: false } };

const NONE_STORED = "Details about the endpoint are stored for 7 days.";

export default async function CallPage({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const caller = await requireCaller(`/usage/${id}`);
  const call = isUuid(id) ? await details.get(caller, id).catch(orMissing) : null;
  if (!call) notFound();
  const name = (await namesBySlug([call.skill])).get(call.skill) ?? call.skill;
  const ids: Fact[] = [
    [
      "Skill",
      <Link key="skill" className="underline" href={`/skills/${call.skill}`}>
        {name}
      </Link>,
    ],
    ["Key", call.key_prefix ? <code key="key">{call.key_prefix}…</code> : "this browser"],
    ["Call ID", <CopiedId key="id" id={call.id} />],
    ["Request ID", call.request_id ? <CopiedId key="request" id={call.request_id} /> : NONE_STORED],
  ];
  return (
    <>
      <p className="mb-2 text-sm">
        <Link className="text-accent-ink underline" href="/usage">
          Usage
        </Link>
      </p>
      <PageHead title={`${TRANSACTIONS[call.kind] ?? call.kind}: ${name}`}>
        Quote the request ID when you write to support.
      </PageHead>
      <div className="grid gap-4">
        <Panel title="Outcome">
          <FactList facts={[...outcomeFacts(call), ...ids]} />
        </Panel>
        <Panel title="Timing and size">
          <FactList facts={endpointFacts(call)} />
        </Panel>
        {call.kind === "execute" && (
          <Panel title="Parameters">
            <StoredJson
              value={call.parameters && JSON.parse(JSON.stringify(call.parameters))}
              none={
                caller.storesParameters ? (
                  "Not stored: the call is older than 7 days or than the setting, or its parameters exceed 16 KiB."
                ) : (
                  <>
                    Not stored.{" "}
                    <Link className="text-accent-ink underline" href="/settings#calls">
                      Store parameters of future calls
                    </Link>
                  </>
                )
              }
            />
          </Panel>
        )}
      </div>
    </>
  );
}

function orMissing(error: unknown): null {
  if (error instanceof AppError && error.status === 404) return null;
  throw error;
}
