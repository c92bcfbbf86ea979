import { File, Lock } from "lucide-react";
import type { ReactNode } from "react";
import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { PackageFileText } from "@/app/(market)/skills/[slug]/_components/package-file-text";
import { HighlightedBlock } from "@/components/code/highlighted";
import { Behavior } from "@/components/skills/behavior";
import { Link } from "@/components/ui/link";
import { Empty } from "@/components/ui/panel";
import type { PackageContents } from "@/lib/demand/distribution/schemas";
import { bytes } from "@/lib/interfaces/client/format";
import type { Caller } from "@/lib/platform/core/caller";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";

type Props = {
  skill: PageSkill;
  contents: PackageContents | null;
  viewer: Caller | null;
  asked: { path?: string; offset?: string };
};

/** A package before it is bought: how it is installed, what it says of itself, its files, and one of them. */
export function PackageFiles({ skill, contents, viewer, asked }: Props) {
  if (!contents)
    return (
      <Empty title="The files can't be shown right now">Reload the page in a minute. Nothing else is affected.</Empty>
    );
  const chosen = asked.path ?? SKILL_FILE;
  return (
    <div className="grid gap-6">
      <section aria-labelledby="install">
        <h2 id="install" className="mb-2 text-lg font-semibold">
          Install
        </h2>
        <HighlightedBlock
          label={contents.install ? "In your project" : "With the CLI, in your project"}
          language="shellscript"
          code={contents.install ?? `skm install ${skill.slug}`}
        />
        <p className="mt-1 text-xs text-muted">{installNote(skill, contents)}</p>
      </section>
      <Facts contents={contents} />
      <section aria-labelledby="behavior">
        <h2 id="behavior" className="mb-2 text-lg font-semibold">
          What its code does
        </h2>
        <Behavior behavior={contents.behavior} />
      </section>
      <section aria-labelledby="files">
        <h2 id="files" className="mb-2 text-lg font-semibold">
          {contents.files.length === 1 ? "1 file" : `${contents.files.length} files`}
        </h2>
        {!contents.readable && <p className="mb-2 text-sm text-muted">{lockedNote(skill)}</p>}
        <FileList slug={skill.slug} contents={contents} chosen={chosen} />
      </section>
      <PackageFileText skill={skill} contents={contents} viewer={viewer} path={chosen} offset={asked.offset} />
    </div>
  );
}

function installNote({ pricing_type, free_calls, access }: PageSkill, { install }: PackageContents): ReactNode {
  if (install) return "Works without an account.";
  const cli = (
    <>
      Needs the{" "}
      <Link href="/docs/cli" className="underline">
        CLI
      </Link>
    </>
  );
  if (pricing_type === "usage")
    return (
      <>
        {cli}. Each download is charged{free_calls > 0 && "; free ones are used first"}.
      </>
    );
  return access.owned ? (
    <>{cli}. Included in your subscription.</>
  ) : (
    <>{cli} and a subscription: buy the skill first.</>
  );
}

/** When the files can be read. */
function lockedNote({ pricing_type }: PageSkill): string {
  return pricing_type === "usage" ? "You can read the files after the download." : "Subscribe to read the files.";
}

function Facts({ contents: { frontmatter, name, version, size } }: { contents: PackageContents }) {
  const facts: [string, string | null | undefined][] = [
    ["License", frontmatter?.license ?? "Not stated"],
    ["Compatibility", frontmatter?.compatibility],
    ["Allowed tools", frontmatter?.allowed_tools.join(", ")],
    ["Folder", name],
    ["Version", `${version}, ${bytes(size)}`],
  ];
  return (
    <dl className="grid gap-x-6 gap-y-2 text-sm sm:grid-cols-[auto_minmax(0,1fr)]">
      {facts.map(
        ([title, value]) =>
          value && (
            <div key={title} className="contents">
              <dt className="text-muted">{title}</dt>
              <dd className="wrap-anywhere max-sm:mb-1">{value}</dd>
            </div>
          ),
      )}
    </dl>
  );
}

function FileList({ slug, contents, chosen }: { slug: string; contents: PackageContents; chosen: string }) {
  return (
    <ul aria-label="Files of the package" className="max-h-96 overflow-y-auto rounded-md border border-line text-xs">
      {contents.files.map(({ path, size }) => {
        const isOpen = contents.readable || path === SKILL_FILE;
        return (
          <li
            key={path}
            className={`flex items-start gap-2 border-b border-line px-3 py-1.5 last:border-0 ${path === chosen ? "bg-accent-soft" : ""}`}
          >
            {isOpen ? (
              <File size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            ) : (
              <Lock size={14} aria-hidden className="mt-0.5 shrink-0 text-muted" />
            )}
            <span className="min-w-0 flex-1 font-mono wrap-anywhere">
              {isOpen ? (
                <Link
                  href={`/skills/${slug}?tab=files${path === SKILL_FILE ? "" : `&path=${encodeURIComponent(path)}`}`}
                  scroll={false}
                  aria-current={path === chosen ? "true" : undefined}
                  className="hover:underline"
                >
                  {path}
                </Link>
              ) : (
                <>
                  {path}
                  <span className="sr-only"> (not readable yet)</span>
                </>
              )}
            </span>
            <span className="shrink-0 text-muted">{bytes(size)}</span>
          </li>
        );
      })}
    </ul>
  );
}
