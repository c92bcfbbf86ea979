"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useConfirm } from "@/components/ui/use-confirm";

/** What a reviewer has to acknowledge before an approval; each is a sentence to tick. */
export function toAcknowledge({
  high,
  unseen,
  changed,
  unprobed,
}: {
  /** Findings of high severity, each in words. */
  high: readonly string[];
  unseen: number;
  changed: number;
  /** Why the endpoint is not seen to work, in words. */
  unprobed: string | null;
}): string[] {
  return [
    ...high,
    ...(unseen > 0 ? [`You have not opened ${unseen} of the ${changed} new or changed files.`] : []),
    ...(unprobed ? [unprobed] : []),
  ];
}

type Approval = { points: readonly string[]; title: string; onConfirm: () => void };

/** Asks before an approval, and waits until each point is acknowledged. */
export function useApproval({ points, title, onConfirm }: Approval) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (point: string, isTicked: boolean) =>
    setTicked((before) => new Set([...before, point].filter((other) => isTicked || other !== point)));
  return useConfirm({
    question: () => ({
      title: `Approve ${title}?`,
      action: points.length > 0 ? "Approve anyway" : "Approve",
      isDangerous: points.length > 0,
      isBlocked: points.some((point) => !ticked.has(point)),
      children: <Points points={points} ticked={ticked} onTick={tick} />,
    }),
    send: async () => onConfirm(),
    isKeyed: false,
  });
}

/** What to know before an approval, with a box for each thing to acknowledge. */
function Points({
  points,
  ticked,
  onTick,
}: {
  points: readonly string[];
  ticked: ReadonlySet<string>;
  onTick: (point: string, isTicked: boolean) => void;
}) {
  return (
    <>
      {points.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2">Acknowledge each point to approve anyway:</legend>
          {points.map((point, index) => (
            <span key={point} className="flex items-start gap-2 text-fg">
              <Checkbox
                id={`point-${index}`}
                checked={ticked.has(point)}
                onCheckedChange={(isTicked) => onTick(point, isTicked)}
                className="mt-0.5"
              />
              <label htmlFor={`point-${index}`} className="min-w-0 wrap-anywhere">
                {point}
              </label>
            </span>
          ))}
        </fieldset>
      )}
      <p>
        You can undo it for 10 seconds. Then it goes live and its developer is notified; after that, only a suspension
        takes the skill off the marketplace.
      </p>
    </>
  );
}
