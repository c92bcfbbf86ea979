"use client";

import { leaveOrganization } from "@/components/shell/acting";
import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

/** Leaves the organization. */
export function Leave({ handle, name }: { handle: string; name: string }) {
  const leave = async () => {
    await callApi("POST /v1/organizations/{handle}/leave", { params: { handle } });
    leaveOrganization();
  };
  return (
    <ActionButton
      variant="plain"
      className="text-bad!"
      question={{
        title: `Leave ${name}?`,
        action: "Leave",
        isDangerous: true,
        children: "An owner can invite you again. The last owner can't leave: make another member an owner first.",
      }}
      send={leave}
    >
      Leave organization …
    </ActionButton>
  );
}
