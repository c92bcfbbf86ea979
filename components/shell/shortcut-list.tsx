"use client";

import { usePathname } from "next/navigation";
import { Dialog } from "@/components/ui/dialog";

const SHORTCUTS: [string[], string][] = [
  [["Ctrl", "K"], "Go anywhere: skills, pages, purchases, docs (⌘ K on a Mac)"],
  [["/"], "Search skills"],
  [["?"], "Show this list"],
  [["Ctrl", "Enter"], "Run the skill, from its form"],
  [["Esc"], "Close"],
];

const REVIEW_SHORTCUTS: [string[], string][] = [
  [["j"], "Next skill of the review queue"],
  [["k"], "Previous skill"],
  [["n"], "Next file of the package"],
  [["p"], "Previous file"],
  [["a"], "Approve (asks first)"],
  [["u"], "Undo the last approval, for 10 seconds"],
  [["r"], "Write a rejection reason"],
  [["Ctrl", "Enter"], "Reject, from the reason field"],
  [["/"], "Search the review queue"],
];

/** Every shortcut of the keyboard that works on this page. */
export function ShortcutList({ isOpen, onClose }: { isOpen: boolean; onClose: () => void }) {
  const isReview = usePathname() === "/admin/queue";
  // On the review page, its own shortcut wins.
  const shortcuts = isReview ? [...REVIEW_SHORTCUTS, ...SHORTCUTS.filter(([[key]]) => key !== "/")] : SHORTCUTS;
  return (
    <Dialog title="Keyboard shortcuts" isOpen={isOpen} onClose={onClose} className="w-[min(28rem,calc(100vw-2rem))]!">
      <dl className="grid gap-2 text-sm">
        {shortcuts.map(([keys, what]) => (
          <div key={what} className="flex items-center justify-between gap-4">
            <dt className="text-muted">{what}</dt>
            <dd className="flex shrink-0 gap-1">
              {keys.map((key) => (
                <kbd key={key} className="rounded-sm border border-line bg-raised px-1.5 py-0.5 font-mono text-2xs">
                  {key}
                </kbd>
              ))}
            </dd>
          </div>
        ))}
      </dl>
    </Dialog>
  );
}
