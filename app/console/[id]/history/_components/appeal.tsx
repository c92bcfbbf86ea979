"use client";

import { useState } from "react";
import { AreaField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { callApi } from "@/lib/interfaces/client/api";

const WORDS = {
  rejection: {
    title: "This submission was rejected",
    text: "Make the changes and submit again. If the rejection is a mistake, you can appeal it once: another reviewer looks at the same version.",
    label: "Why the rejection is a mistake",
  },
  pause: {
    title: "Sales of this skill are paused",
    text: "Correct your endpoint, then appeal once for each version: an administrator tests it and resumes sales.",
    label: "What you have corrected, or why the pause is a mistake",
  },
};

type Props = { skillId: string; what: keyof typeof WORDS; reason: string | null };

/** Appeals a rejection or a pause of sales, once. */
export function Appeal({ skillId, what, reason }: Props) {
  const { title, text: advice, label } = WORDS[what];
  const [text, setText] = useState("");
  const send = () =>
    callApi("POST /v1/developer/skills/{id}/appeal", { params: { id: skillId }, body: { reason: text } });
  return (
    <Panel title={title}>
      {reason && <p className="mb-3 text-sm whitespace-pre-wrap">{reason}</p>}
      <p className="mb-3 max-w-prose text-sm text-muted">{advice}</p>
      <Form className="grid gap-3" onSend={send} refreshes>
        <AreaField
          name="reason"
          label={label}
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
