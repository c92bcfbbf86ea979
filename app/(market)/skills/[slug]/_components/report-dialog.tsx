"use client";

import { type Dispatch, type SetStateAction, useState } from "react";
import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { AreaField, SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { useAction } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";
import { REPORT_KIND_TITLES } from "@/lib/supply/skills/report-kinds";

type Report = BodyOf<"POST /v1/skills/{slug}/reports">;
type Draft = { kind: Report["kind"] | ""; text: string };
const NOTHING: Draft = { kind: "", text: "" };

type Props = { slug: string; name: string; isOpen: boolean; onClose: () => void };

/** Reports a problem with a skill. */
export function ReportDialog({ slug, name, isOpen, onClose }: Props) {
  // Held out here, since a press beside the dialog closes it and the form goes.
  const draft = useState(NOTHING);
  return (
    <Dialog
      title={`Report ${name}`}
      about="Only administrators read this. The developer won't learn who wrote it."
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
  const reporting = useAction();
  const send = () =>
    reporting.run(async () => {
      await callApi("POST /v1/skills/{slug}/reports", { params: { slug }, body: draft as Report });
      setDraft(NOTHING);
    });
  if (reporting.isDone)
    return (
      <div className="grid gap-4" role="status">
        <p className="text-sm">
          Thank you. An administrator will look at it. Follow it under{" "}
          <Link className="text-accent-ink underline" href="/reports">
            Your reports
          </Link>
          .
        </p>
        <div className="flex justify-end">
          <Button onClick={onClose}>Close</Button>
        </div>
      </div>
    );
  return (
    <Form className="grid gap-4" by={reporting} onSend={send}>
      <SelectField
        name="kind"
        label="What is wrong?"
        required
        value={draft.kind}
        onChange={(event) => setDraft({ ...draft, kind: event.target.value as Draft["kind"] })}
        options={[["", "Choose…"], ...Object.entries(REPORT_KIND_TITLES)]}
      />
      <AreaField
        name="text"
        label="What happens, and how can we see it?"
        required
        limit="report"
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <FormEnd action="Send report" onCancel={onClose} />
    </Form>
  );
}
