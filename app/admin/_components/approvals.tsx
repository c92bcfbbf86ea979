"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { type Held, HeldApprovals } from "@/app/admin/_components/held-approvals";
import { notify } from "@/components/ui/notify";
import { callApi } from "@/lib/interfaces/client/api";

const UNDO_MS = 10_000;
const TICK_MS = 250;

type Approval = Pick<Held, "skillId" | "revision" | "title">;
type Approvals = {
  held: readonly Held[];
  /** Skills that were approved from this page: a list that was shown before may still have them. */
  approved: readonly string[];
  /** Holds an approval for ten seconds, then sends it. Does nothing for one that is held already. */
  hold: (approval: Approval) => void;
};

const Context = createContext<Approvals>({ held: [], approved: [], hold: () => undefined });

/** The approvals that are held, and how to hold one. */
export const useApprovals = (): Approvals => useContext(Context);

/**
 * Holds approvals in this page until they can no longer be undone. Nothing is sent before, so closing the page or
 * leaving Admin approves nothing.
 */
export function ApprovalsProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [held, setHeld] = useState<readonly Held[]>([]);
  const [approved, setApproved] = useState<readonly string[]>([]);
  const sent = useRef(new Set<string>());
  const change = (skillId: string, to: Partial<Held>) =>
    setHeld((list) => list.map((one) => (one.skillId === skillId ? { ...one, ...to } : one)));
  const drop = (skillId: string) => {
    sent.current.delete(skillId);
    setHeld((list) => list.filter((one) => one.skillId !== skillId));
  };
  const send = async ({ skillId, revision, title }: Held) => {
    // The timer and "Send now" may come together.
    if (sent.current.has(skillId)) return;
    sent.current.add(skillId);
    change(skillId, { state: "sending" });
    try {
      await callApi("PATCH /v1/admin/skills", { body: { skill_id: skillId, action: "approve", revision } });
      setApproved((list) => [...list, skillId]);
      drop(skillId);
      notify(`Approved ${title}`);
    } catch (failure) {
      change(skillId, { state: "failed", failure });
    }
    // Only a refresh: a navigation to this address would cancel the pending one to the next submission.
    router.refresh();
  };
  useDue(held, send);
  useWarning(held);
  const approvals = useMemo(
    () => ({ held, approved, hold: (approval: Approval) => setHeld((list) => withHeld(list, approval)) }),
    [held, approved],
  );
  return (
    <Context value={approvals}>
      {children}
      <HeldApprovals
        held={held}
        onUndo={(skillId) => {
          if (!sent.current.has(skillId)) drop(skillId);
        }}
        onSend={(one) => void send(one)}
        onDismiss={drop}
      />
    </Context>
  );
}

/** Adds an approval; one that failed is held anew, one that is held stays as it is. */
function withHeld(list: readonly Held[], approval: Approval): readonly Held[] {
  const before = list.find(({ skillId }) => skillId === approval.skillId);
  if (before && before.state !== "failed") return list;
  const held: Held = { ...approval, sendsAt: Date.now() + UNDO_MS, state: "waiting" };
  return [...list.filter((one) => one !== before), held];
}

/** Sends each approval when its time is up. */
function useDue(held: readonly Held[], send: (one: Held) => Promise<void>): void {
  const latest = useRef(send);
  useEffect(() => {
    latest.current = send;
  });
  useEffect(() => {
    const waiting = held.filter(({ state }) => state === "waiting");
    if (waiting.length === 0) return;
    const timer = setInterval(() => {
      for (const one of waiting) if (Date.now() >= one.sendsAt) void latest.current(one);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [held]);
}

/** Asks before the page closes with an approval that was not sent, and says what was not sent when the administration is left. */
function useWarning(held: readonly Held[]): void {
  const waiting = held.filter(({ state }) => state === "waiting").map(({ title }) => title);
  const latest = useRef<string[]>([]);
  useEffect(() => {
    latest.current = waiting;
  });
  const isWaiting = waiting.length > 0;
  useEffect(() => {
    if (!isWaiting) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener("beforeunload", ask);
    return () => window.removeEventListener("beforeunload", ask);
  }, [isWaiting]);
  useEffect(
    () => () => {
      for (const title of latest.current) notify(`Not approved: ${title}. You left before it was sent.`);
    },
    [],
  );
}
