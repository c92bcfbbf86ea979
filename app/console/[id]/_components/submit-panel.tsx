"use client";

import dynamic from "next/dynamic";
import { useState } from "react";
import type { EditedSkill } from "@/app/console/[id]/_components/state";
import { BreakingChanges } from "@/components/review/breaking";
import type { RevisionContent } from "@/components/review/compared";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { AreaField } from "@/components/ui/field";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { breakingChanges } from "@/lib/supply/skills/breaking-changes";

const Diff = dynamic(
  () => import("@/components/review/content-diff").then(({ ContentDiff }) => ({ default: ContentDiff })),
  { loading: () => <p className="text-sm text-muted">Comparing…</p> },
);

/** What a submission changes and what follows from it, before it is sent. */
export function SubmitPanel({
  saved,
  approved,
  missing,
  isEdited,
  isPrivate,
}: {
  /** Saves what has been typed, and returns what then is the draft. */
  saved: () => Promise<EditedSkill>;
  approved: (RevisionContent & { revision: number }) | null;
  missing: number;
  /** Whether there is anything that a reviewer has not seen. */
  isEdited: boolean;
  /** Whether only members use it, so that no reviewer looks at it. */
  isPrivate: boolean;
}) {
  const [note, setNote] = useState("");
  const [looked, setLooked] = useState<EditedSkill | null>(null);
  const { run: attempt, again, isBusy, failure } = useAction();
  const look = () => attempt(async () => setLooked(await saved()));
  const submit = () =>
    attempt(async () => {
      const draft = await saved();
      await callApi("PATCH /v1/developer/skills/{id}", {
        params: { id: draft.id },
        body: { submit: true, expected_updated_at: draft.updated_at, ...(note.trim() && { note }) },
      });
      window.location.reload();
    });
  if (!isEdited)
    return (
      <p className="text-sm text-muted">
        {isPrivate
          ? "You're viewing the version in use. Members keep it until you submit a change."
          : "You're viewing the approved version. Any change except price starts a review; buyers keep the approved version meanwhile."}
      </p>
    );
  return (
    <Panel title={isPrivate ? "Submit" : "Submit for review"}>
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          {isPrivate
            ? "Members can use it as soon as you submit it. If your organization requires a second approver, or a check finds a severe problem, another owner or developer approves it first."
            : approved
              ? `This edit goes back to review. Buyers keep version ${approved.revision} until the new one is approved.`
              : "A reviewer looks at it first. We'll email you the decision."}
        </p>
        {looked && approved && (
          <div className="grid gap-3">
            <h3 className="text-sm font-semibold">Changes from version {approved.revision}, which is live</h3>
            <BreakingChanges
              changes={breakingChanges(approved, looked)}
              title="This may break existing users. We notify them when it is approved."
            />
            <Diff before={approved} after={looked} same="No changes from the approved version." />
          </div>
        )}
        {(looked || !approved) && (
          <AreaField
            name="note"
            label={isPrivate ? "Note (optional)" : "Note to the reviewer (optional)"}
            hint="What changed and why, or how to test it."
            rows={2}
            limit="comment"
            value={note}
            onChange={(event) => setNote(event.target.value)}
          />
        )}
        {failure ? <ErrorAlert error={failure} retry={again} /> : null}
        <div className="flex flex-wrap items-center gap-3">
          {approved && !looked ? (
            <Button onClick={() => void look()} disabled={isBusy}>
              See what changes
            </Button>
          ) : (
            <Button variant="primary" onClick={() => void submit()} disabled={isBusy || missing > 0}>
              {isPrivate ? "Submit" : "Submit for review"}
            </Button>
          )}
          {missing > 0 && (
            <p className="text-xs text-warn">
              Complete {missing} more {missing === 1 ? "step" : "steps"} to submit.
            </p>
          )}
        </div>
      </div>
    </Panel>
  );
}
