"use client";

import { type Dispatch, type SetStateAction, useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { REPORT_KIND_TITLES } from "@/lib/supply/skills/report-kinds";

type Draft = { kind: string; text: string };
const NOTHING: Draft = { kind: "", text: "" };

type Props = { slug: string; name: string; isOpen: boolean; onClose: () => void };

/** Asks what is wrong with a skill, and says what comes of the answer. */
export function ReportDialog({ slug, name, isOpen, onClose }: Props) {
  // Held out here, since a press beside the dialog closes it and the form goes.
  const draft = useState(NOTHING);
  return (
    <Dialog
      title={`Report ${name}`}
      about="Only administrators read this; the developer does not learn who wrote it."
      isOpen={isOpen}
      onClose={onClose}
    >
      <ReportForm slug={slug} draft={draft} onClose={onClose} />
    </Dialog>
  );
}

type FormProps = Pick<Props, "slug" | "onClose"> & {
  draft: [Draft, Dispatch<SetStateAction<Draft>>];
};

function ReportForm({ slug, draft: [draft, setDraft], onClose }: FormProps) {
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const id = useId();
  const failure = failureBeside(["kind", "text"]);
  const send = () =>
    run(async () => {
      await callApi(`/v1/skills/${slug}/reports`, { method: "POST", body: draft });
      setDraft(NOTHING);
    });
  if (isDone)
    return (
      <div className="grid gap-4" role="status">
        <p className="text-sm">
          Thank you. An administrator will look at it. What comes of it stands under{" "}
          <Link className="text-accent-ink underline" href="/reports">
            your reports
          </Link>
          .
        </p>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <Form className="grid gap-4" onSend={send}>
      <Field id={`${id}-kind`} label="What is wrong?" error={errorAt("kind")}>
        <Select
          id={`${id}-kind`}
          required
          value={draft.kind}
          onChange={(event) => setDraft({ ...draft, kind: event.target.value })}
        >
          <option value="">Choose…</option>
          {Object.entries(REPORT_KIND_TITLES).map(([value, title]) => (
            <option key={value} value={value}>
              {title}
            </option>
          ))}
        </Select>
      </Field>
      <Field id={`${id}-text`} label="What happens, and how to see it" error={errorAt("text")}>
        <TextArea
          id={`${id}-text`}
          required
          maxLength={2000}
          value={draft.text}
          onChange={(event) => setDraft({ ...draft, text: event.target.value })}
        />
      </Field>
      {failure ? <ErrorAlert error={failure} /> : null}
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>Cancel</Button>
        <Button type="submit" variant="primary" disabled={isBusy}>
          Send report
        </Button>
      </div>
    </Form>
  );
}
