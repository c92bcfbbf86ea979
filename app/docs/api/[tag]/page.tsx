import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { operationGroups } from "@/app/docs/_lib/operations";
import { OperationView } from "@/app/docs/api/_components/operation";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";

type Props = { params: Promise<{ tag: string }> };

async function groupOf({ params }: Props) {
  const { tag } = await params;
  return (await operationGroups()).find(({ slug }) => slug === tag) ?? notFound();
}

export async function generateMetadata(props: Props): Promise<Metadata> {
  const { name, slug, description } = await groupOf(props);
  return { title: `${name} · API reference`, description, alternates: { canonical: `/docs/api/${slug}` } };
}

export default async function ReferenceGroupPage(props: Props) {
  const { name, description, operations } = await groupOf(props);
  return (
    <article>
      <p className="mb-1 text-xs">
        <Link className="text-muted hover:text-fg" href="/docs/api">
          ← API reference
        </Link>
      </p>
      <PageHead title={name}>{description}</PageHead>
      <nav aria-label="Endpoints" className="mb-8 grid gap-1 text-sm">
        {operations.map(({ id, summary }) => (
          <a key={id} href={`#${id}`} className="w-fit text-accent-ink hover:underline">
            {summary}
          </a>
        ))}
      </nav>
      <div className="grid gap-10">
        {operations.map((operation) => (
          <OperationView key={operation.id} operation={operation} />
        ))}
      </div>
    </article>
  );
}
