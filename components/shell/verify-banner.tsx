"use client";

import dynamic from "next/dynamic";
import { Suspense } from "react";

// Most visitors never see it, so no page's first load carries it.
const VerifyNotice = dynamic(() =>
  import("@/components/shell/verify-notice").then((module) => module.VerifyNotice),
);

/** Reminds of an email that is not verified; there with the page, alive a moment later. */
export function VerifyBanner(props: { email: string; mailbox: boolean }) {
  return (
    <Suspense>
      <VerifyNotice {...props} />
    </Suspense>
  );
}
