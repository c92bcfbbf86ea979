"use client";

import { useState } from "react";
import { Checkbox } from "@/components/ui/checkbox";
import { useConfirm } from "@/components/ui/use-confirm";

/** What a reviewer has to acknowledge before an approval. Its id stays when its words change, and so does its tick. */
export type Point = { id: string; text: string };

/** What to acknowledge of a submission, besides what is known of its content. */
export function toAcknowledge({
  high,
  unseen,
  changed,
  unprobed,
}: {
  /** Kinds of findings of high severity, and likenesses. */
  high: readonly Point[];
  unseen: number;
  changed: number;
  /** Why the endpoint is not seen to work, in words. */
  unprobed: string | null;
}): Point[] {
  return [
    ...high,
    ...(unseen > 0
      ? [{ id: "unseen", text: `You have not opened ${unseen} of the ${changed} new or changed files.` }]
      : []),
    ...(unprobed ? [{ id: "unprobed", text: unprobed }] : []),
  ];
}

type Approval = { points: readonly Point[]; title: string; onConfirm: () => void };

/** Asks before an approval, and waits until each point is acknowledged. */
export function useApproval({ points, title, onConfirm }: Approval) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const tick = (id: string, isTicked: boolean) =>
    setTicked((before) => new Set([...before, id].filter((other) => isTicked || other !== id)));
  return useConfirm({
    question: () => ({
      title: `Approve ${title}?`,
      action: points.length > 0 ? "Approve anyway" : "Approve",
      isDangerous: points.length > 0,
      isBlocked: points.some(({ id }) => !ticked.has(id)),
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
  points: readonly Point[];
  ticked: ReadonlySet<string>;
  onTick: (id: string, isTicked: boolean) => void;
}) {
  return (
    <>
      {points.length > 0 && (
        <fieldset className="grid gap-2">
          <legend className="mb-2">Acknowledge each point to approve anyway:</legend>
          {points.map(({ id, text }, index) => (
            <span key={id} className="flex items-start gap-2 text-fg">
              <Checkbox
                id={`point-${index}`}
                checked={ticked.has(id)}
                onCheckedChange={(isTicked) => onTick(id, isTicked)}
                className="mt-0.5"
              />
              <label htmlFor={`point-${index}`} className="min-w-0 wrap-anywhere">
                {text}
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
