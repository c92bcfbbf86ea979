"use client";

import { useEffect } from "react";
import { viewToCount } from "@/lib/interfaces/client/views";

/** Counts this browser's visit of today, and a view of a skill's page, once a day each. Shows nothing. */
export function CountView({ skill }: { skill?: string }) {
  useEffect(() => {
    const body = viewToCount(skill);
    if (!body) return;
    const headers = { "content-type": "application/json" };
    // A view that could not be counted is missing; no one waits for it.
    fetch("/v1/views", { method: "POST", headers, body: JSON.stringify(body), keepalive: true }).catch(() => {});
  }, [skill]);
  return null;
}
