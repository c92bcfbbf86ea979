"use client";

import { useState } from "react";
import { ActionButton } from "@/components/ui/action-button";
import { AreaField, NumberField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";

type Collection = { slug: string; title: string; description: string; position: number; skills: string[] };

/** Creates a collection (`null`), or changes or deletes one. Skills are slugs, one a line. */
export function CollectionForm({ collection }: { collection: Collection | null }) {
  const [generation, setGeneration] = useState(0);
  const save = async (form: FormData) => {
    const body = {
      title: textOf(form, "title"),
      description: textOf(form, "description"),
      position: Number(textOf(form, "position") || 0),
      skills: textOf(form, "skills").split(/\s+/).filter(Boolean),
    };
    const slug = collection?.slug ?? textOf(form, "slug").trim();
    await callApi("PUT /v1/admin/collections/{slug}", { params: { slug }, body });
    notify(collection ? "The collection has been updated." : "The collection has been created.");
    if (!collection) setGeneration(generation + 1);
  };
  return (
    <Form key={generation} className="grid gap-3" onSend={save} refreshes>
      {!collection && (
        <TextField
          name="slug"
          label="Slug"
          hint="Lowercase letters, digits and hyphens. Used in the collection's URL."
          required
          limit="slug"
        />
      )}
      <div className="grid gap-3 sm:grid-cols-[1fr_6rem]">
        <TextField name="title" label="Title" required limit="collectionTitle" defaultValue={collection?.title} />
        <NumberField
          name="position"
          label="Position"
          limit="collectionPosition"
          defaultValue={collection?.position ?? 0}
        />
      </div>
      <AreaField
        name="description"
        label="Description"
        limit="collectionDescription"
        defaultValue={collection?.description}
      />
      <AreaField
        name="skills"
        label="Skills"
        hint="Up to 50 slugs in display order, one per line."
        required
        rows={6}
        className="font-mono text-xs!"
        defaultValue={collection?.skills.join("\n")}
      />
      <FormEnd action={collection ? "Save changes" : "Create collection"}>
        {collection && <DeleteCollection {...collection} />}
      </FormEnd>
    </Form>
  );
}

function DeleteCollection({ slug, title }: Collection) {
  return (
    <ActionButton
      variant="danger"
      refreshes
      question={{
        title: `Delete ${title}?`,
        action: "Delete collection",
        children: "Its page disappears from the marketplace. The skills stay.",
      }}
      send={() => callApi("DELETE /v1/admin/collections/{slug}", { params: { slug } })}
      done="The collection has been deleted."
    >
      Delete
    </ActionButton>
  );
}
