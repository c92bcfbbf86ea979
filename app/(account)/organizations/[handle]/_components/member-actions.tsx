"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Removes a member, after saying what ends. */
export function MemberActions({ handle, id, name }: { handle: string; id: string; name: string }) {
  return (
    <ActionButton
      size="sm"
      variant="quiet"
      refreshes
      question={{
        title: `Remove ${name}?`,
        action: "Remove",
        isDangerous: true,
        children:
          "Their API keys, connected programs and install links of this organization stop working immediately. What they made stays.",
      }}
      send={() => callApi("DELETE /v1/organizations/{handle}/members/{member}", { params: { handle, member: id } })}
      done={`Removed ${name}.`}
    >
      Remove<span className="sr-only"> {name}</span>
    </ActionButton>
  );
}
