import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { requireCaller } from "@/app/_lib/viewer";
import { OfferForm } from "@/app/console/requests/_components/offer-form";
import { RequestCard } from "@/components/skills/request-card";
import { buttonStyle } from "@/components/ui/button-style";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { SkillRequestQuery } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";

export const metadata: Metadata = { title: "Requested skills", robots: { index: false } };

const PATH = "/console/requests";

type Asked = Partial<Record<"search" | "sort" | "offset", string | string[]>>;

export default async function ConsoleRequestsPage({ searchParams }: { searchParams: Promise<Asked> }) {
  const [caller, asked] = [await requireCaller(PATH), await searchParams];
  const given = (name: keyof Asked) => [asked[name] ?? []].flat()[0] || undefined;
  const [search, sort] = [given("search"), given("sort")];
  const query = SkillRequestQuery.safeParse({ search, sort, offset: String(readOffset(given("offset"))) });
  const params = { search, sort: sort === "newest" ? sort : undefined };
  const [page, own] = await Promise.all([
    query.success ? requests.list(caller, query.data) : null,
    requests.offerable(caller),
  ]);
  return (
    <ListPage
      title="Requested skills"
      about="What buyers miss on the marketplace, with the number of accounts that want it. Offer a skill, and all of them are notified."
      action={
        <Link href="/console/new" className={buttonStyle({ variant: "primary" })}>
          New skill
        </Link>
      }
      path={PATH}
      params={params}
      search="Search requests"
      keep={{ sort: params.sort }}
      segments={{
        label: "Sort",
        name: "sort",
        current: params.sort,
        options: [
          [undefined, "Most wanted"],
          ["newest", "Newest"],
        ],
      }}
      page={page}
      label="Requested skills"
      keyOf={({ id }) => id}
      empty={{
        title: search ? `No requests for “${search}”` : "No requests yet",
        text: "Buyers ask for a skill when their search finds nothing.",
      }}
      card={({ created_at, ...request }) => (
        <RequestCard request={{ ...request, createdAt: new Date(created_at).toISOString() }} signIn={null}>
          {own.length > 0 && <OfferForm id={request.id} title={request.title} skills={own} />}
        </RequestCard>
      )}
    />
  );
}
