import type { EditorState } from "@/app/console/[id]/_components/state";

/** What was typed and not saved yet, and the version of the skill that it was typed into. */
export type StoredDraft = { updatedAt: string; state: EditorState };

const keyOf = (id: string) => `editor:${id}`;

/** Keeps unsaved text in this browser, so that a reload or a crash loses nothing. */
export function storeDraft(id: string, stored: StoredDraft): void {
  try {
    localStorage.setItem(keyOf(id), JSON.stringify(stored));
  } catch {
    // A browser that keeps nothing still saves to the server.
  }
}

/** What was stored of a skill, or null. */
export function storedDraftOf(id: string): StoredDraft | null {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(keyOf(id)) ?? "null");
    return isStoredDraft(stored) ? stored : null;
  } catch {
    return null;
  }
}

function isStoredDraft(value: unknown): value is StoredDraft {
  return typeof value === "object" && value !== null && "state" in value && "updatedAt" in value;
}

/** Deletes what was stored of a skill. */
export function removeStoredDraft(id: string): void {
  try {
    localStorage.removeItem(keyOf(id));
  } catch {
    // Nothing was stored, then.
  }
}
