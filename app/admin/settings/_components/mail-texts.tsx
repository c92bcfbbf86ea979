"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { AreaField, SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
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
          {changed === 0 ? "All mails use their default text." : `${changed} of ${mails.length} mails are customized.`}{" "}
          Notifications on the marketplace keep their default.
        </p>
        <SelectField
          name="kind"
          label="Mail"
          className="max-w-xl"
          value={kind}
          onChange={(event) => setKind(event.target.value)}
          options={mails.map((mail) => [mail.kind, `${mail.description}${mail.is_default ? "" : " (customized)"}`])}
        />
        {chosen && <MailText key={`${kind} ${chosen.updated_at}`} mail={chosen} />}
      </div>
    </Panel>
  );
}

function MailText({ mail }: { mail: MailTextView }) {
  const [draft, setDraft] = useState({ subject: mail.subject, body: mail.body });
  const [preview, setPreview] = useState<MailPreview | null>(null);
  const trying = useAction();
  const sent = { params: { kind: mail.kind }, body: draft };
  const show = () =>
    trying.run(async () => setPreview((await callApi("POST /v1/admin/mail-texts/{kind}/preview", sent)).data));
  const test = () =>
    trying.run(async () => {
      const { data } = await callApi("POST /v1/admin/mail-texts/{kind}/test", sent);
      notify(`Sent to ${data.sent_to}.`);
    });
  const saving = useAction({ refreshes: true });
  const save = () =>
    saving.run(async () => {
      await callApi("PUT /v1/admin/mail-texts/{kind}", sent);
      notify("Mail text saved.");
    });
  const shown = trying.failure ? trying : saving;
  return (
    <div className="grid items-start gap-4 lg:grid-cols-2">
      <Form className="grid gap-4" by={shown} onSend={save}>
        <TextField
          name="subject"
          label="Subject"
          required
          limit="mailSubject"
          value={draft.subject}
          onChange={({ target }) => setDraft({ ...draft, subject: target.value })}
        />
        <AreaField
          name="body"
          label="Text"
          hint="Separate paragraphs with an empty line. {{link}} on its own becomes the button; {{message}} on its own, the default text."
          rows={10}
          required
          limit="mailBody"
          value={draft.body}
          onChange={({ target }) => setDraft({ ...draft, body: target.value })}
        />
        <Placeholders placeholders={mail.placeholders} />
        <FormEnd action="Save mail text">
          <Button disabled={trying.isBusy} onClick={show}>
            Preview
          </Button>
          <Button disabled={trying.isBusy} onClick={test}>
            Send me a test
          </Button>
          {!mail.is_default && (
            <ActionButton
              variant="quiet"
              refreshes
              question={{
                title: "Restore the default text?",
                action: "Restore default",
                children: "This deletes your subject and text for this mail.",
              }}
              send={() => callApi("DELETE /v1/admin/mail-texts/{kind}", { params: sent.params })}
              done="Default restored."
            >
              Restore default
            </ActionButton>
          )}
        </FormEnd>
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
      <iframe title="The mail as HTML" sandbox="" srcDoc={html} className="h-96 w-full rounded-md border border-line" />
      <details>
        <summary className="cursor-pointer text-sm text-muted">As plain text</summary>
        <pre className="mt-2 overflow-x-auto rounded-md border border-line bg-raised p-3 text-xs whitespace-pre-wrap wrap-anywhere">
          {text}
        </pre>
      </details>
    </figure>
  );
}
