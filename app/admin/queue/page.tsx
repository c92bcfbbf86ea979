import type { Metadata } from "next";
import type { ComponentProps } from "react";
import { getCategories } from "@/app/_lib/categories";
import { paramsOf, requireAdministrator, type Search } from "@/app/admin/_lib/administrator";
import { QueueItem } from "@/app/admin/queue/_components/queue-item";
import { QueueKeys } from "@/app/admin/queue/_components/queue-keys";
import { RejectGroup } from "@/app/admin/queue/_components/reject-group";
import { Reviewed } from "@/app/admin/queue/_components/reviewed";
import { splitView, viewHrefs } from "@/app/admin/queue/_components/view";
import { Callout } from "@/components/ui/callout";
import { Filters } from "@/components/ui/filters";
import { hrefOf } from "@/components/ui/href";
import { Link } from "@/components/ui/link";
import { Counted, List, SegmentsOf } from "@/components/ui/list-page";
import { Empty, PageHead } from "@/components/ui/panel";
import { counted } from "@/lib/platform/core/counted";
import { isUuid } from "@/lib/platform/core/ids";
import * as site from "@/lib/platform/site/service";
import * as queue from "@/lib/supply/review/queue";
import * as reviewDetail from "@/lib/supply/review/review-detail";
import { type QueuedSkill, ReviewQuery } from "@/lib/supply/review/schemas";

export const metadata: Metadata = { title: "Review", robots: { index: false } };

const PATH = "/admin/queue";
const STATUSES = ["pending", "approved", "rejected", "draft"] as const;
const KINDS = [
  ["new", "New"],
  ["edit", "Update"],
  ["suspended", "Suspended"],
  ["names", "Names to check"],
] as const;
const RISKS = [
  ["high", "High"],
  ["medium", "Medium"],
  ["low", "Low"],
] as const;
const SORTS = [
  ["oldest", "Oldest first"],
  ["risk", "Highest risk first"],
] as const;
const ASSIGNED = [
  ["me", "Me"],
  ["none", "Unassigned"],
] as const;
const USES = [
  ["api", "API"],
  ["download", "Download"],
  ["both", "Both"],
] as const;

export default async function ReviewPage({ searchParams }: { searchParams: Search }) {
  const caller = await requireAdministrator(PATH);
  const { view, filters: params } = splitView(await paramsOf(searchParams));
  const { skill: chosen, ...given } = params;
  const named = chosen && isUuid(chosen) ? await reviewDetail.get(caller, chosen).catch(() => null) : null;
  const status = STATUSES.find((known) => known === given.status) ?? named?.status ?? "pending";
  const filters = { ...given, status };
  const asked = queryOf(filters);
  const [page, { settings }, categories] = await Promise.all([
    queue.list(caller, asked),
    site.current(),
    getCategories(),
  ]);
  const first = page.data[0];
  const current = named ?? (first ? await reviewDetail.get(caller, first.id) : null);
  const href = viewHrefs(PATH, { ...filters, ...(current && { skill: current.id }) }, view);
  const index = page.data.findIndex(({ id }) => id === current?.id);
  const at = (place: number) => hrefOf(PATH, { ...filters, skill: page.data[place]?.id });
  const next = {
    skills: placesAfter(index, page.data.length).map((place) => ({ id: page.data[place]?.id ?? "", href: at(place) })),
    queue: hrefOf(PATH, filters),
  };
  return (
    <div data-wide="">
      <PageHead title="Review">
        {status === "pending" ? "Oldest submission first." : "Last changed first."} Press <kbd>?</kbd> for the keyboard
        shortcuts.
      </PageHead>
      <QueueKeys />
      <SegmentsOf
        path={PATH}
        params={{ ...given, offset: undefined }}
        label="Status"
        name="status"
        current={status}
        options={STATUSES.map((known) => [
          known,
          <Counted key={known} title={known} count={page.counts[known === "approved" ? "ever_approved" : known]} />,
        ])}
      />
      {page.counts.names > 0 && given.kind !== "names" && (
        <Callout tone="warn">
          <Link className="underline" href={hrefOf(PATH, { status: "approved", kind: "names" })}>
            {counted(page.counts.names, "listed skill")}
          </Link>{" "}
          to look at: a check since the approval found something in the names.
        </Callout>
      )}
      <Filters
        action={PATH}
        values={given}
        keep={{ status }}
        search="Name, slug or developer"
        choices={choicesOf(status, categories)}
      />
      {!current ? (
        <Empty title={status === "pending" ? "No submissions to review" : `No ${status} skills`}>
          {Object.keys(given).length > (given.status ? 1 : 0) && "Clear the filters to see the rest."}
        </Empty>
      ) : (
        <div className="grid items-start gap-4 lg:grid-cols-[15rem_1fr]">
          <div>
            <Skills page={page} filters={filters} at={at} current={current.id} reasons={settings.rejection_reasons} />
          </div>
          <Reviewed
            key={`${current.id}-${current.revision}`}
            caller={caller}
            skill={current}
            view={view}
            href={href}
            next={next}
          />
        </div>
      )}
    </div>
  );
}

