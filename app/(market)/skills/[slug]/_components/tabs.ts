import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";

type Tab = { id: "overview" | "files" | "try" | "api" | "versions" | "reviews"; title: string };

/** The tabs of a skill's page. Packages have no form to try; unlisted skills have no versions and reviews. */
export function tabsOf({
  execution_type,
  rating,
  listed,
  package: file,
}: Pick<PageSkill, "execution_type" | "rating" | "listed" | "package">): Tab[] {
  return [
    { id: "overview", title: "Overview" },
    ...(file && execution_type !== "api" ? [{ id: "files", title: "Files" } as const] : []),
    ...(execution_type === "download" ? [] : [{ id: "try", title: "Try it" } as const]),
    { id: "api", title: "API" },
    ...(listed
      ? [{ id: "versions", title: "Versions" } as const, { id: "reviews", title: `Reviews (${rating.count})` } as const]
      : []),
  ];
}
