"use client";

import { useState } from "react";
import { AreaField, NumberField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { CommentInput } from "@/lib/supply/review/comment-schemas";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

const FILE = "file";
const OPERATIONS = {
  reviewer: "POST /v1/admin/skills/{id}/comments",
  developer: "POST /v1/developer/skills/{id}/comments",
} as const;

/** Writes a comment about the submission, one of its fields, or a line of the open file. */
export function CommentForm({ skillId, as, file }: { skillId: string; as: "reviewer" | "developer"; file?: string }) {
  const [text, setText] = useState("");
  const [about, setAbout] = useState("");
  const [line, setLine] = useState("");
  const hasLine = about === FILE || about === "readme";
  const sending = useSpending({
    send: (body: CommentInput, idempotencyKey) =>
      callApi(OPERATIONS[as], { params: { id: skillId }, body, idempotencyKey }),
    onDone: () => {
      setText("");
      setLine("");
    },
    refreshes: true,
  });
  const send = () =>
    sending.spend({
      text,
      ...(about === FILE && file !== undefined && { file }),
      ...(about !== FILE && about !== "" && { field: about }),
      ...(hasLine && line !== "" && { line: Number(line) }),
    });
  return (
    <Form className="grid gap-3" by={sending} onSend={send}>
      <div className="flex flex-wrap gap-3">
        <SelectField
          name="about"
          label="About"
          value={about}
          onChange={(event) => setAbout(event.target.value)}
          options={[
            ["", "The whole submission"],
            ...(file === undefined ? [] : [[FILE, file] as const]),
            ...CONTENT_NAMES.map((name) => [name, CONTENT[name].label] as const),
          ]}
        />
        {hasLine && (
          <NumberField
            name="line"
            label="Line"
            limit="fileLine"
            className="max-w-28 font-mono"
            value={line}
            onChange={(event) => setLine(event.target.value)}
          />
        )}
      </div>
      <AreaField
        name="text"
        label={as === "reviewer" ? "Comment, sent to the developer" : "Reply, sent to the reviewers"}
        required
        rows={3}
        limit="comment"
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <FormEnd
        action={as === "reviewer" ? "Send comment" : "Send reply"}
        variant="plain"
        size="sm"
        isBlocked={text.trim() === ""}
      />
    </Form>
  );
}
