"use client";

import { usePathname } from "next/navigation";
import type { ReactNode } from "react";
import { LinkTabs } from "@/components/ui/link-tabs";

const TABS = [
  ["", "Edit"],
  ["/analytics", "Analytics"],
  ["/calls", "Calls"],
  ["/reviews", "Reviews"],
  ["/promotions", "Promotions"],
  ["/signing", "Signing"],
  ["/history", "History"],
  ["/advisories", "Advisories"],
  ["/releases", "Releases"],
] as const;

/** What only skills of the marketplace have. */
const OF_THE_MARKET: readonly string[] = ["/reviews", "/promotions", "/advisories", "/releases"];

/** The pages about one skill, each behind its tab. */
export function SkillTabs({ id, isPrivate, children }: { id: string; isPrivate: boolean; children: ReactNode }) {
  const path = usePathname();
  const shown = TABS.filter(([suffix]) => !isPrivate || !OF_THE_MARKET.includes(suffix));
  const tabs = shown.map(([suffix, title]) => ({ href: `/console/${id}${suffix}`, title }));
  return (
    <LinkTabs label="Skill" tabs={tabs} current={path}>
      {children}
    </LinkTabs>
  );
}
