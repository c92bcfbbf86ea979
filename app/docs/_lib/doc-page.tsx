import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import { Article } from "@/app/docs/_lib/article";
import { docText } from "@/app/docs/_lib/text";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";

/** Title, description and addresses of a page of the docs. */
export function docMetadata(slug: string): Metadata {
  const page = DOC_PAGES.find((known) => known.slug === slug);
  if (!page) return {};
  return {
    title: slug === "quickstart" ? "Docs" : `${page.title} · Docs`,
    description: page.summary,
    alternates: { canonical: docHref(slug), types: { "text/markdown": `/docs/${slug}.md` } },
    openGraph: { title: page.title, description: page.summary, type: "article" },
  };
}

/** A page of the docs with the ways to the ones before and after it. */
export async function DocPageView({ slug, children }: { slug: string; children?: React.ReactNode }) {
  const found = await docText(slug);
  if (!found) notFound();
  const at = DOC_PAGES.indexOf(found.page);
  const [before, after] = [DOC_PAGES[at - 1], DOC_PAGES[at + 1]];
  return (
    <article className="max-w-3xl">
      <PageHead title={found.page.title} />
      {children}
      <Article text={found.text} />
      <nav aria-label="Next pages" className="mt-10 flex justify-between gap-4 border-t border-line pt-4 text-sm">
        {before ? (
          <Link className="text-accent-ink hover:underline" href={docHref(before.slug)} rel="prev">
            ← {before.title}
          </Link>
        ) : (
          <span />
        )}
        {after && (
          <Link className="text-accent-ink hover:underline" href={docHref(after.slug)} rel="next">
            {after.title} →
          </Link>
        )}
      </nav>
      <p className="mt-4 text-xs text-muted">
        <a className="underline" href={`/docs/${slug}.md`}>
          This page as Markdown
        </a>
      </p>
    </article>
  );
}
