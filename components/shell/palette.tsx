"use client";

import { Autocomplete } from "@base-ui/react/autocomplete";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useTheme } from "next-themes";
import { useState } from "react";
import type { Acting } from "@/components/shell/account-switcher";
import { actFor } from "@/components/shell/acting";
import { signOut } from "@/components/shell/sign-out";
import { hasAll, remaining, useFound, useSettled, wordsOf } from "@/components/skills/found";
import { SkillIcon } from "@/components/skills/icon";
import { copyText } from "@/components/ui/copy";
import { Dialog } from "@/components/ui/dialog";
import { useNavigate } from "@/components/ui/navigation";
import { shellQueries } from "@/lib/interfaces/client/shell-queries";
import { LIMITS } from "@/lib/platform/core/limits";

/** A place to go to: its group, its address and its name. */
export type Place = { group: string; href: string; title: string };
type Drawn = { slug: string; icon?: string | null };
/** A place, or something that is done when it is chosen. */
type Item = { title: string; detail?: string; skill?: Drawn } & (
  | { href: string; act?: never }
  | { act: () => unknown; href?: never }
);
type Group = { heading: string; items: Item[] };

/** Most of one's own things that a group shows. */
const OWN_SHOWN = 5;
const ITEM =
  "mx-1.5 flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-sm data-highlighted:bg-accent-soft data-highlighted:text-accent-ink";

type Shown = { places: Place[]; isSignedIn: boolean; acting: Acting | null };
type Props = Shown & { isOpen: boolean; onClose: () => void };

/** The command palette: pages, actions, docs, one's own purchases and skills, and everything on the marketplace. */
export function Palette({ isOpen, onClose, ...shown }: Props) {
  return (
    <Dialog title="Go to" isOpen={isOpen} onClose={onClose} isBare className="overflow-hidden!">
      <Finder {...shown} onGone={onClose} />
    </Dialog>
  );
}

function useAllFound(search: string, isSignedIn: boolean) {
  const term = useSettled(search.trim());
  const sections = useQuery({ ...shellQueries.docs(term), placeholderData: keepPreviousData });
  const { data: purchases = [] } = useQuery({ ...shellQueries.purchases, enabled: isSignedIn });
  const { data: ownSkills = [] } = useQuery({ ...shellQueries.ownSkills, enabled: isSignedIn });
  const docs = sections.data ?? [];
  const isFormer = sections.isPlaceholderData || term !== search.trim();
  return {
    ...useFound(search),
    docs: isFormer ? remaining(docs, search, ({ title, page }) => `${title} ${page}`) : docs,
    purchases,
    ownSkills,
  };
}

type Found = ReturnType<typeof useAllFound>;

/** What one owns that has the words: purchases lead to their use, skills of one's own to the console. */
function ownGroups({ purchases, ownSkills }: Found, words: string[]): Group[] {
  const bought = new Map(
    purchases
      .filter(({ skill }) => hasAll(words, `${skill.name} ${skill.slug} purchase`))
      .map(({ skill, status }) => [
        skill.slug,
        { href: `/skills/${skill.slug}`, title: skill.name, detail: status, skill: { slug: skill.slug } },
      ]),
  );
  const own = ownSkills
    .filter(({ name, slug }) => hasAll(words, `${name} ${slug} skill`))
    .map(({ id, name, slug, status, icon }) => ({
      href: `/console/${id}`,
      title: name,
      detail: status,
      skill: { slug, icon },
    }));
  return [
    { heading: "Your purchases", items: [...bought.values()].slice(0, OWN_SHOWN) },
    { heading: "Your skills in the console", items: own.slice(0, OWN_SHOWN) },
  ];
}

/** What can be done from every page. */
function useActions(isSignedIn: boolean): Item[] {
  const { resolvedTheme, setTheme } = useTheme();
  const other = resolvedTheme === "dark" ? "light" : "dark";
  const own: Item[] = [
    { href: "/wallet", title: "Top up" },
    { href: "/keys", title: "New API key" },
    { act: signOut, title: "Sign out" },
  ];
  return [
    ...(isSignedIn ? own : []),
    { act: () => setTheme(other), title: `Use the ${other} theme` },
    { act: () => copyText(window.location.origin), title: "Copy the API's base URL" },
  ];
}

