import type { Metadata } from "next";
import { requireCaller } from "@/app/viewer";
import { SkillForm } from "@/components/console/skill-form";
import { PageHead } from "@/components/ui/panel";

export const metadata: Metadata = { title: "New skill", robots: { index: false } };

export default async function NewSkillPage() {
  await requireCaller("/console/new");
  return (
    <div className="mx-auto max-w-3xl">
      <PageHead title="New skill">A draft may be incomplete; only you see it.</PageHead>
      <SkillForm skill={null} />
    </div>
  );
}
