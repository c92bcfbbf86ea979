"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { Callout } from "@/components/ui/callout";
import { ErrorAlert } from "@/components/ui/error-alert";
import { AreaField } from "@/components/ui/field";
import { notify } from "@/components/ui/notify";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Found = { file: string | null; line: number | null; message: string };
type Props = { id: string; revision: number; canDecide: boolean; submittedBy: string; findings: Found[] };

/** What waits for another member: who submitted it, and the decision. */
export function PrivateDecision({ id, revision, canDecide, submittedBy, findings }: Props) {
  const [reason, setReason] = useState("");
  const { run, again, isBusy, failure } = useAction({ refreshes: true });
  const decide = (action: "approve" | "reject") =>
    run(async () => {
      await callApi("POST /v1/developer/skills/{id}/decision", { params: { id }, body: { action, revision, reason } });
      notify(action === "approve" ? "Approved. Members can use this version now." : "Rejected.");
    });
  return (
    <Callout tone="accent" title={`Version ${revision} is waiting for approval`} className="mb-4">
      <div className="grid gap-3">
        <p>
          Submitted by {submittedBy}. Another owner or developer reviews the version below, then approves or rejects it.
        </p>
        {findings.length > 0 && (
          <div>
            <p className="font-medium">Automated checks found:</p>
            <ul className="list-disc pl-5">
              {findings.map(({ file, line, message }) => (
                <li key={`${file} ${line} ${message}`} className="wrap-anywhere">
                  {message}
                  {file && <span className="text-muted"> ({line === null ? file : `${file}, line ${line}`})</span>}
                </li>
              ))}
            </ul>
          </div>
        )}
        {canDecide && (
          <>
            <AreaField
              name="reason"
              label="Reason (optional)"
              rows={2}
              limit="reason"
              value={reason}
              onChange={(event) => setReason(event.target.value)}
            />
            <div className="flex flex-wrap gap-2">
              <Button variant="primary" disabled={isBusy} onClick={() => void decide("approve")}>
                Approve
              </Button>
              <Button disabled={isBusy} onClick={() => void decide("reject")}>
                Reject
              </Button>
            </div>
          </>
        )}
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      </div>
    </Callout>
  );
}
