import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { cache } from "react";
import { SkillCard } from "@/components/skills/card";
import { Empty, PageHead } from "@/components/ui/panel";
import { AppError } from "@/lib/platform/core/errors";
import { CollectionParams } from "@/lib/supply/catalog/collection-schemas";
import * as collections from "@/lib/supply/catalog/collections";

type Props = { params: Promise<{ slug: string }> };

const requireCollection = cache(async (asked: string) => {
  const { slug } = CollectionParams.parse({ slug: asked });
  return collections.get(slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return notFound();
    throw error;
  });
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { slug, title, description } = await requireCollection((await params).slug);
  return { title, ...(description && { description }), alternates: { canonical: `/collections/${slug}` } };
}

export default async function CollectionPage({ params }: Props) {
  const { title, description, skills } = await requireCollection((await params).slug);
  return (
    <>
      <PageHead title={title}>{description}</PageHead>
      {skills.length === 0 ? (
        <Empty title="No skills in this collection are available right now" />
      ) : (
        <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
          {skills.map((skill) => (
            <SkillCard key={skill.id} skill={skill} />
          ))}
        </div>
      )}
    </>
  );
}