type SkillsProps = {
  page: Awaited<ReturnType<typeof queue.list>>;
  filters: Record<string, string>;
  at: (place: number) => string;
  current: string;
  reasons: ComponentProps<typeof RejectGroup>["reasons"];
};

function Skills({ page, filters, at, current, reasons }: SkillsProps) {
  const index = page.data.findIndex(({ id }) => id === current);
  return (
    <List
      label="Skills"
      path={PATH}
      params={filters}
      page={page}
      empty={{ title: "No skills on this page" }}
      render={(skills) => (
        <>
          <ol
            className="grid gap-1 max-lg:max-h-72 max-lg:overflow-y-auto max-lg:rounded-md max-lg:border max-lg:border-line max-lg:p-1"
            aria-label="Skills"
          >
            {skills.map((skill, place) => (
              <QueueItem key={skill.id} skill={skill} href={at(place)} place={place - index} />
            ))}
          </ol>
          <RejectGroup group={groupOf(skills, current)} reasons={reasons} />
        </>
      )}
    />
  );
}

/** The other places in turn. Whatever has been decided leaves the list, so its place is the next one's. */
function placesAfter(index: number, length: number): number[] {
  const places = Array.from({ length }, (_, place) => place);
  return [...places.filter((place) => place > index), ...places.filter((place) => place < index).reverse()];
}

function choicesOf(status: string, categories: Awaited<ReturnType<typeof getCategories>>) {
  return [
    ...(status === "pending"
      ? [
          { name: "risk", label: "Risk", options: RISKS },
          { name: "sort", label: "Order", options: SORTS },
        ]
      : []),
    { name: "kind", label: "Kind", options: KINDS },
    { name: "execution_type", label: "Use", options: USES },
    { name: "assigned", label: "Assigned to", options: ASSIGNED },
    {
      name: "category",
      label: "Category",
      options: categories.map(({ slug, title }) => [slug, title] as const),
    },
  ];
}

/**
 * What the list of a status holds. A skill stays approved for buyers while an edit of it is open, so "approved" lists
 * every skill with an approved revision.
 */
function queryOf(filters: Record<string, string>): ReviewQuery {
  const { status, ...rest } = filters;
  const isEveryApproved = status === "approved" && !rest.kind;
  // A listed skill may have any status.
  const isOfListed = rest.kind === "names";
  const asked = ReviewQuery.safeParse(isEveryApproved ? { ...rest, kind: "edit" } : isOfListed ? rest : filters);
  return asked.success ? asked.data : ReviewQuery.parse({ status });
}

/** The near-identical submissions that the chosen one belongs to, as a rejection of all of them needs them. */
function groupOf(skills: readonly QueuedSkill[], chosen: string) {
  const group = skills.find(({ id }) => id === chosen)?.signals?.group ?? null;
  return skills
    .filter(({ signals }) => group !== null && signals?.group === group)
    .map(({ id, name, revision }) => ({ id, name, revision }));
}
