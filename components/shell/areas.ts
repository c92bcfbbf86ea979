/** A page of an area: its address, its name, and how much waits there. */
export type AreaItem = { href: string; title: string; waiting?: number };

export const ACCOUNT_AREA: AreaItem[] = [
  { href: "/welcome", title: "Get started" },
  { href: "/wallet", title: "Wallet" },
  { href: "/purchases", title: "Purchases" },
  { href: "/favorites", title: "Saved skills" },
  { href: "/usage", title: "Usage" },
  { href: "/keys", title: "API keys" },
  { href: "/approvals", title: "Approvals" },
  { href: "/notifications", title: "Notifications" },
  { href: "/reports", title: "Reports" },
  { href: "/organizations", title: "Organizations" },
  { href: "/settings", title: "Settings" },
];

export const CONSOLE_AREA: AreaItem[] = [
  { href: "/console", title: "Skills" },
  { href: "/console/new", title: "Publish a skill" },
  { href: "/console/requests", title: "Requested skills" },
  { href: "/console/refunds", title: "Refund requests" },
  { href: "/console/earnings", title: "Earnings" },
  { href: "/console/transfers", title: "Transfers" },
  { href: "/console/names", title: "Names" },
  { href: "/console/decisions", title: "Decisions" },
  { href: "/console/profile", title: "Profile" },
];

/** The item of an area that a path belongs to: the one with the longest address above it. */
export function currentItem(items: readonly AreaItem[], path: string): AreaItem | undefined {
  return items
    .filter(({ href }) => path === href || path.startsWith(`${href}/`))
    .toSorted((a, b) => b.href.length - a.href.length)[0];
}
