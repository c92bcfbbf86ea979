"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Who reviews a submission, and the button to take it or give it back. */
export function Assign({
  skillId,
  assignee,
  isMine,
}: {
  skillId: string;
  assignee: { name: string } | null;
  isMine: boolean;
}) {
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const assign = () =>
    run(async () => {
      await callApi(`/v1/admin/skills/${skillId}/assignee`, { method: "PUT", body: { mine: !isMine } });
    });
  return (
    <div className="grid gap-2">
      <p className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
        {isMine ? "Assigned to you" : assignee ? `Assigned to ${assignee.name}` : "Not assigned"}
        <Button size="sm" variant="quiet" disabled={isBusy} onClick={assign}>
          {isMine ? "Give back" : assignee ? "Take over" : "Assign to me"}
        </Button>
      </p>
      {failure ? <ErrorAlert error={failure} /> : null}
    </div>
  );
}
