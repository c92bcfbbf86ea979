"use client";

import { useState } from "react";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";

/** Appeals a rejection, once. */
export function Appeal({ skillId, reason }: { skillId: string; reason: string | null }) {
  const [text, setText] = useState("");
  const send = () =>
    callApi("POST /v1/developer/skills/{id}/appeal", { params: { id: skillId }, body: { reason: text } });
  return (
    <Panel title="This submission was rejected">
      {reason && <p className="mb-3 text-sm whitespace-pre-wrap">{reason}</p>}
      <p className="mb-3 max-w-prose text-sm text-muted">
        Make the changes and submit again. If the rejection is a mistake, you can appeal it once: another reviewer looks
        at the same version.
      </p>
      <Form className="grid gap-3" onSend={send} refreshes>
        <AreaField
          name="reason"
          label="Why the rejection is a mistake"
          required
          rows={3}
          limit="comment"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <FormEnd action="Appeal" variant="plain" size="sm" isBlocked={text.trim() === ""} isOnce />
      </Form>
    </Panel>
  );
}
