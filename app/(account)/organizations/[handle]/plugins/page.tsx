import type { Metadata } from "next";
import { RoleNote } from "@/app/_lib/role-note";
import { getCaller, requireMember } from "@/app/_lib/viewer";
import { Frame } from "@/app/(account)/organizations/[handle]/_components/frame";
import { NewLink, WithdrawLink } from "@/app/(account)/organizations/[handle]/plugins/_components/links";
import { Link } from "@/components/ui/link";
import { List } from "@/components/ui/list-page";
import { Panel } from "@/components/ui/panel";
import { RelativeTime } from "@/components/ui/relative-time";
import * as links from "@/lib/demand/distribution/plugin-links";
import * as distribution from "@/lib/demand/distribution/service";
import { may } from "@/lib/identity/keys/permissions";
import { day } from "@/lib/interfaces/client/format";
import { flatSlug } from "@/lib/supply/skills/flat-slug";

export const metadata: Metadata = { title: "Plugins", robots: { index: false } };

/** Most packages that the page names; Claude Code lists all. */
const NAMED = 50;

type Props = { params: Promise<{ handle: string }> };

export default async function PluginsPage({ params }: Props) {
  const { handle } = await params;
  const caller = await requireMember(handle, `/organizations/${handle}/plugins`);
  const [page, slugs, acting] = await Promise.all([links.list(caller), distribution.slugsOf(caller), getCaller()]);
  const packages = await distribution.openAmong(caller, slugs.slice(0, NAMED));
  const [first] = packages;
  return (
    <Frame caller={caller} actingId={acting?.accountId} current="/plugins">
      <div className="grid gap-4">
        {may(caller, "use") ? (
          <Panel title="Claude Code">
            <p className="mb-3 text-sm text-muted">
              A link adds the packages of {caller.name} to Claude Code as a plugin marketplace: its private ones, and
              allowed ones that are free or bought. It is yours, works for a year, and ends when you leave.
            </p>
            <NewLink handle={handle} plugin={first ? flatSlug(first.slug) : "<plugin>"} />
          </Panel>
        ) : (
          <RoleNote permission="use">Create links</RoleNote>
        )}
        <List
          path={`/organizations/${handle}/plugins`}
          params={{}}
          page={page}
          label="Links"
          panel={{ title: "Links" }}
          keyOf={({ id }) => id}
          empty={{ title: "No links yet" }}
          columns={[
            {
              title: "Member",
              isMain: true,
              cell: ({ member }) => (
                <span className="wrap-anywhere">
                  {member.name}
                  {member.id === caller.personId && <span className="font-normal text-muted"> (you)</span>}
                </span>
              ),
            },
            { title: "Created", isTight: true, cell: (row) => <RelativeTime time={row.created_at} /> },
            {
              title: "Last used",
              isTight: true,
              cell: (row) => (row.used_at ? <RelativeTime time={row.used_at} /> : "Never"),
            },
            { title: "Expires", isTight: true, cell: (row) => day(row.expires_at) },
            {
              title: "Actions",
              isAction: true,
              cell: ({ id, member }) => (
                <WithdrawLink
                  handle={handle}
                  id={id}
                  whose={member.id === caller.personId ? "your" : `${member.name}’s`}
                />
              ),
            },
          ]}
        />
        <Panel title="Plugins">
          {packages.length === 0 ? (
            <p className="text-sm text-muted">
              None yet. Allow a free package, buy one, or publish one for members only.
            </p>
          ) : (
            <ul className="grid gap-1 text-sm">
              {packages.map(({ slug, manifest, frontmatter }) => (
                <li key={slug} className="min-w-0">
                  <Link className="font-medium wrap-anywhere hover:underline" href={`/skills/${slug}`}>
                    {flatSlug(slug)}
                  </Link>{" "}
                  <span className="text-muted">
                    {manifest.version} <span className="line-clamp-2 wrap-anywhere">{frontmatter.description}</span>
                  </span>
                </li>
              ))}
            </ul>
          )}
          {slugs.length > NAMED && <p className="mt-2 text-sm text-muted">Claude Code lists all {slugs.length}.</p>}
        </Panel>
      </div>
    </Frame>
  );
}
