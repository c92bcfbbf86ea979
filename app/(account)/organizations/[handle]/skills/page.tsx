import type { Metadata } from "next";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { RelativeTime } from "@/components/ui/relative-time";
import * as privates from "@/lib/supply/catalog/private-catalog";
import { PrivateSkillsQuery } from "@/lib/supply/catalog/schemas";

export const metadata: Metadata = { title: "Private skills", robots: { index: false } };

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<Record<string, string>> };

export default async function PrivateSkillsPage({ params, searchParams }: Props) {
  const { handle } = await params;
  const path = `/organizations/${handle}/skills`;
  const caller = await requireMember(handle, path);
  const asked = await searchParams;
  const given = Object.fromEntries(Object.entries(asked).filter(([, value]) => value !== ""));
  const query = PrivateSkillsQuery.safeParse(given);
  const [page, acting] = await Promise.all([query.success ? privates.browse(caller, query.data) : null, getCaller()]);
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/skills">
      <ListPage
        path={path}
        params={given}
        page={page}
        search="Name or what it does"
        label="Private skills"
        keyOf={({ id }) => id}
        empty={
          given.search
            ? { title: "No private skills match", text: "Try another word." }
            : {
                title: "No private skills yet",
                text: "Act for the organization, create a skill in the console, and choose “Only members”.",
              }
        }
        columns={[
          {
            title: "Skill",
            isMain: true,
            cell: ({ name, slug, description }) => (
              <span className="block min-w-0 wrap-anywhere">
                <Link className="hover:underline" href={`/skills/${slug}`}>
                  {name}
                </Link>
                <span className="line-clamp-2 block text-xs font-normal text-muted">{description}</span>
              </span>
            ),
          },
          { title: "Version", isNumber: true, cell: ({ version }) => version },
          { title: "Changed", isTight: true, cell: (row) => <RelativeTime time={new Date(row.updated_at)} /> },
        ]}
      />
    </Frame>
  );
}