/** What is shown for a text, in order; without one, popular skills and every page. */
function groupsOf(places: Place[], actions: Item[], found: Found, search: string): Group[] {
  const words = wordsOf(search);
  const skills = found.skills.map(({ slug, name, description, icon }) => ({
    href: `/skills/${slug}`,
    title: name,
    detail: description,
    skill: { slug, icon },
  }));
  const pagesOf = (group: string) => ({
    heading: group,
    items: places.filter((place) => place.group === group && hasAll(words, `${group} ${place.title}`)),
  });
  const pages = [
    pagesOf("Pages"),
    { heading: "Actions", items: actions.filter(({ title }) => hasAll(words, `${title} action`)) },
    pagesOf("Docs"),
  ];
  if (words.length === 0) return [{ heading: "Popular skills", items: skills }, ...pages];
  const shown = new Set(pages.flatMap(({ items }) => items.map(({ href }) => href)));
  const all = {
    href: `/skills?search=${encodeURIComponent(search.trim())}`,
    title: `All skills for “${search.trim()}”`,
  };
  return [
    ...pages,
    ...ownGroups(found, words),
    { heading: "Skills", items: [...skills, all] },
    {
      heading: "Publishers",
      items: found.publishers.map(({ handle, name, skill_count }) => ({
        href: `/publishers/${handle}`,
        title: name,
        detail: `${skill_count} ${skill_count === 1 ? "skill" : "skills"}`,
      })),
    },
    {
      heading: "Categories",
      items: found.categories.map(({ slug, title }) => ({ href: `/skills?category=${slug}`, title })),
    },
    {
      heading: "In the docs",
      items: found.docs
        .filter(({ href }) => !shown.has(href))
        .map(({ href, title, page }) => ({ href, title, detail: page })),
    },
  ];
}

/** The other accounts that one can act for, first of all: two keys switch. */
function accountsOf(acting: Acting | null, search: string): Group {
  const { accounts = [], accountId, personId } = acting ?? {};
  const own = accounts.length > 0 && personId ? [{ id: personId, name: "Personal account" }] : [];
  const others = [...accounts, ...own].filter(({ id }) => id !== accountId);
  return {
    heading: "Act for",
    items: others
      .filter(({ name }) => hasAll(wordsOf(search), `act for switch account ${name}`))
      .map(({ id, name }) => ({ title: name, act: () => actFor({ id, isPerson: id === personId }) })),
  };
}

function Finder({ places, isSignedIn, acting, onGone }: Shown & { onGone: () => void }) {
  const navigate = useNavigate();
  const [search, setSearch] = useState("");
  const found = useAllFound(search, isSignedIn);
  const all = [accountsOf(acting, search), ...groupsOf(places, useActions(isSignedIn), found, search)];
  const groups = all.filter(({ items }) => items.length > 0);
  const open = ({ href, act }: Item) => {
    onGone();
    if (act) void act();
    else navigate(href);
  };
  return (
    <Autocomplete.Root
      inline
      open
      // The groups are what matches; nothing else is filtered or completed.
      mode="none"
      items={groups}
      value={search}
      onValueChange={setSearch}
      itemToStringValue={({ title }: Item) => title}
      autoHighlight="always"
      keepHighlight
    >
      <Autocomplete.Input
        {...LIMITS.search}
        aria-label="Go to"
        placeholder="Skills, pages, actions, docs …"
        className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-faint"
      />
      <Autocomplete.List aria-label="Places" className="max-h-[60dvh] overflow-y-auto pb-1.5">
        {(group: Group) => (
          <Autocomplete.Group key={group.heading} items={group.items}>
            <Autocomplete.GroupLabel className="px-3 pt-3 pb-1 text-2xs font-medium text-muted">
              {group.heading}
            </Autocomplete.GroupLabel>
            <Autocomplete.Collection>
              {(item: Item) => (
                <Autocomplete.Item
                  key={item.href ?? item.title}
                  value={item}
                  onClick={() => open(item)}
                  className={ITEM}
                >
                  {item.skill && <SkillIcon {...item.skill} size={24} />}
                  <span className={`truncate ${item.detail ? "max-w-[65%] shrink-0 font-medium" : ""}`} dir="auto">
                    {item.title}
                  </span>
                  {item.detail && (
                    <span className="truncate text-xs text-muted" dir="auto">
                      {item.detail}
                    </span>
                  )}
                </Autocomplete.Item>
              )}
            </Autocomplete.Collection>
          </Autocomplete.Group>
        )}
      </Autocomplete.List>
    </Autocomplete.Root>
  );
}
