"use client";

import { lazy, useEffect, useState } from "react";
import { WhenOpened } from "@/components/ui/when-opened";
import { onSessionEnd } from "@/lib/interfaces/client/session";

const SignInAgain = lazy(() =>
  import("@/components/shell/sign-in-again").then((module) => ({ default: module.SignInAgain })),
);

type Asked = { end: (isBack: boolean) => void; isOpen: boolean };

/** Asks to sign in again, above the page, when an action finds that the session has ended. */
export function SessionEnd({ email }: { email: string }) {
  const [asked, setAsked] = useState<Asked | null>(null);
  useEffect(() => onSessionEnd(() => new Promise((end) => setAsked({ end, isOpen: true }))), []);
  const end = (isBack: boolean) => {
    asked?.end(isBack);
    setAsked((last) => last && { ...last, isOpen: false });
  };
  return (
    asked && (
      <WhenOpened isOpen={asked.isOpen}>
        <SignInAgain email={email} isOpen={asked.isOpen} onEnd={end} />
      </WhenOpened>
    )
  );
}
