"use client";

import { AreaField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { handle: string; bio: string; links: string[]; contact: string | null };

/** The handle, bio, links and contact of a publisher. */
export function ProfileForm({ handle, bio, links, contact }: Props) {
  const saving = useAction({ refreshes: true });
  const save = (form: FormData) =>
    saving.run(async () => {
      const body = {
        handle: textOf(form, "handle").trim(),
        bio: textOf(form, "bio"),
        links: textOf(form, "links").split(/\s+/).filter(Boolean),
        contact: textOf(form, "contact").trim() || null,
      };
      await callApi("PATCH /v1/account/publisher", { body });
      notify("Your profile has been updated.");
    });
  return (
    <Form className="grid max-w-xl gap-4" by={saving} onSend={save}>
      <TextField
        name="handle"
        label="Handle"
        hint="Your page is /publishers/handle. If you change it, the old URL redirects for 90 days."
        defaultValue={handle}
        required
        limit="handle"
      />
      <AreaField
        name="bio"
        label="Bio"
        hint="Plain text, at most 1,000 characters."
        defaultValue={bio}
        limit="publisherBio"
        rows={5}
      />
      <AreaField
        name="links"
        label="Links"
        hint="Up to 5 https URLs, one per line."
        defaultValue={links.join("\n")}
        rows={3}
      />
      <TextField
        name="contact"
        label="Contact (optional)"
        hint="An email or https URL, shown to everyone on your page."
        defaultValue={contact ?? ""}
        autoComplete="off"
      />
      <FormEnd action="Save changes" />
    </Form>
  );
}
