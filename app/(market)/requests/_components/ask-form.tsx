"use client";

import { AreaField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Asks for a skill; `title` is what was searched for before. */
export function AskForm({ title }: { title: string }) {
  const ask = async (fields: FormData, form: HTMLFormElement) => {
    const body = { title: textOf(fields, "title"), text: textOf(fields, "text") };
    await callApi("POST /v1/skill-requests", { body });
    for (const field of form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>("input, textarea"))
      field.value = "";
  };
  return (
    <Form onSend={ask} refreshes className="grid gap-3" autoComplete="off">
      <TextField
        name="title"
        label="What should the skill do?"
        placeholder="Read receipts into a table"
        limit="requestTitle"
        defaultValue={title}
        required
      />
      <AreaField
        name="text"
        label="Details (optional)"
        hint="What goes in, what should come out. Your name isn't shown."
        limit="requestText"
        className="min-h-16!"
      />
      <FormEnd action="Ask for this skill" done="Asked. We'll notify you when a developer offers one." />
    </Form>
  );
}
