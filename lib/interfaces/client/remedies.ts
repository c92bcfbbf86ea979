import { ApiError } from "@/lib/interfaces/client/api";

/** Whether the session has ended. A wrong password is 401, too, and has a code of its own. */
const isSignedOut = (error: ApiError) => error.code === "unauthorized";

/** What went wrong, in words for people. */
export function messageOf(error: unknown): string {
  // The API's own message speaks of keys.
  if (error instanceof ApiError && isSignedOut(error)) return "Your session has expired.";
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}

/** A page that solves a failed request; in a new tab where leaving the page would lose its input. */
type Remedy = { title: string; href: string; isNewTab?: boolean };

/** Advice for a failed request whose message has none, or null. */
export function adviceFor(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (isSignedOut(error)) return "Sign in, then try again. Your input is kept.";
  if (error.code === "guest_limit_reached") return null;
  if (error.status === 429) return "Wait a moment, then retry.";
  return error.status === 500 ? "Try again; if it happens again, send us this id." : null;
}

/** The page that solves a failed request of the page at `here`, and leads back to it; or null. */
export function remedyFor(error: unknown, here: string): Remedy | null {
  if (!(error instanceof ApiError)) return null;
  if (isSignedOut(error)) {
    // The form of a run keeps its parameters in this tab.
    const isSameTab = /^\/skills\/[^/?]+\?(?:.*&)?tab=try\b/.test(here);
    return { title: "Sign in", href: `/sign-in?next=${encodeURIComponent(here)}`, isNewTab: !isSameTab };
  }
  if (error.code === "guest_limit_reached")
    return { title: "Create an account", href: `/register?next=${encodeURIComponent(here)}` };
  if (error.code !== "insufficient_credits") return null;
  const skill = /^\/skills\/([^/?]+)/.exec(here)?.[1];
  const query = new URLSearchParams({
    ...(skill && { skill }),
    amount: String(error.details.shortfall ?? ""),
  });
  return { title: "Top up", href: `/wallet?${query}` };
}
