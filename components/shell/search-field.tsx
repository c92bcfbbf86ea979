"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "@/components/ui/navigation";

/** The page of the list. */
const LIST = "/skills";
const DEBOUNCE_MS = 250;

// Loaded when the user starts typing.
const Suggestions = dynamic(() => import("@/components/shell/suggestions").then((module) => module.Suggestions));

/** What a search does: in the list of skills it follows while one types. */
function useSearch() {
  const navigate = useNavigate();
  const [path, parameters] = [usePathname(), useSearchParams()];
  const isList = path === LIST;
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const show = (text: string) => {
    clearTimeout(timer.current);
    const next = new URLSearchParams(isList ? parameters : undefined);
    next.delete("offset");
    if (text.trim()) next.set("search", text.trim());
    else next.delete("search");
    navigate(`${LIST}?${next}`, { replace: isList, scroll: !isList });
  };
  return {
    path,
    term: isList ? (parameters.get("search") ?? "") : "",
    // Hidden fields keep the current filters, also without JavaScript.
    others: isList ? [...parameters].filter(([name]) => name !== "search" && name !== "offset") : [],
    show,
    follow: (text: string) => {
      clearTimeout(timer.current);
      if (isList) timer.current = setTimeout(() => show(text), DEBOUNCE_MS);
    },
  };
}

/**
 * The search of every page: in its head, or large on the landing page, which has none in its head. In the list of skills
 * results follow while one types; without JavaScript it is a form.
 */
export function SearchField({ isLarge = false }: { isLarge?: boolean }) {
  const { path, term, others, show, follow } = useSearch();
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  useEffect(() => {
    // Follow the URL after Back or a removed filter, but not while the user is typing.
    if (input.current && document.activeElement !== input.current) input.current.value = term;
  }, [term]);
  if (path === "/" && !isLarge) return null;
  return (
    <search className={isLarge ? "relative block w-full max-w-xl" : "relative max-w-72 flex-1"}>
      <form
        action={LIST}
        className="relative"
        onSubmit={(event) => {
          setTyped(null);
          event.preventDefault();
          show(input.current?.value ?? "");
        }}
      >
        {others.map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Search
          size={isLarge ? 16 : 14}
          aria-hidden
          className={`absolute top-1/2 -translate-y-1/2 text-faint ${isLarge ? "left-3.5" : "left-2.5"}`}
        />
        <input
          ref={input}
          id="search"
          name="search"
          type="search"
          defaultValue={term}
          onChange={(event) => {
            setTyped(event.target.value);
            follow(event.target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== "Escape") return;
            // Browsers clear a search field, which would drop the search of the page.
            event.preventDefault();
            setTyped(null);
          }}
          onBlur={() => setTyped(null)}
          role="combobox"
          aria-autocomplete="list"
          aria-expanded={false}
          aria-controls="search-suggestions"
          autoComplete="off"
          placeholder="Search skills"
          aria-label="Search skills"
          aria-keyshortcuts="/"
          maxLength={200}
          className={`peer w-full border border-edge bg-surface placeholder:text-faint ${isLarge ? "h-11 rounded-lg pr-3 pl-10 text-base shadow-xs" : "h-8 rounded-md pr-2 pl-8 text-sm"}`}
        />
        <kbd
          aria-hidden
          className="pointer-events-none absolute top-1/2 right-2 hidden -translate-y-1/2 rounded-sm border border-line bg-raised px-1.5 font-mono text-2xs text-muted md:peer-placeholder-shown:block peer-focus:hidden!"
        >
          /
        </kbd>
      </form>
      {typed?.trim() && <Suggestions input={input} typed={typed} onClose={() => setTyped(null)} />}
    </search>
  );
}
