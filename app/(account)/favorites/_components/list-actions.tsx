"use client";

import { useId, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { LazyDialog } from "@/components/ui/lazy-dialog";
import { useNavigate } from "@/components/ui/navigation";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

const pathOf = (name: string) => `/v1/favorites/lists/${encodeURIComponent(name)}`;

/** Renames or deletes one of the account's lists. */
export function ListActions({ name }: { name: string }) {
  const [opened, setOpened] = useState<"rename" | "delete" | null>(null);
  const navigate = useNavigate();
  const close = () => setOpened(null);
  return (
    <div className="mb-4 flex flex-wrap gap-2">
      <Button size="sm" onClick={() => setOpened("rename")}>
        Rename list
      </Button>
      <Button size="sm" onClick={() => setOpened("delete")}>
        Delete list
      </Button>
      <LazyDialog title="Rename list" isOpen={opened === "rename"} onClose={close}>
        <RenameForm
          name={name}
          onRenamed={(to) => {
            close();
            navigate(`/favorites?${new URLSearchParams({ list: to })}`, { replace: true, refresh: true });
          }}
        />
      </LazyDialog>
      <LazyAlertDialog
        isOpen={opened === "delete"}
        title={`Delete the list ${name}?`}
        action="Delete list"
        onConfirm={async () => {
          await callApi(pathOf(name), { method: "DELETE" });
          navigate("/favorites", { replace: true, refresh: true });
        }}
        onClose={close}
      >
        <p>Its skills stay saved, in no list.</p>
      </LazyAlertDialog>
    </div>
  );
}

function RenameForm({ name, onRenamed }: { name: string; onRenamed: (name: string) => void }) {
  const { run, isBusy, errorAt, failureBeside } = useAction();
  const id = useId();
  const failure = failureBeside(["name"]);
  const rename = (form: FormData) =>
    run(async () => {
      const to = textOf(form, "name").trim();
      await callApi(pathOf(name), { method: "PATCH", body: { name: to } });
      onRenamed(to);
    });
  return (
    <Form className="grid gap-4" autoComplete="off" onSend={rename}>
      <Field id={id} label="Name" error={errorAt("name")}>
        <Input id={id} name="name" defaultValue={name} required maxLength={60} />
      </Field>
      {failure ? <ErrorAlert error={failure} /> : null}
      <div className="flex justify-end">
        <Button type="submit" variant="primary" disabled={isBusy}>
          Rename list
        </Button>
      </div>
    </Form>
  );
}
