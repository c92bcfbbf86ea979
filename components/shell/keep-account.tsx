"use client";

import { useEffect } from "react";
import { keepAccount } from "@/lib/interfaces/client/acting";

/** What comes before a tab asks for a page. */
const BEFORE = ["pointerover", "pointerdown", "keydown", "focusin", "visibilitychange", "beforeunload"] as const;

/** Keeps each tab acting for the account that it shows, where a browser acts for several. */
export function KeepAccount() {
  useEffect(() => {
    for (const name of BEFORE) window.addEventListener(name, keepAccount, true);
    return () => {
      for (const name of BEFORE) window.removeEventListener(name, keepAccount, true);
    };
  }, []);
  return null;
}
