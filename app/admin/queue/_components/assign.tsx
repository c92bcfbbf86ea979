"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { skillId: string; assignee: { name: string } | null; isMine: boolean };

/** Who reviews a submission, and the button to take it or give it back. */
export function Assign({ skillId, assignee, isMine }: Props) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-2 text-xs text-muted">
      {isMine ? "Assigned to you" : assignee ? `Assigned to ${assignee.name}` : "Unassigned"}
      <ActionButton
        size="sm"
        variant="quiet"
        refreshes
        send={() => callApi("PUT /v1/admin/skills/{id}/assignee", { params: { id: skillId }, body: { mine: !isMine } })}
      >
        {isMine ? "Unassign" : assignee ? "Reassign to me" : "Assign to me"}
      </ActionButton>
    </div>
  );
}
