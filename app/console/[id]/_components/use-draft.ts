"use client";

import { useRouter } from "next/navigation";
import { useEffect, useRef, useState } from "react";
import { createSaver, type SaverView } from "@/app/console/[id]/_components/draft-saver";
import { forget, type Kept, keptOf } from "@/app/console/[id]/_components/kept";
import {
  type EditedSkill,
  type EditorState,
  stateOf,
  withTermsOf,
} from "@/app/console/[id]/_components/state";

/**
 * The editor's draft, which saves itself. A skill in review is shown only: `isOpen` is false, and nothing is saved or
 * brought back.
 */
export function useDraft(skill: EditedSkill, isOpen: boolean) {
  const [state, setState] = useState<EditorState>(() => stateOf(skill));
  const [older, setOlder] = useState<Kept | null>(null);
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
    const kept = isOpen ? keptOf(skill.id) : null;
    if (kept && kept.updatedAt === skill.updated_at) {
      const restored = { ...stateOf(skill), ...kept.state };
      setState(restored);
      saver.type(restored);
    } else if (kept) setOlder(kept);
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
      forget(skill.id);
      setOlder(null);
    },
    /** Gives way to what another tab has saved. */
    reload: () => {
      forget(skill.id);
      window.location.reload();
    },
  };
}

export type Draft = ReturnType<typeof useDraft>;
