"use client";

import { ArrowDown, ArrowUp } from "lucide-react";
import dynamic from "next/dynamic";
import { useState } from "react";
import type { Opened } from "@/app/admin/settings/_components/category-dialog";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { notify } from "@/components/ui/notify";
import { Panel } from "@/components/ui/panel";
import { useAction } from "@/components/ui/use-action";
import { callApi } from "@/lib/interfaces/client/api";
import type { AdminCategory } from "@/lib/supply/publishing/category-schemas";

// Loaded when one is opened.
const CategoryDialog = dynamic(() =>
  import("@/app/admin/settings/_components/category-dialog").then((module) => module.CategoryDialog),
);

/** The categories in their order, with what can be done about each. */
export function Categories({ categories }: { categories: readonly AdminCategory[] }) {
  const [opened, setOpened] = useState<Opened | null>(null);
  const { run, isBusy, failure } = useAction({ refreshes: true });
  const move = (index: number, by: number) =>
    run(async () => {
      const order = categories.map(({ slug }) => slug);
      order.splice(index + by, 0, ...order.splice(index, 1));
      await callApi("PATCH /v1/admin/categories", { body: { order } });
    });
  const remove = ({ slug, title }: AdminCategory) =>
    run(async () => {
      await callApi("DELETE /v1/admin/categories/{slug}", { params: { slug } });
      notify(`Deleted ${title}.`);
    });
  return (
    <Panel title="Categories">
      <div className="grid gap-3">
        {failure ? <ErrorAlert error={failure} /> : null}
        <ol aria-label="Categories" className="grid divide-y divide-line text-sm">
          {categories.map((category, index) => (
            <li key={category.slug} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 py-1.5">
              <span className="min-w-0 flex-1 basis-60 wrap-anywhere">
                <span className="font-medium">{category.title}</span>{" "}
                <span className="text-xs text-muted">
                  {category.slug} · {category.skill_count} {category.skill_count === 1 ? "skill" : "skills"}
                </span>
              </span>
              <span className="flex flex-wrap gap-1">
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Move ${category.title} up`}
                  disabled={isBusy || index === 0}
                  onClick={() => move(index, -1)}
                >
                  <ArrowUp size={14} aria-hidden />
                </Button>
                <Button
                  size="sm"
                  variant="quiet"
                  aria-label={`Move ${category.title} down`}
                  disabled={isBusy || index === categories.length - 1}
                  onClick={() => move(index, 1)}
                >
                  <ArrowDown size={14} aria-hidden />
                </Button>
                <Button size="sm" variant="quiet" onClick={() => setOpened({ kind: "change", category })}>
                  Edit<span className="sr-only"> {category.title}</span>
                </Button>
                {categories.length > 1 && (
                  <Button size="sm" variant="quiet" onClick={() => setOpened({ kind: "merge", category })}>
                    Merge<span className="sr-only"> {category.title}</span>
                  </Button>
                )}
                {category.skill_count === 0 && (
                  <Button size="sm" variant="quiet" disabled={isBusy} onClick={() => remove(category)}>
                    Delete<span className="sr-only"> {category.title}</span>
                  </Button>
                )}
              </span>
            </li>
          ))}
        </ol>
        <div>
          <Button onClick={() => setOpened({ kind: "add" })}>Add a category</Button>
        </div>
      </div>
      {opened && <CategoryDialog opened={opened} categories={categories} onClose={() => setOpened(null)} />}
    </Panel>
  );
}
