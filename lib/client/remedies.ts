import { ApiError } from "@/lib/client/api";

/** Advice for a failed request whose message has none, or null. */
export function adviceFor(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  // A wrong password is 401, too, and needs no advice.
  if (error.code === "unauthorized") return "Sign in again in another tab, then retry.";
  if (error.status === 429) return "Wait a moment, then retry.";
  return error.status === 500 ? "Try again; if it happens again, send us this id." : null;
}

/** The page that solves a failed request of the page at `here`, and leads back to its skill; or null. */
export function remedyFor(error: unknown, here: string): { title: string; href: string } | null {
  if (!(error instanceof ApiError) || error.code !== "insufficient_credits") return null;
  const skill = /^\/skills\/([^/?]+)/.exec(here)?.[1];
  const query = new URLSearchParams({
    ...(skill && { skill }),
    amount: String(error.details.shortfall ?? ""),
  });
  return { title: "Top up", href: `/wallet?${query}` };
}
