import type { Metadata } from "next";
import { getCategories } from "@/app/_lib/categories";
import { requireCaller } from "@/app/_lib/viewer";
import { NewSkillForm } from "@/app/console/new/_components/new-skill-form";
import { Link } from "@/components/ui/link";
import { PageHead, Panel } from "@/components/ui/panel";

export const metadata: Metadata = { title: "New skill", robots: { index: false } };

export default async function NewSkillPage() {
  const caller = await requireCaller("/console/new");
  const categories = await getCategories();
  return (
    <div className="mx-auto max-w-2xl">
      <PageHead title="New skill">
        Only you see a draft. Endpoint, package and price come next. Have a package, a repository, an OpenAPI document
        or an MCP server?{" "}
        <Link className="underline underline-offset-2" href="/console/import">
          Import it
        </Link>
        .
      </PageHead>
      <Panel>
        <NewSkillForm categories={categories} organization={caller.organization ? caller.name : null} />
      </Panel>
    </div>
  );
}
