"use client";

import dynamic from "next/dynamic";

/** Parts of every page that few of its readers see: what each needs is loaded where it is shown. */
export const AccountSwitcher = dynamic(() =>
  import("@/components/shell/account-switcher").then((module) => module.AccountSwitcher),
);
export const ImpersonationBanner = dynamic(() =>
  import("@/components/shell/impersonation-banner").then((module) => module.ImpersonationBanner),
);
export const VerifyNotice = dynamic(() =>
  import("@/components/shell/verify-notice").then((module) => module.VerifyNotice),
);
