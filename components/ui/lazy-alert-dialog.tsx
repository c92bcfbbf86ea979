"use client";

import { type ComponentProps, lazy } from "react";
import { WhenOpened } from "@/components/ui/when-opened";

const AlertDialog = lazy(() =>
  import("@/components/ui/alert-dialog").then((module) => ({ default: module.AlertDialog })),
);

/** `AlertDialog`, for pages that mostly do without it. */
export function LazyAlertDialog(props: ComponentProps<typeof AlertDialog>) {
  return (
    <WhenOpened isOpen={props.isOpen}>
      <AlertDialog {...props} />
    </WhenOpened>
  );
}
