"use client";

import { Button } from "@/components/ui/button";
import { Dialog } from "@/components/ui/dialog";
import { ErrorAlert } from "@/components/ui/error-alert";
import { Field, Input, Select } from "@/components/ui/field";
import { Form } from "@/components/ui/form";
import { notify } from "@/components/ui/notify";
import { textOf, useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { AdminCategory } from "@/lib/supply/publishing/category-schemas";
import { slugFrom } from "@/lib/supply/skills/slug-from";

const PATH = "/v1/admin/categories";
export type Opened = { kind: "add" } | { kind: "change" | "merge"; category: AdminCategory };

type DialogProps = { opened: Opened; categories: readonly AdminCategory[]; onClose: () => void };

/** Adds, edits or merges a category. */
export function CategoryDialog({ opened, categories, onClose }: DialogProps) {
  if (opened.kind === "merge")
    return <MergeDialog source={opened.category} categories={categories} onClose={onClose} />;
  return <EditDialog category={opened.kind === "change" ? opened.category : null} onClose={onClose} />;
}

function EditDialog({ category, onClose }: { category: AdminCategory | null; onClose: () => void }) {
  const { run, isBusy, failureBeside, errorAt } = useAction({ refreshes: true });
  const save = (form: FormData) =>
    run(async () => {
      const title = textOf(form, "title");
      const body = { title, description: textOf(form, "description") };
      const slug = category?.slug ?? slugFrom(title);
      await callApi(`${PATH}/${slug}`, { method: "PUT", body });
      notify(category ? `Saved ${title}.` : `Added ${title}.`);
      onClose();
    });
  const failure = failureBeside(["title", "description"]);
  return (
    <Dialog title={category ? `Edit ${category.title}` : "Add a category"} isOpen onClose={onClose}>
      <Form className="grid gap-4" onSend={save}>
        <Field id="category_title" label="Title" error={errorAt("title")}>
          <Input id="category_title" name="title" required maxLength={60} defaultValue={category?.title} />
        </Field>
        <Field
          id="category_description"
          label="Description"
          hint="What people find in it, in a sentence."
          error={errorAt("description")}
        >
          <Input
            id="category_description"
            name="description"
            required
            maxLength={200}
            defaultValue={category?.description}
          />
        </Field>
        {failure ? <ErrorAlert error={failure} /> : null}
        <div>
          <Button type="submit" variant="primary" disabled={isBusy}>
            {category ? "Save" : "Add"}
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}

type MergeProps = { source: AdminCategory; categories: readonly AdminCategory[]; onClose: () => void };

function MergeDialog({ source, categories, onClose }: MergeProps) {
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const merge = (form: FormData) =>
    run(async () => {
      const into = textOf(form, "into");
      await callApi(`${PATH}/${source.slug}/merge`, { method: "POST", body: { into } });
      notify(`Merged ${source.title}.`);
      onClose();
    });
  return (
    <Dialog
      title={`Merge ${source.title}`}
      about={`${source.skill_count === 1 ? "Its skill moves" : `Its ${source.skill_count} skills move`} to another category, and it ends. Links to it lead there. This can't be undone.`}
      isOpen
      onClose={onClose}
    >
      <Form className="grid gap-4" onSend={merge}>
        <Field id="merge_into" label="Into">
          <Select id="merge_into" name="into">
            {categories
              .filter(({ slug }) => slug !== source.slug)
              .map(({ slug, title }) => (
                <option key={slug} value={slug}>
                  {title}
                </option>
              ))}
          </Select>
        </Field>
        {failure ? <ErrorAlert error={failure} /> : null}
        <div>
          <Button type="submit" variant="danger" disabled={isBusy}>
            Merge
          </Button>
        </div>
      </Form>
    </Dialog>
  );
}
