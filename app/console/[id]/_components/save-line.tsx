"use client";

import type { SaveState } from "@/app/console/[id]/_components/draft-saver";
import type { Draft } from "@/app/console/[id]/_components/use-draft";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { ApiError } from "@/lib/interfaces/client/api";

const WORDS: Record<SaveState, string> = {
  saved: "Draft saved",
  unsaved: "Not saved yet",
  saving: "Saving…",
  failed: "Not saved; stored in this browser",
  conflict: "Changed elsewhere",
};

/** The state of the draft, in a few words. */
export function SaveWord({
  saveState,
  isApproved,
  isPriceOpen,
}: {
  saveState: SaveState;
  isApproved: boolean;
  /** Whether a new price is there that only its own button saves. */
  isPriceOpen: boolean;
}) {
  const tone = {
    saved: "text-ok",
    conflict: "text-bad",
    failed: "text-bad",
    unsaved: "text-muted",
    saving: "text-muted",
  };
  if (saveState === "saved" && isPriceOpen)
    return (
      <p role="status" className="text-xs text-warn">
        New price not applied; stored in this browser
      </p>
    );
  return (
    <p role="status" className={`text-xs ${tone[saveState]}`}>
      {isApproved && saveState === "saved" ? "As approved" : WORDS[saveState]}
    </p>
  );
}

/** What the developer has to decide before saving can go on: another tab's version, or text of an earlier visit. */
export function SaveTrouble({ draft }: { draft: Draft }) {
  if (draft.saveState === "conflict")
    return (
      <div role="alert" className="grid gap-3 rounded-lg border border-bad/40 bg-raised px-4 py-3 text-sm">
        <p>
          <strong className="font-medium">This skill was changed elsewhere</strong> since you opened it here: in another
          tab, through the API, or by a review. Your text is stored in this browser.
        </p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={draft.reload}>Load the newer version</Button>
          <Button onClick={() => void draft.overwrite().catch(() => {})}>Keep mine and save</Button>
        </div>
      </div>
    );
  if (draft.older)
    return (
      <div role="alert" className="grid gap-3 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
        <p>There is unsaved text in this browser, typed into an earlier version of this skill.</p>
        <div className="flex flex-wrap gap-2">
          <Button onClick={draft.restoreOlder}>Restore it</Button>
          <Button onClick={draft.forgetOlder}>Discard it</Button>
        </div>
      </div>
    );
  const isAtField = draft.failure instanceof ApiError && draft.failure.param !== null;
  if (draft.saveState === "failed" && !isAtField)
    return <ErrorAlert error={draft.failure} retry={() => void draft.save().catch(() => {})} />;
  return null;
}
