import { useEffect, useState } from "react";
import { exampleFor } from "@/lib/supply/skills/schema-example";

const place = (slug: string) => `try:${slug}`;

/** What this browser tab has stored; null for nothing, or for what cannot be read. */
function storedIn(slug: string): { value: unknown } | null {
  const text = sessionStorage.getItem(place(slug));
  if (text === null) return null;
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return null;
  }
}

/**
 * The parameters of a skill's form. What was typed survives in this browser tab, whatever other page comes between;
 * `generation` changes when it comes back, so that what keeps its own text begins again.
 */
export function useParameters(slug: string, schema: Record<string, unknown> | null) {
  const [state, setState] = useState(() => ({ value: exampleFor(schema ?? {}), generation: 0 }));
  useEffect(() => {
    const before = storedIn(slug);
    if (before) setState({ ...before, generation: 1 });
  }, [slug]);
  const setValue = (next: unknown) => {
    // A form that is emptied as a whole stands for no parameters, which are an object still.
    const value = next === undefined ? {} : next;
    setState((current) => ({ ...current, value }));
    sessionStorage.setItem(place(slug), JSON.stringify(value));
  };
  /** Puts other parameters into the form, which begins again with them. */
  const restore = (value: unknown) => {
    setState(({ generation }) => ({ value, generation: generation + 1 }));
    sessionStorage.setItem(place(slug), JSON.stringify(value));
  };
  return { ...state, setValue, restore };
}
