"use client";

import { Flag } from "lucide-react";
import { useId, useState } from "react";
import { callApi } from "@/components/ui/api";
import { Button } from "@/components/ui/button";
import { Failure } from "@/components/ui/failure";
import { Field, Select, TextArea } from "@/components/ui/field";
import { Modal } from "@/components/ui/modal";
import { useAction } from "@/components/ui/use-action";
import { REPORT_KIND_TITLES } from "@/lib/skills/report-kinds";

/** Opens a dialog in which the viewer says what is wrong with a skill. */
export function ReportButton({ slug, name }: { slug: string; name: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button look="quiet" size="sm" onClick={() => setOpen(true)}>
        <Flag size={14} aria-hidden /> Report this skill
      </Button>
      {isOpen && <ReportDialog slug={slug} name={name} onClose={() => setOpen(false)} />}
    </>
  );
}

function ReportDialog({ slug, name, onClose }: { slug: string; name: string; onClose: () => void }) {
  const [kind, setKind] = useState("");
  const [text, setText] = useState("");
  const { run, isBusy, isDone, errorAt, failureBeside } = useAction();
  const id = useId();
  const failure = failureBeside(["kind", "text"]);
  const send = () =>
    run(async () => {
      await callApi(`/v1/skills/${slug}/reports`, { method: "POST", body: { kind, text } });
    });
  return (
    <Modal label={`Report ${name}`} onClose={onClose}>
      {isDone ? (
        <div className="grid gap-4 p-4" role="status">
          <h2 className="text-lg font-semibold">Thank you</h2>
          <p className="text-sm text-muted">
            An administrator will look at it. What comes of it stands under{" "}
            <a className="text-accent-ink underline" href="/reports">
              your reports
            </a>
            .
          </p>
          <div className="flex justify-end">
            <Button onClick={onClose}>Close</Button>
          </div>
        </div>
      ) : (
        <form
          className="grid gap-4 p-4"
          onSubmit={(event) => {
            event.preventDefault();
            void send();
          }}
        >
          <div>
            <h2 className="text-lg font-semibold">Report {name}</h2>
            <p className="mt-1 text-sm text-muted">
              Only administrators read this; the developer does not learn who wrote it.
            </p>
          </div>
          <Field id={`${id}-kind`} label="What is wrong?" error={errorAt("kind")}>
            <Select id={`${id}-kind`} required value={kind} onChange={(event) => setKind(event.target.value)}>
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
              value={text}
              onChange={(event) => setText(event.target.value)}
              className="font-sans text-sm"
            />
          </Field>
          {failure ? <Failure error={failure} /> : null}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" look="primary" disabled={isBusy}>
              Send report
            </Button>
          </div>
        </form>
      )}
    </Modal>
  );
}
