"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { createSaver, type SaverView } from "@/app/console/[id]/_components/draft-saver";
import { type EditedSkill, type EditorState, stateOf, withTermsOf } from "@/app/console/[id]/_components/state";
import { removeStoredDraft, type StoredDraft, storedDraftOf } from "@/app/console/[id]/_components/stored-draft";

/**
 * The editor's draft, which saves itself. A skill in review is shown only: `isOpen` is false, and nothing is saved or
 * brought back.
 */
export function useDraft(skill: EditedSkill, isOpen: boolean) {
  const [state, setState] = useState<EditorState>(() => stateOf(skill));
  const [older, setOlder] = useState<StoredDraft | null>(null);
  const [view, setView] = useState<SaverView>({
    skill,
    base: state,
    saveState: "saved",
    failure: null,
    problems: {},
  });
  const router = useRouter();
  const place = useRef<ReturnType<typeof createSaver> | null>(null);
  place.current ??= createSaver(skill, setView);
  const saver = place.current;
  const replace = (next: EditorState) => {
    setState(next);
    saver.type(next);
  };
  useEffect(() => {
    const stored = isOpen ? storedDraftOf(skill.id) : null;
    if (stored && stored.updatedAt === skill.updated_at) {
      const restored = { ...stateOf(skill), ...stored.state };
      setState(restored);
      saver.type(restored);
    } else if (stored) setOlder(stored);
    return () => {
      // Back would bring the page as it was before what was saved here.
      void saver.stop().then((hasSaved) => hasSaved && router.refresh());
    };
  }, [skill, isOpen, saver, router]);
  return {
    ...view,
    state,
    change: (change: Partial<EditorState>) => replace({ ...state, ...change }),
    save: saver.save,
    /** Saves the terms; when they are only announced yet, the fields show those that the skill has. Throws ApiError. */
    applyTerms: async () => {
      const next = await saver.applyTerms();
      if (next.price_change) replace(withTermsOf(state, next));
    },
    cancelPriceChange: async () => {
      await saver.cancelPriceChange();
    },
    reread: saver.reread,
    overwrite: saver.overwrite,
    /** Text of an earlier visit that was typed into a version before this one. */
    older,
    restoreOlder: () => {
      if (older) replace({ ...state, ...older.state });
      setOlder(null);
    },
    forgetOlder: () => {
      removeStoredDraft(skill.id);
      setOlder(null);
    },
    /** Gives way to what another tab has saved. */
    reload: () => {
      removeStoredDraft(skill.id);
      window.location.reload();
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
