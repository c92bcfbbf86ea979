import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { getCaller } from "@/app/_lib/viewer";
import { ApiReference } from "@/app/(market)/skills/[slug]/_components/api";
import { Aside } from "@/app/(market)/skills/[slug]/_components/aside";
import { SkillHead } from "@/app/(market)/skills/[slug]/_components/head";
import { Overview } from "@/app/(market)/skills/[slug]/_components/overview";
import { hasChoice, PricePanel } from "@/app/(market)/skills/[slug]/_components/price-panel";
import { SkillCard } from "@/components/skills/card";
import { Link } from "@/components/ui/link";
import { preview } from "@/lib/demand/distribution/preview";
import { AppError } from "@/lib/platform/core/errors";
import { SlugParams } from "@/lib/platform/core/fields";
import { SkillView } from "@/lib/supply/skills/schemas";

export const metadata: Metadata = { title: "Preview", robots: { index: false } };

/** The page of a skill with its newest revision, for its developer alone. Nothing on it can be pressed. */
export default async function PreviewPage({ params }: { params: Promise<{ slug: string }> }) {
  const caller = (await getCaller()) ?? notFound();
  const slug = SlugParams.parse(await params).slug;
  const { id, revision, skill, contents } = await preview(caller, slug).catch((error: unknown) => {
    if (error instanceof AppError && error.code === "not_found") notFound();
    throw error;
  });
  const priced = { skill, balance: null, confirmAbove: 0, tab: "overview", here: "" };
  return (
    <>
      <p className="mb-6 rounded-lg border border-line bg-raised px-4 py-3 text-sm">
        <strong className="font-medium">Preview of revision {revision}</strong>: what buyers will see once it is
        approved. Only you see this page.{" "}
        <Link href={`/console/${id}`} className="underline underline-offset-2">
          Back to the editor
        </Link>
      </p>
      <div inert>
        <SkillHead skill={skill} save={null} isWide={hasChoice(priced)} offer={<PricePanel {...priced} />} />
        <div className="grid grid-cols-1 gap-8 lg:grid-cols-[minmax(0,1fr)_18rem]">
          <div className="grid min-w-0 content-start gap-8">
            <Overview skill={skill} contents={contents} />
            {skill.execution_type !== "download" && <ApiReference skill={skill} />}
          </div>
          <Aside skill={skill} contents={contents} isSignedIn />
        </div>
        <h2 className="mt-8 mb-3 text-lg font-semibold">In lists</h2>
        <div className="max-w-sm">
          <SkillCard skill={SkillView.parse(skill)} />
        </div>
      </div>
    </>
  );
}
