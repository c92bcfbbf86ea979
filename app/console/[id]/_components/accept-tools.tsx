"use client";

import { ActionButton } from "@/components/ui/action-button";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { skillId: string; url: string; isPrivate: boolean };

/** Reads the tools from the seller's server again, and submits them as a new revision. */
export function AcceptTools({ skillId, url, isPrivate }: Props) {
  return (
    <div>
      <ActionButton
        variant="primary"
        question={{
          title: "Submit the tools as they are now?",
          action: isPrivate ? "Submit" : "Submit for review",
          isDangerous: false,
          children:
            "We read your server's tools again. New tools cost the skill's price; hidden tools stay hidden. Other edits in the draft are submitted, too.",
        }}
        send={() =>
          callApi("POST /v1/developer/skills/import", {
            query: { skill_id: skillId, fields: "operations", submit: "true" },
            body: { source: "mcp", url },
          })
        }
        done={isPrivate ? "Submitted" : "Submitted for review"}
        refreshes
      >
        Accept the changes
      </ActionButton>
    </div>
  );
}
