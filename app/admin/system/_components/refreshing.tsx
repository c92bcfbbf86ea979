"use client";

import { useRouter } from "next/navigation";
import { useEffect, useState } from "react";
import { Button } from "@/components/ui/button";

const REFRESH_MS = 5_000;

/** Reads the page again every few seconds while it is looked at, unless it is held. */
export function Refreshing() {
  const router = useRouter();
  const [isHeld, setHeld] = useState(false);
  useEffect(() => {
    if (isHeld) return;
    const timer = setInterval(() => {
      if (document.visibilityState === "visible") router.refresh();
    }, REFRESH_MS);
    return () => clearInterval(timer);
  }, [isHeld, router]);
  return (
    <Button size="sm" aria-pressed={isHeld} onClick={() => setHeld(!isHeld)}>
      {isHeld ? "Refresh again" : "Hold"}
    </Button>
  );
}
