import type { Metadata } from "next";
import { readOffset } from "@/app/_lib/offset";
import { AdvisoryCard } from "@/components/skills/advisory-card";
import { Link } from "@/components/ui/link";
import { ListPage } from "@/components/ui/list-page";
import { newestPage } from "@/lib/supply/advisories/feed";

export const metadata: Metadata = {
  title: "Security advisories",
  description: "Versions of skills that were yanked, recalled or have a vulnerability.",
  alternates: { canonical: "/advisories" },
};

const PAGE_SIZE = 50;

export default async function AdvisoriesPage({ searchParams }: { searchParams: Promise<{ offset?: string }> }) {
  const { offset } = await searchParams;
  return (
    <div className="mx-auto max-w-3xl">
      <ListPage
        title="Security advisories"
        about={
          <>
            What was found in published versions since their review. <code>skm audit</code> checks what you have
            installed; programs read <code>/advisories.json</code>.{" "}
            <Link href="/docs/check" className="underline">
              How to check us
            </Link>
          </>
        }
        path="/advisories"
        params={{}}
        fields={null}
        page={await newestPage({ limit: PAGE_SIZE, offset: readOffset(offset) })}
        label="Security advisories"
        keyOf={({ name }) => name}
        empty={{ title: "No advisories", text: "Yanked, recalled and vulnerable versions appear here." }}
        card={(advisory) => <AdvisoryCard advisory={advisory} isLinked />}
      />
    </div>
  );
}
