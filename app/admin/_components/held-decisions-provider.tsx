"use client";

import { useRouter } from "next/navigation";
import { createContext, type ReactNode, useContext, useEffect, useMemo, useRef, useState } from "react";
import { type Held, HeldDecisions } from "@/app/admin/_components/held-decisions";
import { notify } from "@/components/ui/notify";
import { callApi } from "@/lib/interfaces/client/api";

const HOLD_SECONDS = 10;
const TICK_MS = 250;
/** The server applies due decisions every second or two; then the page reads the outcome. */
const SETTLES_MS = 2_000;

type Decided = Pick<Held, "skillId" | "revision" | "title" | "action" | "reason">;
type Decisions = {
  held: readonly Held[];
  /** Skills that were decided about from this page: a list that was shown before may still have them. */
  decided: readonly string[];
  /** Asks the server to hold a decision for ten seconds. Throws its refusal; does nothing for a decision that is already held. */
  hold: (decision: Decided) => Promise<void>;
};

const Context = createContext<Decisions>({ held: [], decided: [], hold: async () => undefined });

/** The decisions that are held, and how to hold one. */
export const useDecisions = (): Decisions => useContext(Context);

const DONE = { approve: "Approved", reject: "Rejected" };

/** Shows the decisions that the server holds. They take effect there, also when this page is left. */
export function DecisionsProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [held, setHeld] = useState<readonly Held[]>([]);
  const [decided, setDecided] = useState<readonly string[]>([]);
  const change = (skillId: string, to: Partial<Held>) =>
    setHeld((list) => list.map((one) => (one.skillId === skillId ? { ...one, ...to } : one)));
  const drop = (skillId: string) => setHeld((list) => list.filter((one) => one.skillId !== skillId));
  const finish = ({ skillId, title, action }: Held) => {
    setDecided((list) => [...list, skillId]);
    drop(skillId);
    notify(`${DONE[action]} ${title}`);
  };
  /** One request about a held decision, whose failure is shown beside it. */
  const act = async (one: Held, work: () => Promise<void>) => {
    change(one.skillId, { state: "sending" });
    await work().catch((failure: unknown) => change(one.skillId, { state: "failed", failure }));
    // Only a refresh: a navigation to this address would cancel the pending one to the next submission.
    router.refresh();
  };
  const undo = (one: Held) =>
    act(one, async () => {
      await callApi("DELETE /v1/admin/skills/{id}/scheduled-decision", { params: { id: one.skillId } });
      drop(one.skillId);
    });
  const sendNow = (one: Held) =>
    act(one, async () => {
      await callApi("PATCH /v1/admin/skills", { body: bodyOf(one) });
      finish(one);
    });
  const settle = (one: Held) =>
    act(one, async () => {
      const { data } = await callApi("GET /v1/admin/skills/{id}", { params: { id: one.skillId } });
      if (data.scheduled) change(one.skillId, { state: "waiting", sendsAt: Date.now() + SETTLES_MS });
      else if (data.status === "pending" || data.revision !== one.revision)
        change(one.skillId, {
          state: "failed",
          failure: new Error("The developer changed it meanwhile. Review it again."),
        });
      else finish(one);
    });
  useDue(held, settle);
  const hold = async (decision: Decided) => {
    if (held.some(({ skillId, state }) => skillId === decision.skillId && state !== "failed")) return;
    await callApi("PATCH /v1/admin/skills", { body: { ...bodyOf(decision), hold_seconds: HOLD_SECONDS } });
    const sendsAt = Date.now() + HOLD_SECONDS * 1000;
    setHeld((list) => [
      ...list.filter(({ skillId }) => skillId !== decision.skillId),
      { ...decision, sendsAt, state: "waiting" },
    ]);
  };
  const latest = useRef(hold);
  useEffect(() => {
    latest.current = hold;
  });
  const decisions = useMemo(
    () => ({ held, decided, hold: (decision: Decided) => latest.current(decision) }),
    [held, decided],
  );
  return (
    <Context value={decisions}>
      {children}
      <HeldDecisions
        held={held}
        onUndo={(one) => void undo(one)}
        onSend={(one) => void sendNow(one)}
        onDismiss={drop}
      />
    </Context>
  );
}

const bodyOf = ({ skillId, revision, action, reason }: Decided) => ({
  skill_id: skillId,
  action,
  revision,
  ...(reason && { reason }),
});

/** Reads the outcome of each decision when its time is up. */
function useDue(held: readonly Held[], settle: (one: Held) => Promise<void>): void {
  const latest = useRef(settle);
  useEffect(() => {
    latest.current = settle;
  });
  useEffect(() => {
    const waiting = held.filter(({ state }) => state === "waiting");
    if (waiting.length === 0) return;
    const timer = setInterval(() => {
      for (const one of waiting) if (Date.now() >= one.sendsAt + SETTLES_MS) void latest.current(one);
    }, TICK_MS);
    return () => clearInterval(timer);
  }, [held]);
}
