"use client";

import { useEffect } from "react";
import { type Compared, setCompared } from "@/components/skills/compare-choice";

/** Chooses the skills of the page that compares them, so that others join them in the list. */
export function RememberCompared({ skills }: { skills: Compared[] }) {
  const text = JSON.stringify(skills);
  useEffect(() => setCompared(JSON.parse(text) as Compared[]), [text]);
  return null;
}
