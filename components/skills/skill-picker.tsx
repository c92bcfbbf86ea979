"use client";

import { X } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useFound } from "@/components/skills/found";
import { SkillIcon } from "@/components/skills/icon";
import { Checkbox } from "@/components/ui/checkbox";
import { TextField } from "@/components/ui/field";
import { RadioGroup } from "@/components/ui/radio-group";
import type { Suggestion } from "@/lib/interfaces/client/shell-queries";

type Chosen = Pick<Suggestion, "slug" | "name">;
type Scope = "all" | "chosen";

const OPTIONS: { value: Scope; title: string }[] = [
  { value: "all", title: "All skills" },
  { value: "chosen", title: "Only skills that I choose" },
];

/**
 * Lets a form choose all skills or some. The form gets a field `skills` for each chosen slug, and none for all; it can't be
 * sent while some are wanted and none is chosen, since that would mean all.
 */
export function SkillPicker({ id, error }: { id: string; error?: string | undefined }) {
  const [scope, setScope] = useState<Scope>("all");
  const [chosen, setChosen] = useState<Chosen[]>([]);
  const toggle = ({ slug, name }: Chosen) =>
    setChosen((old) =>
      old.some((other) => other.slug === slug) ? old.filter((other) => other.slug !== slug) : [...old, { slug, name }],
    );
  return (
    <div className="grid gap-3">
      <RadioGroup label="Which skills" options={OPTIONS} selected={scope} onSelect={setScope} />
      {scope === "chosen" && (
        <>
          {chosen.length > 0 && <ChosenSkills chosen={chosen} onRemove={toggle} />}
          <FoundSkills id={id} error={error} chosen={chosen} onToggle={toggle} />
        </>
      )}
    </div>
  );
}

function ChosenSkills({ chosen, onRemove }: { chosen: Chosen[]; onRemove: (skill: Chosen) => void }) {
  return (
    <ul aria-label="Chosen skills" className="flex flex-wrap gap-2">
      {chosen.map((skill) => (
        <li key={skill.slug}>
          <input type="hidden" name="skills" value={skill.slug} />
          <button
            type="button"
            onClick={() => onRemove(skill)}
            aria-label={`Remove ${skill.name}`}
            className="inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-md bg-accent-soft px-2 text-sm text-accent-ink"
          >
            <span className="truncate" dir="auto">
              {skill.name}
            </span>
            <X size={14} aria-hidden className="shrink-0" />
          </button>
        </li>
      ))}
    </ul>
  );
}

type FoundProps = {
  id: string;
  error: string | undefined;
  chosen: Chosen[];
  onToggle: (skill: Chosen) => void;
};

function FoundSkills({ id, error, chosen, onToggle }: FoundProps) {
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  const found = useFound(typed).skills;
  const isEmpty = chosen.length === 0;
  useEffect(() => {
    input.current?.setCustomValidity(isEmpty ? "Choose at least one skill, or all skills." : "");
  }, [isEmpty]);
  return (
    <div className="grid gap-2">
      <TextField
        ref={input}
        id={id}
        name="skill_search"
        label="Find a skill"
        error={error}
        type="search"
        autoComplete="off"
        limit="search"
        value={typed}
        onChange={(event) => setTyped(event.target.value)}
        // Enter would send the form.
        onKeyDown={(event) => event.key === "Enter" && event.preventDefault()}
      />
      <ul aria-label="Found skills" className="grid grid-cols-1 gap-0.5">
        {found.map((skill) => (
          <li key={skill.slug}>
            <label
              htmlFor={`${id}-${skill.slug}`}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-md px-2 text-sm hover:bg-raised"
            >
              <Checkbox
                id={`${id}-${skill.slug}`}
                aria-label={skill.name}
                checked={chosen.some(({ slug }) => slug === skill.slug)}
                onCheckedChange={() => onToggle(skill)}
              />
              <SkillIcon slug={skill.slug} icon={skill.icon} size={22} />
              <span className="max-w-[60%] shrink-0 truncate font-medium" dir="auto">
                {skill.name}
              </span>
              <span className="truncate text-xs text-muted" dir="auto">
                {skill.description}
              </span>
            </label>
          </li>
        ))}
      </ul>
      {found.length === 0 && typed && <p className="text-sm text-muted">No skill matches this.</p>}
    </div>
  );
}
