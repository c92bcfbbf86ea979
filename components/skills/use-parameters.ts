import { useEffect, useState } from "react";
import { exampleFor } from "@/lib/skills/schema-example";

const place = (slug: string) => `try:${slug}`;

/**
 * The parameters of a skill's form. What was typed survives in this browser tab, whatever other page comes between;
 * `generation` changes when it comes back, so that what keeps a text of its own begins again.
 */
export function useParameters(slug: string, schema: Record<string, unknown> | null) {
  const [state, setState] = useState(() => ({ value: exampleFor(schema ?? {}), generation: 0 }));
  useEffect(() => {
    const before = sessionStorage.getItem(place(slug));
    if (before !== null) setState({ value: JSON.parse(before) as unknown, generation: 1 });
  }, [slug]);
  const setValue = (value: unknown) => {
    setState((current) => ({ ...current, value }));
    sessionStorage.setItem(place(slug), JSON.stringify(value));
  };
  return { ...state, setValue };
}
