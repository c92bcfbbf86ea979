"use client";

import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";
import { ErrorAlert } from "@/components/ui/error-alert";
import { POPUP } from "@/components/ui/popup-style";

const TICK_MS = 250;

export type Held = {
  skillId: string;
  revision: number;
  title: string;
  action: "approve" | "reject";
  reason?: string;
  sendsAt: number;
  state: "waiting" | "sending" | "failed";
  failure?: unknown;
};

type Props = {
  held: readonly Held[];
  onUndo: (one: Held) => void;
  onSend: (one: Held) => void;
  onDismiss: (skillId: string) => void;
};

const DOING = { approve: "Approving", reject: "Rejecting" };
const NOT_DONE = { approve: "Not approved", reject: "Not rejected" };

/** The decisions that are held, with the seconds that are left to undo each. */
export function HeldDecisions({ held, onUndo, onSend, onDismiss }: Props) {
  const newest = held.findLast(({ state }) => state === "waiting");
  if (held.length === 0) return null;
  return (
    <section
      aria-label="Decisions that can be undone"
      className={`${POPUP} fixed inset-x-4 bottom-4 z-20 mx-auto grid max-h-[40dvh] max-w-xl gap-2 overflow-y-auto p-3 text-sm`}
    >
      {held.map((one) =>
        one.state === "failed" ? (
          <div key={one.skillId} className="grid gap-2">
            <p className="font-medium wrap-anywhere">
              {NOT_DONE[one.action]}: {one.title}
            </p>
            <ErrorAlert error={one.failure} retry={() => onDismiss(one.skillId)} retryLabel="Dismiss" />
          </div>
        ) : (
          <div key={one.skillId} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
            <p className="min-w-0 flex-1 basis-60 wrap-anywhere">
              <span role="status">
                {DOING[one.action]} <strong className="font-medium">{one.title}</strong>
              </span>{" "}
              {one.state === "waiting" && <Countdown until={one.sendsAt} />}
            </p>
            <span className="flex gap-2">
              <Button
                id={one === newest ? "undo-decision" : undefined}
                size="sm"
                disabled={one.state !== "waiting"}
                onClick={() => onUndo(one)}
              >
                Undo {one === newest && <kbd className="text-2xs">u</kbd>}
              </Button>
              <Button size="sm" variant="quiet" disabled={one.state !== "waiting"} onClick={() => onSend(one)}>
                Send now
              </Button>
            </span>
          </div>
        ),
      )}
      {newest && (
        <p className="text-xs text-muted">
          It takes effect also if you leave this page. You can review the next submission meanwhile.
        </p>
      )}
    </section>
  );
}

/** Seconds that are left; not read aloud each time. */
function Countdown({ until }: { until: number }) {
  const left = () => Math.max(0, Math.ceil((until - Date.now()) / 1000));
  const [seconds, setSeconds] = useState(left);
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), TICK_MS);
    return () => clearInterval(timer);
  });
  return <span className="font-mono text-xs text-muted">in {seconds} s</span>;
}
