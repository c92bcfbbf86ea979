"use client";

import dynamic from "next/dynamic";
import { usePathname } from "next/navigation";
import { useCompared } from "@/components/skills/compare-choice";

const PAGE = "/compare";
const CompareTrayList = dynamic(() =>
  import("@/components/skills/compare-tray-list").then((module) => module.CompareTrayList),
);

/** The skills that were chosen for comparison, at the bottom of the window until they are compared. */
export function CompareTray() {
  const chosen = useCompared();
  const path = usePathname();
  return chosen.length === 0 || path === PAGE ? null : <CompareTrayList chosen={chosen} page={PAGE} />;
}
