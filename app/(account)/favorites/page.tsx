import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { FavoriteActions } from "@/app/(account)/favorites/_components/favorite-actions";
import { ListActions } from "@/app/(account)/favorites/_components/list-actions";
import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import { List, SegmentsOf } from "@/components/ui/list-page";
import { PageHead } from "@/components/ui/panel";
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
  return (
    <>
      <PageHead title="Saved skills">Skills you saved for later. We notify you of new versions.</PageHead>
      {page.lists.length > 0 && (
        <SegmentsOf
          path="/favorites"
          params={{}}
          label="Lists"
          name="list"
          current={query.list}
          options={[undefined, ...page.lists.map(({ name }) => name)].map((name) => [name, name ?? "All"])}
        />
      )}
      {query.list !== undefined && page.total > 0 && <ListActions key={query.list} name={query.list} />}
      <List
        label="Saved skills"
        path="/favorites"
        params={{ list: query.list }}
        page={page}
        empty={{
          title: query.list === undefined ? "Nothing saved yet" : "This list is empty",
          text: (
            <>
              Choose Save on a skill to find it here.{" "}
              <Link href="/skills" className="underline">
                Explore skills
              </Link>
            </>
          ),
        }}
        render={(rows) => (
          <ul className="grid grid-cols-1 gap-3 sm:grid-cols-2 xl:grid-cols-3">
            {rows.map(({ slug, skill, list: name }) => (
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
      />
    </>
  );
}
