"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { Button } from "@/components/ui/button";
import { TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { hrefOf } from "@/components/ui/href";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { useNavigate } from "@/components/ui/navigation";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

/** Renames or deletes one of the account's lists. */
export function ListActions({ name }: { name: string }) {
  const [isOpen, setOpen] = useState(false);
  const navigate = useNavigate();
  const params = { list: name };
  const rename = async (form: FormData) => {
    const to = textOf(form, "name").trim();
    await callApi("PATCH /v1/favorites/lists/{list}", { params, body: { name: to } });
    setOpen(false);
    navigate(hrefOf("/favorites", { list: to }), { replace: true, refresh: true });
  };
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpen(true)}>
        Rename list
      </Button>
      <ActionButton
        size="sm"
        question={{
          title: `Delete the list ${name}?`,
          action: "Delete list",
          children: "Its skills stay saved, in no list.",
        }}
        send={async () => {
          await callApi("DELETE /v1/favorites/lists/{list}", { params });
          navigate("/favorites", { replace: true, refresh: true });
        }}
      >
        Delete list
      </ActionButton>
      <LazyDialog title="Rename list" isOpen={isOpen} onClose={() => setOpen(false)}>
        <Form className="grid gap-4" autoComplete="off" onSend={rename}>
          <TextField name="name" label="Name" defaultValue={name} required limit="listName" />
          <FormEnd action="Rename list" />
        </Form>
      </LazyDialog>
    </div>
  );
}
