"use client";

import { useState } from "react";
import { AreaField, SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { useNavigate } from "@/components/ui/navigation";
import { textOf, useSpending } from "@/components/ui/use-action";
import { type BodyOf, callApi } from "@/lib/interfaces/client/api";
import { slugFrom } from "@/lib/supply/skills/slug-from";

type NewSkill = BodyOf<"POST /v1/developer/skills">;
const KINDS = [
  ["api", "API endpoint"],
  ["download", "Downloadable package"],
  ["both", "Both"],
] as const;
type Categories = readonly { slug: string; title: string }[];

/** Begins a skill with what has to be known first; the rest follows in the editor. */
export function NewSkillForm({ categories, organization }: { categories: Categories; organization: string | null }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [slug, setSlug] = useState<string | null>(null);
  // Under a key, so that after a lost answer Retry finds the draft instead of its slug taken.
  const creating = useSpending({
    send: (body: NewSkill, idempotencyKey) => callApi("POST /v1/developer/skills", { body, idempotencyKey }),
    onDone: ({ data }) => navigate(`/console/${data.id}`),
  });
  const create = (form: FormData) =>
    creating.spend({
      slug: slug ?? slugFrom(name),
      name,
      description: textOf(form, "description"),
      category: textOf(form, "category"),
      execution_type: textOf(form, "execution_type") as NewSkill["execution_type"],
      pricing_type: "usage",
      visibility: textOf(form, "visibility") === "organization" ? "organization" : "public",
    });
  return (
    <Form autoComplete="off" className="grid gap-4" by={creating} onSend={create}>
      <TextField
        name="name"
        label="Name"
        required
        limit="skillName"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <TextField
        name="slug"
        label="Slug"
        hint="Used in its URL and the API: lowercase letters, digits and hyphens. It can't change later."
        required
        limit="slug"
        className="font-mono"
        value={slug ?? slugFrom(name)}
        onChange={(event) => setSlug(event.target.value)}
      />
      <AreaField
        name="description"
        label="Short description"
        hint="What it does, in a sentence or two."
        required
        limit="skillDescription"
        rows={2}
        className="min-h-14!"
      />
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          name="category"
          label="Category"
          options={categories.map((one) => [one.slug, one.title] as const)}
        />
        <SelectField name="execution_type" label="Kind" options={KINDS} />
      </div>
      {organization !== null && (
        <SelectField
          name="visibility"
          label="Who may use it"
          hint="A private skill is free for members and needs no review. This can't change later."
          options={[
            ["public", "Everyone, on the marketplace"],
            ["organization", `Only members of ${organization}`],
          ]}
        />
      )}
      <FormEnd action="Create draft" size="lg" isOnce />
    </Form>
  );
}
