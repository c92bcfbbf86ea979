"use client";

import { useState } from "react";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { useNavigate } from "@/components/ui/navigation";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import { LIMITS } from "@/lib/platform/core/limits";

const handleOf = (name: string) =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/[^a-z0-9 -]/g, "")
    .trim()
    .replace(/[ -]+/g, "-");

/** Creates an organization and opens its page. */
export function CreateForm() {
  const navigate = useNavigate();
  const [handle, setHandle] = useState<{ text: string; isOwn: boolean }>({ text: "", isOwn: false });
  const create = async (form: FormData) => {
    const body = { name: textOf(form, "name"), handle: textOf(form, "handle") };
    const { data } = await callApi("POST /v1/organizations", { body });
    navigate(`/organizations/${data.handle}`, { refresh: true });
  };
  return (
    <Form className="grid max-w-md gap-3" onSend={create}>
      <TextField
        name="name"
        label="Name"
        limit="personName"
        autoComplete="organization"
        onChange={({ target }) => handle.isOwn || setHandle({ text: handleOf(target.value), isOwn: false })}
        required
      />
      <TextField
        name="handle"
        label="Handle"
        hint="Its address: lowercase letters, digits and hyphens."
        limit={{
          minLength: LIMITS.handle.minLength,
          maxLength: LIMITS.handle.maxLength,
          pattern: LIMITS.handle.pattern,
        }}
        value={handle.text}
        onChange={({ target }) => setHandle({ text: target.value, isOwn: true })}
        required
      />
      <FormEnd action="Create organization" />
    </Form>
  );
}
