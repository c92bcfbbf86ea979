"use client";

import { type ComponentProps, lazy } from "react";
import { WhenOpened } from "@/components/ui/when-opened";

const Confirm = lazy(() => import("@/components/ui/confirm").then((module) => ({ default: module.Confirm })));

/** `Confirm`, for pages that mostly do without it. */
export function LazyConfirm(props: ComponentProps<typeof Confirm>) {
  return (
    <WhenOpened isOpen={props.isOpen}>
      <Confirm {...props} />
    </WhenOpened>
  );
}
