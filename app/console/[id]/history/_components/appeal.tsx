"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_COMMENT_CHARS } from "@/lib/platform/core/limits";

/** Appeals a rejection, once. */
export function Appeal({ skillId, reason }: { skillId: string; reason: string | null }) {
  const [text, setText] = useState("");
  const { run, again, isBusy, isDone, failure, errorAt } = useAction({ refreshes: true });
  const send = () =>
    run(async () => {
      await callApi(`/v1/developer/skills/${skillId}/appeal`, { method: "POST", body: { reason: text } });
    });
  return (
    <Panel title="This submission was rejected">
      {reason && <p className="mb-3 text-sm whitespace-pre-wrap">{reason}</p>}
      <p className="mb-3 max-w-prose text-sm text-muted">
        Change what the reviewer asks for and submit it again. If the rejection is a mistake, appeal it once:
        another reviewer then looks at the same version.
      </p>
      <Form className="grid gap-3" onSend={send}>
        <Field id="appeal" label="Why the rejection is a mistake" error={errorAt("reason")}>
          <TextArea
            id="appeal"
            required
            rows={3}
            maxLength={MAX_COMMENT_CHARS}
            value={text}
            onChange={(event) => setText(event.target.value)}
            className="font-sans text-sm"
          />
        </Field>
        {failure && errorAt("reason") === undefined ? <ErrorAlert error={failure} retry={again} /> : null}
        <div>
          <Button type="submit" size="sm" disabled={isBusy || isDone || text.trim() === ""}>
            Appeal
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
