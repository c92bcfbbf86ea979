import { ApiError, isSignedOut } from "@/lib/interfaces/client/api";

/** Whether the marketplace itself failed, and not an endpoint or a processor behind it. */
const isOurs = ({ status, code }: ApiError) =>
  status >= 500 && ["internal", "unavailable", "unreachable"].includes(code);

/** What went wrong, in words for people. */
export function messageOf(error: unknown): string {
  // The API's own message speaks of keys.
  if (isSignedOut(error)) return "Your session has expired.";
  if (error instanceof ApiError && error.code === "internal") return "Something went wrong on our side.";
  if (error instanceof ApiError && error.code === "credential_required") return lacking(error);
  return error instanceof Error ? error.message : "Something went wrong. Try again.";
}

/** The API's own message has a link, which the page shows as a button. */
function lacking({ details }: ApiError): string {
  const names = (details.credentials as { name: string }[]).map(({ name }) => name);
  return `This skill needs your ${names.join(", ")}. Add ${names.length === 1 ? "it" : "them"}, then run again.`;
}

/** A page that solves a failed request; in a new tab where leaving the page would lose its input. */
type Remedy = { title: string; href: string; isNewTab?: boolean };

/** Advice for a failed request whose message has none, or null. */
export function adviceFor(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (isSignedOut(error)) return "Sign in, then try again. Your input is kept.";
  if (error.code === "guest_limit_reached") return null;
  if (error.status === 429) return "Wait a moment, then retry.";
  if (!isOurs(error)) return null;
  if (!error.requestId) return "Try again in a minute.";
  // The API's own message says when to try again.
  return `${error.code === "unavailable" ? "" : "Try again. "}If it keeps failing, send us this ID:`;
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
  if (error.code === "credential_required") {
    const { pathname, search } = new URL(String(error.details.add_url));
    return { title: "Add credentials", href: `${pathname}${search}`, isNewTab: true };
  }
  if (error.code !== "insufficient_credits") return null;
  const skill = /^\/skills\/([^/?]+)/.exec(here)?.[1];
  const query = new URLSearchParams({
    ...(skill && { skill }),
    amount: String(error.details.shortfall ?? ""),
  });
  return { title: "Top up", href: `/wallet?${query}` };
}
