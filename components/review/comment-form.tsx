"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { MAX_COMMENT_CHARS } from "@/lib/platform/core/limits";
import type { CommentInput } from "@/lib/supply/review/comment-schemas";
import { CONTENT, CONTENT_NAMES } from "@/lib/supply/skills/content-fields";

const FILE = "file";

/** Writes a comment about the submission, one of its fields, or a line of the open file. */
export function CommentForm({
  path,
  as,
  file,
}: {
  path: string;
  as: "reviewer" | "developer";
  file?: string;
}) {
  const id = useId();
  const [text, setText] = useState("");
  const [about, setAbout] = useState("");
  const [line, setLine] = useState("");
  const hasLine = about === FILE || about === "readme";
  const sending = useSpending({
    send: (body: CommentInput, idempotencyKey) => callApi(path, { method: "POST", body, idempotencyKey }),
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
  const failure = sending.failureBeside(["text", "line"]);
  return (
    <Form className="grid gap-3" onSend={send}>
      <div className="flex flex-wrap gap-3">
        <Field id={`${id}-about`} label="About">
          <Select id={`${id}-about`} value={about} onChange={(event) => setAbout(event.target.value)}>
            <option value="">The whole submission</option>
            {file !== undefined && <option value={FILE}>{file}</option>}
            {CONTENT_NAMES.map((name) => (
              <option key={name} value={name}>
                {CONTENT[name].label}
              </option>
            ))}
          </Select>
        </Field>
        {hasLine && (
          <Field id={`${id}-line`} label="Line" error={sending.errorAt("line")}>
            <Input
              id={`${id}-line`}
              type="number"
              min={1}
              step={1}
              className="max-w-28 font-mono"
              value={line}
              onChange={(event) => setLine(event.target.value)}
            />
          </Field>
        )}
      </div>
      <Field
        id={`${id}-text`}
        label={as === "reviewer" ? "Comment, sent to the developer" : "Answer, sent to the reviewers"}
        error={sending.errorAt("text")}
      >
        <TextArea
          id={`${id}-text`}
          required
          rows={3}
          maxLength={MAX_COMMENT_CHARS}
          value={text}
          onChange={(event) => setText(event.target.value)}
          className="font-sans text-sm"
        />
      </Field>
      {failure ? <ErrorAlert error={failure} retry={sending.again} /> : null}
      <div>
        <Button type="submit" size="sm" disabled={sending.isBusy || text.trim() === ""}>
          {as === "reviewer" ? "Send comment" : "Send answer"}
        </Button>
      </div>
    </Form>
  );
}
