import type { PageSkill } from "@/app/(market)/skills/[slug]/facts";

type Tab = { id: "overview" | "try" | "api" | "versions" | "reviews"; title: string };

/** The parts of a skill's page; what is only downloaded has nothing to try. */
export function tabsOf({ execution_type, rating }: PageSkill): Tab[] {
  return [
    { id: "overview", title: "Overview" },
    ...(execution_type === "download" ? [] : [{ id: "try", title: "Try it" } as const]),
    { id: "api", title: "API" },
    { id: "versions", title: "Versions" },
    { id: "reviews", title: `Reviews (${rating.count})` },
  ];
}
