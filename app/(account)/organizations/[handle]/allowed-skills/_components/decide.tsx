"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";

type Decision = NonNullable<BodyOf<"PUT /v1/organizations/{handle}/allowed-skills/{slug}">>;
type Props = {
  handle: string;
  slug: string;
  name: string;
  state: "asked" | "allowed" | "refused";
  version: number;
  /** Whether the version that is allowed is the current one. */
  isCurrent: boolean;
  isAllowed: boolean;
};

/** What an approver can do about a skill: allow its current version, decline it, or stop allowing it. */
export function Decide({ handle, slug, name, state, version, isCurrent, isAllowed }: Props) {
  const [reason, setReason] = useState("");
  const params = { handle, slug };
  const put = (body: Decision) => callApi("PUT /v1/organizations/{handle}/allowed-skills/{slug}", { params, body });
  return (
    <span className="flex flex-wrap gap-1.5 md:justify-end">
      {(state !== "allowed" || !isCurrent) && (
        <ActionButton
          size="sm"
          variant="primary"
          refreshes
          send={() => put({ decision: "allow", version })}
          done={`Allowed ${name}.`}
        >
          Allow<span className="sr-only"> {name}</span>
        </ActionButton>
      )}
      {state === "asked" && (
        <ActionButton
          size="sm"
          refreshes
          send={() => put({ decision: "refuse", reason })}
          done={`Declined ${name}.`}
          question={{
            title: `Decline ${name}?`,
            action: "Decline",
            children: (
              <>
                <p>The member reads the reason, and can ask again.</p>
                <TextField
                  name="reason"
                  label="Reason (optional)"
                  limit="approvalReason"
                  value={reason}
                  onChange={(event) => setReason(event.target.value)}
                />
              </>
            ),
          }}
        >
          Decline<span className="sr-only"> {name}</span>
        </ActionButton>
      )}
      {state !== "asked" && (
        <ActionButton
          size="sm"
          variant="quiet"
          refreshes
          send={() => callApi("DELETE /v1/organizations/{handle}/allowed-skills/{slug}", { params })}
          done={`Removed ${name}.`}
          {...(isAllowed && {
            question: {
              title: `Stop allowing ${name}?`,
              action: "Stop allowing",
              isDangerous: true,
              children: "Members can't use it any more. Its subscriptions end with their period.",
            },
          })}
        >
          Remove<span className="sr-only"> {name}</span>
        </ActionButton>
      )}
    </span>
  );
}

/** Allows a skill without a request, in its current version. */
export function AllowForm({ handle }: { handle: string }) {
  const allow = async (form: FormData, element: HTMLFormElement) => {
    const slug = textOf(form, "slug").trim();
    const { data: skill } = await callApi("GET /v1/skills/{slug}", { params: { slug } });
    await callApi("PUT /v1/organizations/{handle}/allowed-skills/{slug}", {
      params: { handle, slug },
      body: { decision: "allow", version: skill.version },
    });
    element.reset();
  };
  return (
    <Form className="grid max-w-xl gap-3" onSend={allow} refreshes>
      <TextField
        name="slug"
        label="Skill"
        hint="The last part of its page’s address, such as text-statistics. Allows its current version."
        autoComplete="off"
        required
      />
      <FormEnd action="Allow" done="Allowed." />
    </Form>
  );
}
