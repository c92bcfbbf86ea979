import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { getCaller } from "@/app/_lib/viewer";
import { AskForm } from "@/app/(market)/requests/_components/ask-form";
import { RequestCard } from "@/components/skills/request-card";
import { buttonStyle } from "@/components/ui/button-style";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { SkillRequestQuery } from "@/lib/demand/skill-requests/schemas";
import * as requests from "@/lib/demand/skill-requests/service";
import { LIMITS } from "@/lib/platform/core/limits";

export const metadata: Metadata = {
  title: "Requested skills",
  description: "Skills that people ask for. Vote for what you want, or ask for something new.",
  alternates: { canonical: "/requests" },
};

const PATH = "/requests";

type Asked = Partial<Record<"search" | "sort" | "offset" | "title", string | string[]>>;

export default async function RequestsPage({ searchParams }: { searchParams: Promise<Asked> }) {
  const [caller, asked] = [await getCaller(), await searchParams];
  const given = (name: keyof Asked) => [asked[name] ?? []].flat()[0] || undefined;
  const [search, sort, title] = [
    given("search"),
    given("sort"),
    given("title")?.slice(0, LIMITS.requestTitle.maxLength),
  ];
  const query = SkillRequestQuery.safeParse({ search, sort, offset: String(readOffset(given("offset"))) });
  const params = { search, sort: sort === "newest" ? sort : undefined };
  const signIn = caller ? null : `/sign-in?next=${encodeURIComponent(hrefOf(PATH, { ...params, title }))}`;
  return (
    <div className="mx-auto max-w-3xl">
      <ListPage
        title="Requested skills"
        about="Vote for what you want. Developers see what is missing, and you are notified when one offers it."
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
        fields={null}
        page={query.success ? await requests.list(caller, query.data) : null}
        label="Requested skills"
        keyOf={({ id }) => id}
        empty={{
          title: search ? `No requests for “${search}”` : "No requests yet",
          text: "Ask for the skill that you miss.",
        }}
        card={({ created_at, ...request }) => (
          <RequestCard request={{ ...request, createdAt: new Date(created_at).toISOString() }} signIn={signIn} />
        )}
      />
      <Panel id="ask" title="Ask for a skill" className="mt-6">
        {signIn === null ? (
          <AskForm key={title} title={title ?? ""} />
        ) : (
          <>
            <p className="mb-3 text-sm text-muted">
              {title ? `Sign in to ask for “${title}”.` : "Sign in to ask for a skill and to vote."}
            </p>
            <Link href={signIn} className={buttonStyle({ variant: "primary" })}>
              Sign in
            </Link>
          </>
        )}
      </Panel>
    </div>
  );
}
