"use client";

import { useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, TextArea } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { LazyAlertDialog } from "@/components/ui/lazy-alert-dialog";
import { notify } from "@/components/ui/notify";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Collection = { slug: string; title: string; description: string; position: number; skills: string[] };

/** Creates a collection (`null`), or changes or deletes one. Skills are slugs, one a line. */
export function CollectionForm({ collection }: { collection: Collection | null }) {
  const [isAsking, setAsking] = useState(false);
  const [generation, setGeneration] = useState(0);
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const remover = useAction({ refreshes: true });
  const id = collection?.slug ?? "new";
  const save = (form: FormData) =>
    run(async () => {
      const body = {
        title: textOf(form, "title"),
        description: textOf(form, "description"),
        position: Number(textOf(form, "position") || 0),
        skills: textOf(form, "skills").split(/\s+/).filter(Boolean),
      };
      const slug = collection?.slug ?? textOf(form, "slug").trim();
      await callApi(`/v1/admin/collections/${encodeURIComponent(slug)}`, { method: "PUT", body });
      notify(collection ? "The collection has been updated." : "The collection has been created.");
      if (!collection) setGeneration(generation + 1);
    });
  const remove = async () => {
    await remover.run(async () => {
      await callApi(`/v1/admin/collections/${id}`, { method: "DELETE" });
      notify("The collection has been deleted.");
    });
  };
  return (
    <Form key={generation} className="grid gap-3" onSend={save}>
      {!collection && (
        <Field
          id={`${id}-slug`}
          label="Slug"
          hint="Lowercase letters, digits and hyphens. Used in the collection's URL."
        >
          <Input id={`${id}-slug`} name="slug" required maxLength={64} pattern="[a-z0-9]+(-[a-z0-9]+)*" />
        </Field>
      )}
      <div className="grid gap-3 sm:grid-cols-[1fr_6rem]">
        <Field id={`${id}-title`} label="Title">
          <Input id={`${id}-title`} name="title" required maxLength={80} defaultValue={collection?.title} />
        </Field>
        <Field id={`${id}-position`} label="Position">
          <Input
            id={`${id}-position`}
            name="position"
            type="number"
            min={0}
            max={1000}
            defaultValue={collection?.position ?? 0}
          />
        </Field>
      </div>
      <Field id={`${id}-description`} label="Description">
        <TextArea
          id={`${id}-description`}
          name="description"
          maxLength={500}
          defaultValue={collection?.description}
        />
      </Field>
      <Field id={`${id}-skills`} label="Skills" hint="Up to 50 slugs in display order, one per line.">
        <TextArea
          id={`${id}-skills`}
          name="skills"
          required
          rows={6}
          className="font-mono text-xs"
          defaultValue={collection?.skills.join("\n")}
        />
      </Field>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" disabled={isBusy}>
          {collection ? "Save changes" : "Create collection"}
        </Button>
        {collection && (
          <Button variant="danger" onClick={() => setAsking(true)}>
            Delete
          </Button>
        )}
      </div>
      {failure || remover.failure ? <ErrorAlert error={failure ?? remover.failure} /> : null}
      <LazyAlertDialog
        title={`Delete ${collection?.title ?? "this collection"}?`}
        action="Delete collection"
        isOpen={isAsking}
        onConfirm={remove}
        onClose={() => setAsking(false)}
      >
        <p>Its page disappears from the marketplace. The skills stay.</p>
      </LazyAlertDialog>
    </Form>
  );
}
