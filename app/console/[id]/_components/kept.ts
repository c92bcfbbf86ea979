import type { EditorState } from "@/app/console/[id]/_components/state";

/** What was typed and not saved yet, and the version of the skill that it was typed into. */
export type Kept = { updatedAt: string; state: EditorState };

const keyOf = (id: string) => `editor:${id}`;

/** Keeps unsaved text in this browser, so that a reload or a crash loses nothing. */
export function keep(id: string, kept: Kept): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(kept));
  } catch {
    // A browser that keeps nothing still saves to the server.
  }
}

/** What was kept of a skill, or null. */
export function keptOf(id: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");
    return isKept(kept) ? kept : null;
  } catch {
    return null;
  }
}

function isKept(value: unknown): value is Kept {
  return typeof value === "object" && value !== null && "state" in value && "updatedAt" in value;
}

/** Forgets what was kept of a skill. */
export function forget(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was kept, then.
  }
}
