"use client";

import { Command } from "cmdk";
import { useEffect, useState } from "react";
import { SkillIcon } from "@/components/skills/icon";
import { useFoundSkills } from "@/components/skills/use-found-skills";
import { Dialog } from "@/components/ui/dialog";
import { useNavigate } from "@/components/ui/navigation";
import type { Suggestion } from "@/lib/client/shell-queries";

/** A place to go to: its group, its address and its name. */
export type Place = { group: string; href: string; title: string };

const HEADING =
  "[&_[cmdk-group-heading]]:px-3 [&_[cmdk-group-heading]]:pt-3 [&_[cmdk-group-heading]]:pb-1 [&_[cmdk-group-heading]]:text-2xs [&_[cmdk-group-heading]]:font-medium [&_[cmdk-group-heading]]:text-muted";
const ITEM =
  "mx-1.5 flex cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-sm data-[selected=true]:bg-accent-soft data-[selected=true]:text-accent-ink";

const placeId = ({ group, href }: Place) => `${group}:${href}`;

type Go = (href: string) => void;

function Places({ places, heading, go }: { places: Place[]; heading: string; go: Go }) {
  if (places.length === 0) return null;
  return (
    <Command.Group heading={heading}>
      {places.map((place) => (
        <Command.Item
          key={place.href}
          value={placeId(place)}
          onSelect={() => go(place.href)}
          className={ITEM}
        >
          {place.title}
        </Command.Item>
      ))}
    </Command.Group>
  );
}

function Skills({ skills, search, go }: { skills: Suggestion[]; search: string; go: Go }) {
  return (
    <Command.Group heading={search ? "Skills" : "Popular skills"}>
      {skills.map(({ slug, name, description }) => (
        <Command.Item
          key={slug}
          value={`skill:${slug}`}
          onSelect={() => go(`/skills/${slug}`)}
          className={ITEM}
        >
          <SkillIcon slug={slug} size={24} />
          <span className="max-w-[60%] shrink-0 truncate font-medium">{name}</span>
          <span className="truncate text-xs text-muted">{description}</span>
        </Command.Item>
      ))}
      {search && (
        <Command.Item
          value="search"
          onSelect={() => go(`/?search=${encodeURIComponent(search)}`)}
          className={ITEM}
        >
          All skills for “{search}”
        </Command.Item>
      )}
    </Command.Group>
  );
}

/** The command palette: skills by search, pages and docs by name. */
export function Palette({
  places,
  isOpen,
  onClose,
}: {
  places: Place[];
  isOpen: boolean;
  onClose: () => void;
}) {
  return (
    <Dialog title="Go to" isOpen={isOpen} onClose={onClose} isBare className="overflow-hidden">
      <Finder places={places} onGone={onClose} />
    </Dialog>
  );
}

function Finder({ places, onGone }: { places: Place[]; onGone: () => void }) {
  const navigate = useNavigate();
  const go = (href: string) => {
    onGone();
    navigate(href);
  };
  const [search, setSearch] = useState("");
  const skills = useFoundSkills(search);
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const found = places.filter(({ title, group }) =>
    words.every((word) => `${group} ${title}`.toLowerCase().includes(word)),
  );
  const [place, skill] = [found[0] && placeId(found[0]), skills[0] && `skill:${skills[0].slug}`];
  const first = (words.length > 0 ? (place ?? skill) : (skill ?? place)) ?? "search";
  const [selected, setSelected] = useState(first);
  useEffect(() => setSelected(first), [first]);
  return (
    <Command label="Go to" shouldFilter={false} loop value={selected} onValueChange={setSelected}>
      <Command.Input
        value={search}
        onValueChange={setSearch}
        maxLength={200}
        placeholder="Skills, pages, docs …"
        className="h-11 w-full border-b border-line bg-transparent px-4 text-base outline-none placeholder:text-faint"
      />
      <Command.List label="Places" className={`max-h-[60dvh] overflow-y-auto pb-1.5 ${HEADING}`}>
        {words.length === 0 && <Skills skills={skills} search="" go={go} />}
        <Places places={found.filter(({ group }) => group === "Pages")} heading="Pages" go={go} />
        <Places places={found.filter(({ group }) => group === "Docs")} heading="Docs" go={go} />
        {words.length > 0 && <Skills skills={skills} search={search.trim()} go={go} />}
      </Command.List>
    </Command>
  );
}
