"use client";

import { type RefObject, useEffect, useState } from "react";
import { useFound } from "@/components/skills/found";
import { SkillIcon } from "@/components/skills/icon";
import { Verified } from "@/components/skills/publisher-link";
import { useNavigate } from "@/components/ui/navigation";

const LIST_ID = "search-suggestions";

type Drawn = { slug: string; icon: string | null };
type Option = { href: string; title: string; detail: string; skill?: Drawn; isVerified?: boolean };
type Group = { title: string; options: Option[] };

function groupsOf({ skills, publishers, categories }: ReturnType<typeof useFound>): Group[] {
  const groups: Group[] = [
    {
      title: "Skills",
      options: skills.map(({ slug, name, description, icon }) => ({
        href: `/skills/${slug}`,
        title: name,
        detail: description,
        skill: { slug, icon },
      })),
    },
    {
      title: "Publishers",
      options: publishers.map(({ handle, name, verified, skill_count }) => ({
        href: `/publishers/${handle}`,
        title: name,
        detail: `${skill_count} ${skill_count === 1 ? "skill" : "skills"}`,
        isVerified: verified,
      })),
    },
    {
      title: "Categories",
      options: categories.map(({ slug, title }) => ({ href: `/skills?category=${slug}`, title, detail: "" })),
    },
  ];
  return groups.filter(({ options }) => options.length > 0);
}

type Props = {
  input: RefObject<HTMLInputElement | null>;
  typed: string;
  onClose: () => void;
};

/**
 * Suggestions below a search field. Arrows select one and Enter opens it; without a selection, Enter searches, as
 * without JavaScript.
 */
export function Suggestions({ input, typed, onClose }: Props) {
  const navigate = useNavigate();
  const groups = groupsOf(useFound(typed));
  const options = groups.flatMap((group) => group.options);
  const [chosen, setChosen] = useState<{ href: string; typed: string } | null>(null);
  // Typing goes on from no choice.
  const active = chosen?.typed === typed ? options.findIndex(({ href }) => href === chosen.href) : -1;
  const open = (href: string) => {
    onClose();
    navigate(href);
  };
  useEffect(() => {
    const field = input.current;
    if (!field) return;
    const press = (event: KeyboardEvent) => {
      if (event.key === "Enter" && active >= 0) {
        event.preventDefault();
        return open(options[active]?.href ?? "/skills");
      }
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (!step || options.length === 0) return;
      event.preventDefault();
      const next = active < 0 && step < 0 ? options.length - 1 : (active + step + options.length) % options.length;
      setChosen({ href: options[next]?.href ?? "", typed });
    };
    field.addEventListener("keydown", press);
    field.setAttribute("aria-expanded", String(options.length > 0));
    if (active >= 0) field.setAttribute("aria-activedescendant", `${LIST_ID}-${active}`);
    else field.removeAttribute("aria-activedescendant");
    return () => {
      field.removeEventListener("keydown", press);
      field.setAttribute("aria-expanded", "false");
      field.removeAttribute("aria-activedescendant");
    };
  });
  if (options.length === 0) return null;
  return (
    <div
      id={LIST_ID}
      role="listbox"
      aria-label="Suggestions"
      tabIndex={-1}
      className="absolute top-full z-20 mt-1 max-h-[70dvh] w-full min-w-72 overflow-y-auto rounded-lg border border-line bg-surface py-1.5 shadow-lg"
    >
      {groups.map((group) => (
        <div key={group.title} role="presentation">
          <p aria-hidden className="px-3 pt-2 pb-1 text-2xs font-medium text-muted">
            {group.title}
          </p>
          {group.options.map((option) => (
            <Row
              key={option.href}
              option={option}
              id={`${LIST_ID}-${options.indexOf(option)}`}
              isActive={options.indexOf(option) === active}
              onOpen={() => open(option.href)}
            />
          ))}
        </div>
      ))}
    </div>
  );
}

type RowProps = { option: Option; id: string; isActive: boolean; onOpen: () => void };

function Row({ option, id, isActive, onOpen }: RowProps) {
  return (
    <div
      id={id}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      onMouseDown={(event) => {
        // On mousedown: the field's blur would close the list before a click.
        event.preventDefault();
        if (event.button === 0) onOpen();
      }}
      className={`mx-1.5 flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm ${isActive ? "bg-accent-soft text-accent-ink" : "hover:bg-raised"}`}
    >
      {option.skill && <SkillIcon {...option.skill} size={22} />}
      <span className="max-w-[65%] shrink-0 truncate font-medium" dir="auto">
        {option.title}
      </span>
      {option.isVerified && <Verified />}
      <span className="truncate text-xs text-muted" dir="auto">
        {option.detail}
      </span>
    </div>
  );
}
