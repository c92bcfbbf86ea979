import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { FavoriteActions } from "@/app/(account)/favorites/_components/favorite-actions";
import { ListActions } from "@/app/(account)/favorites/_components/list-actions";
import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import { PageNumbers } from "@/components/ui/page-numbers";
import { Empty, PageHead } from "@/components/ui/panel";
import { FavoritesQuery } from "@/lib/supply/catalog/favorite-schemas";
import * as favorites from "@/lib/supply/catalog/favorites";

export const metadata: Metadata = { title: "Saved skills" };

const SHOWN = "24";

type Props = { searchParams: Promise<{ list?: string; offset?: string }> };

export default async function FavoritesPage({ searchParams }: Props) {
  const caller = await requireCaller("/favorites");
  const { list, offset } = await searchParams;
  const asked = { limit: SHOWN, offset: String(readOffset(offset)) };
  const parsed = FavoritesQuery.safeParse({ ...asked, ...(list && { list }) });
  const query = parsed.success ? parsed.data : FavoritesQuery.parse(asked);
  const page = await favorites.list(caller, query);
  const hrefOf = (name: string | undefined, to = 0) => {
    const next = new URLSearchParams({ ...(name && { list: name }), ...(to > 0 && { offset: String(to) }) });
    return next.size > 0 ? `/favorites?${next}` : "/favorites";
  };
  return (
    <>
      <PageHead title="Saved skills">Skills you saved for later. We notify you of new versions.</PageHead>
      {page.lists.length > 0 && (
        <nav aria-label="Lists" className="mb-4 flex flex-wrap gap-1 text-sm">
          {[undefined, ...page.lists.map(({ name }) => name)].map((name) => (
            <Link
              key={name ?? ""}
              href={hrefOf(name)}
              aria-current={name === query.list ? "page" : undefined}
              className={`inline-flex h-9 max-w-full items-center rounded-md px-3 ${name === query.list ? "bg-raised font-medium" : "text-muted hover:text-fg"}`}
            >
              <span className="truncate">{name ?? "All"}</span>
            </Link>
          ))}
        </nav>
      )}
      {query.list !== undefined && page.total > 0 && <ListActions key={query.list} name={query.list} />}
      {page.data.length === 0 ? (
        <Empty title={query.list === undefined ? "Nothing saved yet" : "This list is empty"}>
          Choose Save on a skill to find it here.{" "}
          <Link href="/" className="underline">
            Explore skills
          </Link>
        </Empty>
      ) : (
        <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
          {page.data.map(({ slug, skill, list: name }) => (
            <li key={slug} className="grid grid-cols-1 content-start gap-1.5">
              {skill ? (
                <SkillCard skill={skill} />
              ) : (
                <div className="rounded-lg border border-dashed border-line p-4 text-sm wrap-anywhere text-muted">
                  {slug} is not on the marketplace now.
                </div>
              )}
              <FavoriteActions
                slug={slug}
                list={name}
                lists={page.lists.map((own) => own.name)}
                isListed={skill !== null}
              />
            </li>
          ))}
        </ul>
      )}
      <PageNumbers page={page} href={(to) => hrefOf(query.list, to)} />
    </>
  );
}
