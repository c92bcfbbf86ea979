"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { id: string; title: string; isReported: boolean };

/** Keeps a reported request, or removes one. */
export function Moderate({ id, title, isReported }: Props) {
  const params = { id };
  return (
    <span className="flex flex-wrap items-center gap-1">
      {isReported && (
        <ActionButton
          size="sm"
          refreshes
          send={() => callApi("POST /v1/admin/skill-requests/{id}/keep", { params })}
          done="Kept. It can't be reported again."
        >
          Keep
        </ActionButton>
      )}
      <ActionButton
        size="sm"
        variant="quiet"
        refreshes
        question={{
          title: "Remove this request?",
          action: "Remove",
          children: `“${title}” and its votes are deleted.`,
        }}
        send={() => callApi("DELETE /v1/admin/skill-requests/{id}", { params })}
        done="Removed."
      >
        Remove …
      </ActionButton>
    </span>
  );
}
