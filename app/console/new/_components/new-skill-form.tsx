"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { useNavigate } from "@/components/ui/navigation";
import { useSpending } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { errorAt } from "@/lib/interfaces/client/issues";
import { MAX_SLUG_CHARS } from "@/lib/platform/core/limits";
import { slugFrom } from "@/lib/supply/skills/slug-from";

type Categories = readonly { slug: string; title: string }[];

/** Begins a skill with what has to be known first; the rest follows in the editor. */
export function NewSkillForm({ categories }: { categories: Categories }) {
  const navigate = useNavigate();
  const [name, setName] = useState("");
  const [slug, setSlug] = useState<string | null>(null);
  // Under a key, so that after a lost answer Retry finds the draft instead of its slug taken.
  const { spend, again, isBusy, isDone, failure } = useSpending({
    send: (body: object, idempotencyKey) =>
      callApi<{ id: string }>("/v1/developer/skills", { method: "POST", body, idempotencyKey }),
    onDone: ({ data }) => navigate(`/console/${data.id}`),
  });
  const at = (field: string) => errorAt(field, {}, failure);
  const create = (form: FormData) =>
    spend({
      slug: slug ?? slugFrom(name),
      name,
      description: String(form.get("description") ?? ""),
      category: form.get("category"),
      execution_type: form.get("execution_type"),
      pricing_type: "usage",
    });
  return (
    <Form autoComplete="off" className="grid gap-4" onSend={create}>
      <Field id="name" label="Name" error={at("name")}>
        <Input
          id="name"
          required
          maxLength={100}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
      </Field>
      <Field
        id="slug"
        label="Slug"
        hint="Its address and its name in the API: lower-case letters, digits and hyphens. It stays for good."
        error={at("slug")}
      >
        <Input
          id="slug"
          required
          minLength={3}
          maxLength={MAX_SLUG_CHARS}
          pattern="[a-z0-9]+(-[a-z0-9]+)*"
          className="font-mono"
          value={slug ?? slugFrom(name)}
          onChange={(event) => setSlug(event.target.value)}
        />
      </Field>
      <Rest errorAt={at} categories={categories} />
      {failure ? <ErrorAlert error={failure} retry={again} /> : null}
      <div>
        <Button variant="primary" size="lg" type="submit" disabled={isBusy || isDone}>
          Create draft
        </Button>
      </div>
    </Form>
  );
}

type RestProps = { errorAt: (field: string) => string | undefined; categories: Categories };

function Rest({ errorAt: at, categories }: RestProps) {
  return (
    <>
      <Field
        id="description"
        label="Short description"
        hint="What it does, in a sentence or two."
        error={at("description")}
      >
        <TextArea
          id="description"
          name="description"
          required
          maxLength={1024}
          rows={2}
          className="min-h-14"
        />
      </Field>

      <div className="grid gap-4 sm:grid-cols-2">
        <Field id="category" label="Category" error={at("category")}>
          <Select id="category" name="category">
            {categories.map(({ slug: value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </Select>
        </Field>
        <Field id="execution_type" label="Kind">
          <Select id="execution_type" name="execution_type">
            <option value="api">API endpoint</option>
            <option value="download">Downloadable package</option>
            <option value="both">Both</option>
          </Select>
        </Field>
      </div>
    </>
  );
}
