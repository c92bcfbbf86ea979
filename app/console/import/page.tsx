import type { Metadata } from "next";
import { requireCaller } from "@/app/_lib/viewer";
import { ImportForm } from "@/app/console/import/_components/import-form";
import { Link } from "@/components/ui/link";
import { PageHead } from "@/components/ui/panel";
import { AppError } from "@/lib/platform/core/errors";
import { isUuid } from "@/lib/platform/core/ids";
import * as importing from "@/lib/supply/importing/service";
import * as publishing from "@/lib/supply/publishing/service";
import { OwnedSkill } from "@/lib/supply/skills/schemas";

export const metadata: Metadata = { title: "Import a skill", robots: { index: false } };

export default async function ImportPage({ searchParams }: { searchParams: Promise<{ skill?: string }> }) {
  const { skill: id } = await searchParams;
  const caller = await requireCaller(id && isUuid(id) ? `/console/import?skill=${id}` : "/console/import");
  const found = id && isUuid(id) ? await skillOf(caller, id) : null;
  const title = found ? `Import into ${found.skill.name}` : "Import a skill";
  return (
    <div className="mx-auto max-w-3xl">
      {found && (
        <Link href={`/console/${found.skill.id}`} className="text-xs text-muted hover:text-fg">
          ← {found.skill.name}
        </Link>
      )}
      <PageHead title={title}>
        {found
          ? "Choose what to import. It becomes a new revision; buyers keep the approved one meanwhile."
          : "Start from a package, a repository, an OpenAPI document or an MCP server. Only you see the draft."}
      </PageHead>
      <ImportForm skill={found?.skill ?? null} last={found?.source ?? null} />
    </div>
  );
}

/** One of the caller's skills with its last source; null when there is none. */
async function skillOf(caller: Parameters<typeof publishing.get>[0], id: string) {
  try {
    const [skill, source] = [await publishing.get(caller, id), await importing.sourceOf(caller, id)];
    return { skill: OwnedSkill.parse(skill), source };
  } catch (error) {
    if (error instanceof AppError && error.code === "not_found") return null;
    throw error;
  }
}
