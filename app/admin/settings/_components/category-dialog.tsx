"use client";

import { Dialog } from "@/components/ui/dialog";
import { SelectField, TextField } from "@/components/ui/field";
import { Form, FormEnd } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { AdminCategory } from "@/lib/supply/publishing/category-schemas";
import { slugFrom } from "@/lib/supply/skills/slug-from";

export type Opened = { kind: "add" } | { kind: "change" | "merge"; category: AdminCategory };

type DialogProps = { opened: Opened; categories: readonly AdminCategory[]; onClose: () => void };

/** Adds, edits or merges a category. */
export function CategoryDialog({ opened, categories, onClose }: DialogProps) {
  if (opened.kind === "merge")
    return <MergeDialog source={opened.category} categories={categories} onClose={onClose} />;
  return <EditDialog category={opened.kind === "change" ? opened.category : null} onClose={onClose} />;
}

function EditDialog({ category, onClose }: { category: AdminCategory | null; onClose: () => void }) {
  const save = async (form: FormData) => {
    const title = textOf(form, "title");
    const body = { title, description: textOf(form, "description") };
    const slug = category?.slug ?? slugFrom(title);
    await callApi("PUT /v1/admin/categories/{slug}", { params: { slug }, body });
    notify(category ? `Saved ${title}.` : `Added ${title}.`);
    onClose();
  };
  return (
    <Dialog title={category ? `Edit ${category.title}` : "Add a category"} isOpen onClose={onClose}>
      <Form className="grid gap-4" onSend={save} refreshes>
        <TextField name="title" label="Title" required limit="categoryTitle" defaultValue={category?.title} />
        <TextField
          name="description"
          label="Description"
          hint="One sentence about what's in it."
          required
          limit="categoryDescription"
          defaultValue={category?.description}
        />
        <FormEnd action={category ? "Save" : "Add"} />
      </Form>
    </Dialog>
  );
}

type MergeProps = { source: AdminCategory; categories: readonly AdminCategory[]; onClose: () => void };

function MergeDialog({ source, categories, onClose }: MergeProps) {
  const merge = async (form: FormData) => {
    const body = { into: textOf(form, "into") };
    await callApi("POST /v1/admin/categories/{slug}/merge", { params: { slug: source.slug }, body });
    notify(`Merged ${source.title}.`);
    onClose();
  };
  return (
    <Dialog
      title={`Merge ${source.title}`}
      about={`Moves its ${source.skill_count === 1 ? "skill" : `${source.skill_count} skills`} and deletes this category. Old links redirect. This can't be undone.`}
      isOpen
      onClose={onClose}
    >
      <Form className="grid gap-4" onSend={merge} refreshes>
        <SelectField
          name="into"
          label="Into"
          options={categories
            .filter(({ slug }) => slug !== source.slug)
            .map(({ slug, title }) => [slug, title] as const)}
        />
        <FormEnd action="Merge" variant="danger" />
      </Form>
    </Dialog>
  );
}
