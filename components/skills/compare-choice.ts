import { useSyncExternalStore } from "react";
import { notify } from "@/components/ui/notify";
import { MAX_COMPARED } from "@/lib/supply/skills/compared";

/** A skill that this tab compares. */
export type Compared = { slug: string; name: string };

/** Signing out clears this storage. */
const STORAGE_KEY = "compared";
const NONE: Compared[] = [];
const listeners = new Set<() => void>();
let last: { text: string | null; list: Compared[] } = { text: null, list: NONE };

function read(): Compared[] {
  const text = sessionStorage.getItem(STORAGE_KEY);
  if (text !== last.text) last = { text, list: text ? (JSON.parse(text) as Compared[]) : NONE };
  return last.list;
}

/** Chooses which skills are compared. */
export function setCompared(list: Compared[]): void {
  if (list.length === 0) sessionStorage.removeItem(STORAGE_KEY);
  else sessionStorage.setItem(STORAGE_KEY, JSON.stringify(list));
  for (const listener of listeners) listener();
}

/** Adds a skill to those that are compared, or takes it out; says so when there is no place left. */
export function toggleCompared({ slug, name }: Compared): void {
  const list = read();
  const others = list.filter((other) => other.slug !== slug);
  if (others.length < list.length) setCompared(others);
  else if (list.length < MAX_COMPARED) setCompared([...list, { slug, name }]);
  else notify(`You can compare up to ${MAX_COMPARED} skills. Remove one first.`);
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The skills that this tab compares. */
export const useCompared = (): Compared[] => useSyncExternalStore(subscribe, read, () => NONE);
