"use client";

import { Search } from "lucide-react";
import dynamic from "next/dynamic";
import { usePathname, useSearchParams } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { useNavigate } from "@/components/ui/navigation";

const DEBOUNCE_MS = 250;

// Loaded when the user starts typing.
const Suggestions = dynamic(() => import("@/components/shell/suggestions").then((module) => module.Suggestions));

/** The search of every page. On the marketplace the list follows while one types; without JavaScript it is a form. */
export function SearchField() {
  const navigate = useNavigate();
  const [path, parameters] = [usePathname(), useSearchParams()];
  // Hidden fields keep the current filters, also without JavaScript.
  const others = path === "/" ? [...parameters].filter(([name]) => name !== "search" && name !== "offset") : [];
  const input = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<string | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const term = path === "/" ? (parameters.get("search") ?? "") : "";
  useEffect(() => {
    // Follow the URL after Back or a removed filter, but not while the user is typing.
    if (input.current && document.activeElement !== input.current) input.current.value = term;
  }, [term]);
  const show = (text: string) => {
    clearTimeout(timer.current);
    const next = new URLSearchParams(path === "/" ? parameters : undefined);
    next.delete("offset");
    if (text.trim()) next.set("search", text.trim());
    else next.delete("search");
    navigate(`/?${next}`, { replace: path === "/", scroll: path !== "/" });
  };
  const follow = (text: string) => {
    clearTimeout(timer.current);
    if (path === "/") timer.current = setTimeout(() => show(text), DEBOUNCE_MS);
  };
  return (
    <search className="relative max-w-72 flex-1">
      <form
        action="/"
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
        <Search size={14} aria-hidden className="absolute top-1/2 left-2.5 -translate-y-1/2 text-faint" />
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
          className="peer h-8 w-full rounded-md border border-edge bg-surface pr-2 pl-8 text-sm placeholder:text-faint"
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
