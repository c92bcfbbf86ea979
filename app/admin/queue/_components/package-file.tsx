import type { ReactNode } from "react";
import { NoteSeen } from "@/app/admin/queue/_components/seen-files";
import { Source } from "@/app/admin/queue/_components/source";
import type { ReviewView, ViewHref } from "@/app/admin/queue/_components/view";
import { MAX_COMPARED_CHARS, TextDiff } from "@/components/review/content-diff";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { Panel } from "@/components/ui/panel";
import { bytes } from "@/lib/interfaces/client/format";
import { printable } from "@/lib/supply/packages/finding";
import type { PackageFile as FilePart } from "@/lib/supply/packages/schemas";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";
import * as packages from "@/lib/supply/review/package-files";
import type { ReviewedPackage } from "@/lib/supply/review/package-schemas";

type Props = { skillId: string; pack: ReviewedPackage; view: ReviewView; href: ViewHref };

/** One file of the package: what has changed in it, or all of it, part by part. */
export async function PackageFile({ skillId, pack, view, href }: Props) {
  const path = view.file ?? SKILL_FILE;
  const entry = pack.files.find((file) => file.path === path);
  const before = pack.compared_with;
  if (!entry) {
    const gone = pack.gone.find((file) => file.path === path);
    if (!gone || !before) return <NoFile path={path} />;
    return <Shown {...{ skillId, path, view, href }} revision={before.revision} state="gone" findings={[]} />;
  }
  const { revision } = pack;
  const findings = pack.findings.filter(({ file }) => file === printable(path));
  if (entry.change === "changed" && before && !view.isWhole) {
    const [old, next] = await Promise.all([
      packages.textOf(skillId, path, before.revision),
      packages.textOf(skillId, path, revision),
    ]);
    if (old !== null && next !== null && old.length + next.length <= MAX_COMPARED_CHARS)
      return (
        <FilePanel
          path={path}
          about={
            <>
              <Badge tone="accent">changed</Badge> {bytes(entry.size)}, against revision {before.revision}
            </>
          }
          action={<Step href={href({ file: path, whole: "yes" }, "file")}>Show full file</Step>}
        >
          <NoteSeen sha256={entry.sha256} />
          <TextDiff name={path} before={old} after={next} />
        </FilePanel>
      );
  }
  return <Shown {...{ skillId, path, view, href, revision, findings }} state={entry.change} />;
}

type ShownProps = Omit<Props, "pack"> & {
  path: string;
  revision: number;
  state: string;
  findings: ReviewedPackage["findings"];
};

async function Shown({ skillId, path, view, href, revision, state, findings }: ShownProps) {
  const { offset = 0, line } = view;
  const part = await packages.file(skillId, { path, revision, offset, line });
  const lines = part.text.replace(/\n$/, "").split("\n").length;
  const isAll = part.offset === 0 && part.next_offset === null;
  const to = (from: number) => href({ file: path, from, whole: "yes" }, "file");
  return (
    <FilePanel
      path={path}
      about={
        <>
          <Badge tone={state === "gone" ? "bad" : "plain"}>{state === "same" ? "as approved" : state}</Badge>{" "}
          {bytes(part.size)}
          {part.encoding === "hex" && ", not text: its bytes"}
          {!isAll && part.encoding === "text" && `, lines ${part.line} to ${part.line + lines - 1}`}
        </>
      }
      action={
        <span className="flex flex-wrap gap-3">
          {state === "changed" && view.isWhole && <Step href={href({ file: path }, "file")}>What has changed</Step>}
          {part.offset > 0 && <Step href={to(0)}>From the beginning</Step>}
          {part.next_offset !== null && <Step href={to(part.next_offset)}>Show more</Step>}
        </span>
      }
    >
      {state !== "gone" && <NoteSeen sha256={part.sha256} />}
      <Part part={part} findings={findings} />
      {part.next_offset !== null && (
        <p className="mt-3 text-sm">
          <Step href={to(part.next_offset)}>Show more</Step>{" "}
          <span className="text-muted">
            {Math.round((part.next_offset / part.total) * 100)} % of the file is above.
          </span>
        </p>
      )}
    </FilePanel>
  );
}

function Part({ part, findings }: { part: FilePart; findings: ReviewedPackage["findings"] }) {
  if (part.total === 0) return <p className="text-sm text-muted">The file is empty.</p>;
  if (part.encoding === "text")
    return <Source text={part.text} label={part.path} firstLine={part.line} remarks={findings} />;
  return (
    <pre className="rounded-md border border-line bg-surface p-3 font-mono text-2xs whitespace-pre-wrap wrap-anywhere">
      {part.text}
    </pre>
  );
}

function FilePanel({
  path,
  about,
  action,
  children,
}: {
  path: string;
  about: ReactNode;
  action: ReactNode;
  children: ReactNode;
}) {
  return (
    <Panel id="file">
      <div className="mb-3 flex flex-wrap items-end justify-between gap-x-4 gap-y-2">
        <div className="min-w-0">
          <h2 className="font-mono text-sm font-semibold wrap-anywhere">
            <VisibleText text={path} />
          </h2>
          <p className="mt-0.5 text-xs text-muted">{about}</p>
        </div>
        {action}
      </div>
      {children}
    </Panel>
  );
}

function NoFile({ path }: { path: string }) {
  return (
    <FilePanel path={path} about="The package has no such file." action={null}>
      <p className="text-sm text-muted">Choose one in the list above.</p>
    </FilePanel>
  );
}

function Step({ href, children }: { href: string; children: ReactNode }) {
  return (
    <Link className="text-xs font-medium text-accent-ink underline" href={href}>
      {children}
    </Link>
  );
}
