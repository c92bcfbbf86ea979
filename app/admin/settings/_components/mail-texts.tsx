"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { MailPreview, MailTextView } from "@/lib/platform/notifications/mail-text-schemas";

/** Changes the text of each kind of mail, with a preview. */
export function MailTexts({ mails }: { mails: readonly MailTextView[] }) {
  const [kind, setKind] = useState(mails[0]?.kind);
  const chosen = mails.find((mail) => mail.kind === kind);
  const changed = mails.filter(({ is_default }) => !is_default).length;
  return (
    <Panel title="Mail texts">
      <div className="grid gap-4">
        <p className="max-w-prose text-sm text-muted">
          {changed === 0 ? "All mails use their default text." : `${changed} of ${mails.length} are changed.`}{" "}
          Notifications on the marketplace keep their default.
        </p>
        <Field id="mail_kind" label="Mail">
          <Select
            id="mail_kind"
            className="max-w-xl"
            value={kind}
            onChange={(event) => setKind(event.target.value)}
          >
            {mails.map((mail) => (
              <option key={mail.kind} value={mail.kind}>
                {mail.description}
                {mail.is_default ? "" : " (changed)"}
              </option>
            ))}
          </Select>
        </Field>
        {chosen && <MailText key={`${kind} ${chosen.updated_at}`} mail={chosen} />}
      </div>
    </Panel>
  );
}

function MailText({ mail }: { mail: MailTextView }) {
  const [draft, setDraft] = useState({ subject: mail.subject, body: mail.body });
  const [preview, setPreview] = useState<MailPreview | null>(null);
  const { run, isBusy, errorAt, failureBeside } = useAction({ refreshes: true });
  const path = `/v1/admin/mail-texts/${mail.kind}`;
  const show = () =>
    run(async () => {
      const { data } = await callApi<MailPreview>(`${path}/preview`, { method: "POST", body: draft });
      setPreview(data);
    });
  const save = () =>
    run(async () => {
      await callApi(path, { method: "PUT", body: draft });
      notify("Mail text saved.");
    });
  const send = () =>
    run(async () => {
      const { data } = await callApi<{ sent_to: string }>(`${path}/test`, { method: "POST", body: draft });
      notify(`Sent to ${data.sent_to}.`);
    });
  const restore = () =>
    run(async () => {
      await callApi(path, { method: "DELETE" });
      notify("Default restored.");
    });
  const failure = failureBeside(["subject", "body"]);
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Form className="grid gap-4" onSend={save}>
        <Field id="mail_subject" label="Subject" error={errorAt("subject")}>
          <Input
            id="mail_subject"
            required
            maxLength={150}
            value={draft.subject}
            onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
          />
        </Field>
        <Field
          id="mail_body"
          label="Text"
          hint="An empty line begins a paragraph. A paragraph of {{link}} alone is the button; one of {{message}} alone, the default text."
          error={errorAt("body")}
        >
          <TextArea
            id="mail_body"
            rows={10}
            required
            maxLength={4_000}
            className="font-sans text-sm"
            value={draft.body}
            onChange={({ target }) => setDraft({ ...draft, body: target.value })}
          />
        </Field>
        <Placeholders placeholders={mail.placeholders} />
        {failure ? <ErrorAlert error={failure} /> : null}
        <div className="flex flex-wrap gap-2">
          <Button type="submit" variant="primary" disabled={isBusy}>
            Save mail text
          </Button>
          <Button disabled={isBusy} onClick={show}>
            Preview
          </Button>
          <Button disabled={isBusy} onClick={send}>
            Send me a test
          </Button>
          {!mail.is_default && (
            <Button variant="quiet" disabled={isBusy} onClick={restore}>
              Restore default
            </Button>
          )}
        </div>
      </Form>
      {preview && <Preview {...preview} />}
    </div>
  );
}

function Placeholders({ placeholders }: Pick<MailTextView, "placeholders">) {
  return (
    <dl aria-label="Placeholders" className="grid gap-1 text-xs text-muted">
      {placeholders.map(({ name, sample, is_required }) => (
        <div key={name} className="flex min-w-0 gap-2">
          <dt className="shrink-0 font-mono text-fg">{`{{${name}}}`}</dt>
          <dd className="min-w-0 truncate">
            {is_required && <b className="font-medium text-fg">required · </b>}
            {sample}
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** The mail with sample values. The frame runs no scripts, and its links lead nowhere. */
function Preview({ subject, html, text }: MailPreview) {
  return (
    <figure aria-label="Preview" className="grid min-w-0 gap-3">
      <figcaption className="text-sm">
        <span className="text-xs text-muted">Subject</span>
        <span className="block font-medium wrap-anywhere">{subject}</span>
      </figcaption>
      <iframe
        title="The mail as HTML"
        sandbox=""
        srcDoc={html}
        className="h-96 w-full rounded-md border border-line"
      />
      <details>
        <summary className="cursor-pointer text-sm text-muted">As plain text</summary>
        <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-raised p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      </details>
    </figure>
  );
}
