import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DOC_PAGES, docHref } from "@/app/_lib/docs-pages";
import { getCaller } from "@/app/_lib/viewer";
import { OwnExamples } from "@/app/docs/_components/own-examples";
import { Article } from "@/app/docs/_lib/article";
import { docText } from "@/app/docs/_lib/text";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import * as purchases from "@/lib/demand/purchases/service";
import * as publishing from "@/lib/supply/publishing/service";

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

/** The variables of examples that a signed-in reader fills in. */
const VARIABLES = ["$SKILLS_API_KEY", "$SKILL_ID", "$PURCHASE_ID"];
const PURCHASES_OFFERED = 20;

async function Examples({ text }: { text: string }) {
  const caller = await getCaller();
  const names = VARIABLES.filter((name) => text.includes(name));
  if (!caller || names.length === 0) return null;
  const [skills, bought] = await Promise.all([
    names.includes("$SKILL_ID") ? publishing.all(caller) : [],
    names.includes("$PURCHASE_ID") ? purchases.list(caller, { limit: PURCHASES_OFFERED, offset: 0 }) : null,
  ]);
  return (
    <OwnExamples
      names={names}
      skills={skills.map(({ id, name }) => ({ id, name }))}
      purchases={(bought?.data ?? []).map(({ id, skill }) => ({ id, name: skill.name }))}
    />
  );
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
      <Examples text={found.text} />
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
