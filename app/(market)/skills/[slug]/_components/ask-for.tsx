"use client";

import { ActionButton } from "@/components/ui/action-button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** How far the request for a skill is that the viewer's organization has not allowed. */
export type Withheld = {
  handle: string;
  organization: string;
  version: number;
  /** What the viewer's role may do about it. */
  may: "decide" | "ask" | "see";
  isAsked: boolean;
  /** What the member who asked needs it for. */
  note: string;
  isNewVersion: boolean;
  reason: string;
};

/** Stands in for Buy and Run: asks for the skill, with a note if the member has one, or allows it. */
export function AskFor({ slug, name, withheld }: { slug: string; name: string; withheld: Withheld }) {
  const { handle, organization, version, may, isAsked, note, isNewVersion, reason } = withheld;
  const params = { handle, slug };
  return (
    <div className="grid gap-2 text-sm">
      <p className="wrap-anywhere">
        {isNewVersion
          ? `${organization} has not allowed this new version yet.`
          : `${organization} has not allowed this skill.`}
        {reason && ` Declined: ${reason}`}
        {note && ` Requested: ${note}`}
      </p>
      {may === "decide" ? (
        <ActionButton
          size="lg"
          variant="primary"
          refreshes
          send={() =>
            callApi("PUT /v1/organizations/{handle}/allowed-skills/{slug}", {
              params,
              body: { decision: "allow", version },
            })
          }
          done={`Allowed ${name}.`}
        >
          Allow version {version}
        </ActionButton>
      ) : isAsked ? (
        <p className="text-muted">Requested. An owner or billing decides.</p>
      ) : (
        may === "ask" && (
          <Form
            className="grid gap-2"
            refreshes
            onSend={(fields) =>
              callApi("POST /v1/organizations/{handle}/allowed-skills/{slug}", {
                params,
                body: { note: textOf(fields, "note") },
              })
            }
          >
            <TextField name="note" label="What you need it for (optional)" limit="approvalReason" />
            <FormEnd action="Ask for it" done="Requested." />
          </Form>
        )
      )}
    </div>
  );
}
