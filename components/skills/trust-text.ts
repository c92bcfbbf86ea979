import { count } from "@/lib/interfaces/client/format";
import type { Trust } from "@/lib/supply/skills/trust-schemas";

const PERCENT = new Intl.NumberFormat("en-US", { style: "percent", maximumFractionDigits: 1 });

/** A share in percent, rounded down: `99.9%`. */
export function percent(share: number): string {
  return PERCENT.format(share < 1 ? Math.min(share, 0.999) : 1);
}

/** Milliseconds as people read them: `120 ms`, `2.4 s`. */
export function milliseconds(ms: number): string {
  return ms < 1000 ? `${ms} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/** What is known of how a skill does, in few words. */
export function trustText(
  { callers, purchases, success_rate, p50_ms }: Trust,
  executionType: "api" | "download" | "both",
): string {
  const isPackage = executionType === "download";
  const people = callers > 0 ? `${count(callers)} ${callers === 1 ? "user" : "users"}` : "";
  if (success_rate === null) {
    return purchases > 0
      ? `New: ${count(purchases)} bought in 30 days`
      : `New: not enough ${isPackage ? "downloads" : "calls"} yet`;
  }
  const speed = p50_ms === null || isPackage ? "" : milliseconds(p50_ms);
  return [`${percent(success_rate)} succeed`, speed, people].filter(Boolean).join(" · ");
}
