import type { Metadata } from "next";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { readOffset } from "@/app/_lib/offset";
import { getCaller } from "@/app/_lib/viewer";
import { contactHref } from "@/app/(market)/publishers/[handle]/_components/contact";
import { FollowButton } from "@/app/(market)/publishers/[handle]/_components/follow";
import { AllowedSwitch } from "@/components/skills/allowed-switch";
import { SkillCard } from "@/components/skills/card";
import { SkillIcon } from "@/components/skills/icon";
import { ProvenDomains } from "@/components/skills/proven-domains";
import { Verified } from "@/components/skills/publisher-link";
import { Stars } from "@/components/skills/stars";
import { buttonStyle } from "@/components/ui/button-style";
import { List } from "@/components/ui/list-page";
import { count } from "@/lib/interfaces/client/format";
import { AppError } from "@/lib/platform/core/errors";
import * as follows from "@/lib/supply/catalog/follows";
import * as publishers from "@/lib/supply/catalog/publishers";
import { BrowseQuery } from "@/lib/supply/catalog/schemas";
import * as catalog from "@/lib/supply/catalog/service";

const SHOWN = 24;
const MONTH = new Intl.DateTimeFormat("en-US", { month: "long", year: "numeric", timeZone: "UTC" });

type Props = { params: Promise<{ handle: string }>; searchParams: Promise<{ offset?: string; allowed?: string }> };

/** The publisher of an address; a former handle leads to the current one. */
const requirePublisher = cache(async (handle: string) => {
  const found = await publishers.get(handle).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") return notFound();
    throw error;
  });
  if (found.handle !== handle) redirect(`/publishers/${found.handle}`);
  return found;
});

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { handle, name, bio } = await requirePublisher((await params).handle);
  return {
    title: name,
    ...(bio && { description: bio }),
    alternates: { canonical: `/publishers/${handle}` },
  };
}

export default async function PublisherPage({ params, searchParams }: Props) {
  const { handle } = await params;
  const publisher = await requirePublisher(handle);
  const asked = await searchParams;
  const caller = await getCaller();
  const all: Record<string, string> =
    caller?.organization?.isLimited && asked.allowed === "false" ? { allowed: "false" } : {};
  const path = `/publishers/${handle}`;
  const query = { publisher: handle, limit: String(SHOWN), offset: String(readOffset(asked.offset)), ...all };
  const [page, own, isFollowing] = await Promise.all([
    catalog.browse(BrowseQuery.parse(query), caller),
    caller && publishers.profile(caller),
    caller !== null && follows.isFollowing(caller, handle),
  ]);
  const {
    name,
    bio,
    links,
    picture,
    contact,
    followers,
    verified,
    domains,
    member_since,
    skill_count,
    call_count,
    rating,
  } = publisher;
  const facts = [
    `${skill_count} ${skill_count === 1 ? "skill" : "skills"}`,
    `${count(call_count)} calls`,
    ...(followers > 0 ? [`${count(followers)} ${followers === 1 ? "follower" : "followers"}`] : []),
    `Member since ${MONTH.format(new Date(member_since))}`,
  ];
  return (
    <>
      <header className="mb-8 grid gap-2">
        <div className="flex flex-wrap items-center gap-x-4 gap-y-3">
          <SkillIcon slug={handle} icon={picture} size={64} />
          <div className="min-w-0 flex-1 basis-48">
            <h1 className="flex flex-wrap items-center gap-2 text-2xl font-semibold tracking-tight wrap-anywhere">
              {name} {verified && <Verified size={20} />}
            </h1>
            <p className="text-sm text-muted wrap-anywhere">@{handle}</p>
            <ProvenDomains domains={domains} />
          </div>
          <div className="flex flex-wrap gap-2">
            {contact && (
              <a href={contactHref(contact)} rel="nofollow ugc noopener" className={buttonStyle()}>
                Contact
              </a>
            )}
            {own?.handle !== handle && (
              <FollowButton handle={handle} isFollowing={isFollowing} isSignedIn={caller !== null} />
            )}
          </div>
        </div>
        {bio && <p className="max-w-2xl whitespace-pre-wrap">{bio}</p>}
        <p className="flex flex-wrap items-center gap-x-4 gap-y-1 text-sm text-muted">
          {rating.average !== null && (
            <span className="inline-flex items-center gap-1.5">
              <Stars rating={rating.average} /> {rating.average} ({rating.count})
            </span>
          )}
          {facts.map((fact) => (
            <span key={fact}>{fact}</span>
          ))}
        </p>
        <Links links={links} />
      </header>
      <div className="mb-3">
        <h2 className="text-xl font-semibold tracking-tight">Skills</h2>
        <AllowedSwitch
          caller={caller}
          isAll={"allowed" in all}
          hrefOf={(allowed) => (allowed ? `${path}?allowed=${allowed}` : path)}
        />
      </div>
      <List
        label="Skills"
        path={path}
        params={all}
        page={page}
        empty={{ title: page.total > 0 || "allowed" in all ? "No skills on this page" : "No allowed skills" }}
        render={(skills) => (
          <div className="grid grid-cols-1 gap-3 sm:grid-cols-2 lg:grid-cols-3">
            {skills.map((skill) => (
              <SkillCard key={skill.id} skill={skill} />
            ))}
          </div>
        )}
      />
    </>
  );
}

function Links({ links }: { links: string[] }) {
  if (links.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 gap-y-1 text-sm">
      {links.map((link) => (
        <li key={link}>
          <a href={link} rel="nofollow ugc noopener" className="text-accent-ink hover:underline">
            {link.replace(/^https:\/\/(?:www\.)?|\/$/g, "")}
          </a>
        </li>
      ))}
    </ul>
  );
}
