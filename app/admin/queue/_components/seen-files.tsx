"use client";

import { Check } from "lucide-react";
import { useEffect, useRef, useSyncExternalStore } from "react";
import { shortHash } from "@/app/admin/queue/_components/short-hash";

const KEY = "review-seen-files";
const CHANGED = "review-seen-files-changed";
/** So many hashes are remembered; who reviews on has long decided about the oldest. */
const MAX_STORED = 5_000;

/** Which files this browser has opened, by the hash of their bytes: what does not change need not be read again. */
function subscribe(onChange: () => void) {
  window.addEventListener(CHANGED, onChange);
  window.addEventListener("storage", onChange);
  return () => {
    window.removeEventListener(CHANGED, onChange);
    window.removeEventListener("storage", onChange);
  };
}

function storedHashes(): string {
  try {
    return localStorage.getItem(KEY) ?? "";
  } catch {
    // Without storage nothing counts as read, and approving asks.
    return "";
  }
}

let parsed = { text: "", hashes: new Set<string>() };

/** Every row of a list asks, so the set is made once for all of them. */
function useSeen(): Set<string> {
  const text = useSyncExternalStore(subscribe, storedHashes, () => "");
  if (parsed.text !== text) parsed = { text, hashes: new Set(text.split(" ")) };
  return parsed.hashes;
}

/** Notes that a file has been opened, once this element is on the screen. */
export function NoteSeen({ sha256 }: { sha256: string }) {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (!place.current) return;
    const observer = new IntersectionObserver((entries) => {
      if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
      observer.disconnect();
      note(shortHash(sha256));
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [sha256]);
  return <span ref={place} className="block h-px" aria-hidden />;
}

function note(key: string): void {
  const hashes = storedHashes().split(" ").filter(Boolean);
  if (hashes.includes(key)) return;
  try {
    localStorage.setItem(KEY, [...hashes, key].slice(-MAX_STORED).join(" "));
  } catch {
    return;
  }
  window.dispatchEvent(new Event(CHANGED));
}

const probeKey = (skillId: string, revision: number) => `probe-${skillId}-${revision}`;

/** Notes that the endpoint of a revision has been called. */
export function noteProbed(skillId: string, revision: number): void {
  note(probeKey(skillId, revision));
}

/** Whether this browser has called the endpoint of a revision. */
export function useIsProbed(skillId: string, revision: number): boolean {
  return useSeen().has(probeKey(skillId, revision));
}

/** A tick for a file that this browser has opened. */
export function SeenMark({ sha256 }: { sha256: string }) {
  if (!useSeen().has(shortHash(sha256))) return <span className="size-3.5 shrink-0" />;
  return (
    <span className="shrink-0 text-ok">
      <Check size={14} aria-hidden />
      <span className="sr-only">opened</span>
    </span>
  );
}

/** How many of these files this browser has not opened yet. */
export function useUnseen(hashes: readonly string[]): number {
  const seen = useSeen();
  return hashes.filter((sha256) => !seen.has(shortHash(sha256))).length;
}
