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

/** The pages about one skill, each behind its tab. */
export function SkillTabs({ id, children }: { id: string; children: ReactNode }) {
  const path = usePathname();
  const tabs = TABS.map(([suffix, title]) => ({ href: `/console/${id}${suffix}`, title }));
  return (
    <LinkTabs label="Skill" tabs={tabs} current={path}>
      {children}
    </LinkTabs>
  );
}
