import { Lock } from "lucide-react";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Readme } from "@/components/skills/readme";
import { Link } from "@/components/ui/link";
import * as packages from "@/lib/demand/distribution/contents";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import type { Caller } from "@/lib/platform/core/caller";
import { AppError } from "@/lib/platform/core/errors";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";

type Props = {
  skill: PageSkill;
  contents: PackageContents;
  viewer: Caller | null;
  path: string;
  /** Where to begin, as the address says it. */
  offset: string | undefined;
};

/** One file of a package: SKILL.md as a page, any other as its text, or why it is not shown. */
export async function PackageFileText({ skill, contents, viewer, path, offset }: Props) {
  if (path === SKILL_FILE)
    return (
      <section aria-labelledby="file" className="min-w-0">
        <h2 id="file" className="mb-2 font-mono text-sm font-semibold">
          {path}
        </h2>
        <div className="rounded-md border border-line p-4">
          {contents.skill_md.trim() ? (
            <Readme text={contents.skill_md.trim()} />
          ) : (
            contents.complete && <p className="text-sm text-muted">There are no instructions below its front matter.</p>
          )}
          {!contents.complete && <Outline skill={skill} contents={contents} />}
        </div>
      </section>
    );
  const part = await packages
    .file(viewer, { slug: skill.slug, path }, Number(/^\d{1,9}$/.exec(offset ?? "")?.[0] ?? 0))
    .catch((error: unknown) => {
      if (error instanceof AppError) return error;
      throw error;
    });
  return (
    <section aria-labelledby="file" className="min-w-0">
      <h2 id="file" className="mb-2 font-mono text-sm font-semibold wrap-anywhere">
        {path}
      </h2>
      {part instanceof AppError ? (
        <p role="alert" className="text-sm text-muted">
          {part.code === "not_found" ? "This package has no file of this name." : part.message}
        </p>
      ) : (
        <>
          <HighlightedBlock
            label={part.encoding === "hex" ? "Not text: its bytes in hexadecimal" : "Text"}
            language={part.encoding === "hex" ? "text" : (path.split(".").at(-1) ?? "text")}
            code={part.text}
          />
          {part.next_offset !== null && (
            <Link
              href={`/skills/${skill.slug}?tab=files&path=${encodeURIComponent(path)}&offset=${part.next_offset}`}
              scroll={false}
              className="mt-2 inline-block text-sm underline"
            >
              Next part
            </Link>
          )}
        </>
      )}
    </section>
  );
}

/** What follows the beginning of SKILL.md, and when it can be read. */
function Outline({ skill: { pricing_type }, contents }: Pick<Props, "skill" | "contents">) {
  const top = Math.min(...contents.headings.map(({ level }) => level));
  return (
    <div className={contents.skill_md.trim() ? "mt-4 border-t border-line pt-4" : ""}>
      <h3 className="mb-2 text-sm font-semibold">In this file</h3>
      <ul className="grid gap-1 text-sm">
        {contents.headings.map(({ level, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: headings may repeat, and never change places
          <li key={at} style={{ paddingInlineStart: `${level - top}rem` }}>
            {text}
          </li>
        ))}
      </ul>
      <p className="mt-3 flex items-center gap-2 text-sm text-muted">
        <Lock size={14} aria-hidden />
        {pricing_type === "usage" ? "The rest comes with the download." : "Subscribe to read the rest."}
      </p>
    </div>
  );
}
