"use client";

import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { handle: string; bio: string; links: string[] };

/** The handle, bio and links of a publisher. */
export function ProfileForm({ handle, bio, links }: Props) {
  const { run, isBusy, errorAt, failureBeside } = useAction({ refreshes: true });
  const save = (form: FormData) =>
    run(async () => {
      const body = {
        handle: textOf(form, "handle").trim(),
        bio: textOf(form, "bio"),
        links: textOf(form, "links").split(/\s+/).filter(Boolean),
      };
      await callApi("/v1/account/publisher", { method: "PATCH", body });
      notify("Your profile has been updated.");
    });
  const linkError = [0, 1, 2, 3, 4].map((at) => errorAt(`links[${at}]`)).find(Boolean);
  const failure = failureBeside(["handle", "bio", "links", ...[0, 1, 2, 3, 4].map((at) => `links[${at}]`)]);
  return (
    <Form className="grid max-w-xl gap-4" onSend={save}>
      <Field
        id="handle"
        label="Handle"
        hint="Your page is /publishers/handle. If you change it, the old URL redirects for 90 days."
        error={errorAt("handle")}
      >
        <Input id="handle" name="handle" defaultValue={handle} required minLength={3} maxLength={64} />
      </Field>
      <Field id="bio" label="Bio" hint="Plain text, at most 1,000 characters." error={errorAt("bio")}>
        <TextArea id="bio" name="bio" defaultValue={bio} maxLength={1000} rows={5} />
      </Field>
      <Field
        id="links"
        label="Links"
        hint="Up to 5 https URLs, one per line."
        error={errorAt("links") ?? linkError}
      >
        <TextArea id="links" name="links" defaultValue={links.join("\n")} rows={3} />
      </Field>
      <div>
        <Button type="submit" variant="primary" disabled={isBusy}>
          Save changes
        </Button>
      </div>
      {failure ? <ErrorAlert error={failure} /> : null}
    </Form>
  );
}
