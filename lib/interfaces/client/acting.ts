import { ACTING_COOKIE } from "@/lib/identity/accounts/acting-schemas";

/**
 * The account for which this tab acts, as its document was rendered: `data-account` is its id, and `data-acting` that of an
 * organization. The tabs of a browser share the cookie, so each sets it before anything of it asks for a page.
 */
const shown = () => document.documentElement.dataset;

/** The account that this tab shows; undefined for visitors. */
export function shownAccountId(): string | undefined {
  return typeof document === "undefined" ? undefined : shown().account;
}

/** Makes the next page show this tab's account, whatever another tab has shown since. */
export function keepAccount(): void {
  const { account, acting } = shown();
  if (account) showAccount(acting || null);
}

/** Makes this tab's next page show an organization, or with null the person's own account, whatever the tab shows until then. */
export function switchAccount(organizationId: string | null): void {
  shown().acting = organizationId ?? "";
  showAccount(organizationId);
}

function showAccount(organizationId: string | null): void {
  const current = new RegExp(`(?:^|; )${ACTING_COOKIE}=([^;]*)`).exec(document.cookie)?.[1] ?? null;
  if (current === organizationId) return;
  const life = organizationId === null ? "; max-age=0" : "; max-age=31536000";
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is asynchronous, and the page is asked for right after
  document.cookie = `${ACTING_COOKIE}=${organizationId ?? ""}; path=/; samesite=lax${life}`;
}
