"use client";

import { type ComponentProps, lazy, useState } from "react";
import { type SpendingOptions, useSpending } from "@/components/ui/use-action";
import { WhenOpened } from "@/components/ui/when-opened";

const AlertDialog = lazy(() =>
  import("@/components/ui/alert-dialog").then((module) => ({ default: module.AlertDialog })),
);

/** What is asked before an action: a title, what will happen in full, and what the button says. */
export type Question = Pick<
  ComponentProps<typeof AlertDialog>,
  "title" | "action" | "children" | "typed" | "typedName" | "isDangerous" | "isBlocked"
>;

type Options<Target, Data> = SpendingOptions<Target, Data> & {
  question?: ((target: Target) => Question) | undefined;
  /** What is shown of a failure; it as it is by default. */
  shown?: (failure: unknown) => unknown;
};

/**
 * An action that is asked about first. The question stays open, with what went wrong, until the action has worked or is
 * given up. `run` acts without asking.
 */
export function useConfirm<Target = void, Data = unknown>({
  question,
  shown = (failure) => failure,
  ...sending
}: Options<Target, Data>) {
  const [asked, setAsked] = useState<{ target: Target; isOpen: boolean } | null>(null);
  const close = () => setAsked((last) => last && { ...last, isOpen: false });
  const {
    spend,
    failure: failed,
    reset,
    ...action
  } = useSpending<Target, Data>({
    ...sending,
    onDone: (data, target) => {
      close();
      sending.onDone?.(data, target);
    },
  });
  const failure = failed && shown(failed);
  return {
    ...action,
    ask: (target: Target) => {
      if (!action.isBusy) reset();
      setAsked({ target, isOpen: true });
    },
    run: spend,
    /** What went wrong where nothing was asked. */
    failure: asked?.isOpen ? null : failure,
    dialog: asked && question && (
      <WhenOpened isOpen={asked.isOpen}>
        <AlertDialog
          {...question(asked.target)}
          isOpen={asked.isOpen}
          isBusy={action.isBusy}
          failure={failure}
          onConfirm={() => spend(asked.target)}
          onClose={close}
        />
      </WhenOpened>
    ),
  };
}
