"use client";

import { SelectField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Props = { id: string; title: string; skills: { slug: string; name: string }[] };

/** Offers one of the developer's skills for a request. */
export function OfferForm({ id, title, skills }: Props) {
  return (
    <details className="mt-3">
      <summary className="cursor-pointer text-sm text-accent-ink">
        Offer one of your skills<span className="sr-only"> for {title}</span>
      </summary>
      <Form
        className="mt-2 flex flex-wrap items-end gap-2"
        refreshes
        onSend={async (fields) => {
          await callApi("POST /v1/skill-requests/{id}/offers", {
            params: { id },
            body: { skill: textOf(fields, "skill") },
          });
        }}
      >
        <div className="min-w-48 max-w-full">
          <SelectField name="skill" label="Skill" options={skills.map(({ slug, name }) => [slug, name] as const)} />
        </div>
        <FormEnd action="Offer" done="Everyone who wants it is notified." />
      </Form>
    </details>
  );
}
