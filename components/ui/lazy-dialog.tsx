"use client";

import { type ComponentProps, lazy } from "react";
import { WhenOpened } from "@/components/ui/when-opened";

const Dialog = lazy(() => import("@/components/ui/dialog").then((module) => ({ default: module.Dialog })));

/** `Dialog`, for pages that mostly do without it. */
export function LazyDialog(props: ComponentProps<typeof Dialog>) {
  return (
    <WhenOpened isOpen={props.isOpen}>
      <Dialog {...props} />
    </WhenOpened>
  );
}
