import type { Metadata } from "next";
import { requireAdministrator } from "@/app/admin/_lib/administrator";
import { CollectionForm } from "@/app/admin/collections/_components/collection-form";
import { Link } from "@/components/ui/link";
import { Empty, PageHead, Panel } from "@/components/ui/panel";
import * as collections from "@/lib/supply/catalog/collections";

export const metadata: Metadata = { title: "Collections" };

export default async function AdminCollectionsPage() {
  await requireAdministrator("/admin/collections");
  const { data } = await collections.list();
  const details = await Promise.all(data.map(({ slug }) => collections.get(slug)));
  return (
    <>
      <PageHead title="Collections">
        Groups of skills on the home page, in display order. The collection “featured” comes first.
      </PageHead>
      <div className="grid gap-4">
        {details.length === 0 && <Empty title="No collections yet" />}
        {details.map(({ slug, title, description, position, skills }) => (
          <Panel
            key={slug}
            title={title}
            action={
              <Link href={`/collections/${slug}`} className="text-sm text-accent-ink hover:underline">
                View<span className="sr-only"> {title}</span>
              </Link>
            }
          >
            <details>
              <summary className="cursor-pointer text-sm text-muted">
                {skills.length} {skills.length === 1 ? "skill" : "skills"}, edit
              </summary>
              <div className="mt-4">
                <CollectionForm
                  collection={{
                    slug,
                    title,
                    description,
                    position,
                    skills: skills.map((skill) => skill.slug),
                  }}
                />
              </div>
            </details>
          </Panel>
        ))}
        <Panel title="New collection">
          <CollectionForm collection={null} />
        </Panel>
      </div>
    </>
  );
}
