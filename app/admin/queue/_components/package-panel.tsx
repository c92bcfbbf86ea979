import type { ReactNode } from "react";
import { PackageFiles } from "@/app/admin/queue/_components/package-files";
import type { ReviewView, ViewHref } from "@/app/admin/queue/_components/view";
import { Findings } from "@/components/review/findings";
import { VisibleText } from "@/components/review/visible-text";
import { Behavior } from "@/components/skills/behavior";
import { Badge } from "@/components/ui/badge";
import { buttonStyle } from "@/components/ui/button-style";
import { CopyButton } from "@/components/ui/copy";
import { Panel } from "@/components/ui/panel";
import { bytes } from "@/lib/interfaces/client/format";
import { printable } from "@/lib/supply/packages/finding";
import type { ReviewedPackage } from "@/lib/supply/review/package-schemas";

const HASH_SHOWN_CHARS = 16;

type Props = { skillId: string; pack: ReviewedPackage; view: ReviewView; href: ViewHref };

/** What a package holds, how it differs from the approved one, and what the checks say: all before a file is opened. */
export function PackagePanel({ skillId, pack, view, href }: Props) {
  const download = `/v1/admin/skills/${skillId}/package/download?revision=${pack.revision}`;
  return (
    <Panel
      id="package"
      title={`Package ${pack.version}`}
      action={
        <a className={buttonStyle({ size: "sm" })} href={download} download>
          Download {bytes(pack.size)}
        </a>
      }
    >
      <div className="grid gap-4">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xs text-muted">
          <span>
            {pack.files.length} {pack.files.length === 1 ? "file" : "files"},{" "}
            {bytes(pack.files.reduce((sum, { size }) => sum + size, 0))} unpacked
          </span>
          <span className="flex items-center gap-2">
            SHA-256 <code title={pack.sha256}>{pack.sha256.slice(0, HASH_SHOWN_CHARS)}…</code>
            <CopyButton text={pack.sha256} label="Copy hash" />
          </span>
        </p>
        <Changes pack={pack} />
        <section aria-labelledby="behavior">
          <h3 id="behavior" className="mb-2 text-sm font-semibold">
            What its code does
          </h3>
          <Behavior behavior={pack.behavior} />
        </section>
        <FrontMatter pack={pack} />
        <Checked pack={pack} href={href} />
        <PackageFiles pack={pack} view={view} href={href} />
      </div>
    </Panel>
  );
}

function Changes({ pack: { compared_with: before, files, gone } }: { pack: ReviewedPackage }) {
  if (!before) return <p className="text-sm text-muted">Nothing to compare: no other package has been approved.</p>;
  const count = (change: string) => files.filter((file) => file.change === change).length;
  const counts = [
    ["changed", count("changed")],
    ["new", count("new")],
    ["gone", gone.length],
    ["the same", count("same")],
  ] as const;
  return (
    <p className="flex flex-wrap items-center gap-2 text-sm">
      Against {before.version} of revision {before.revision}:
      {counts.map(([what, number]) => (
        <Badge key={what} tone={number > 0 && what !== "the same" ? "accent" : "plain"}>
          {number} {what}
        </Badge>
      ))}
    </p>
  );
}

function FrontMatter({ pack: { frontmatter } }: { pack: ReviewedPackage }) {
  if (!frontmatter) return <p className="text-sm text-bad">SKILL.md has no name and description.</p>;
  const { name, description, license, compatibility, metadata, allowed_tools: tools } = frontmatter;
  const facts: [string, ReactNode][] = [
    ["Name", <VisibleText key="name" text={name} />],
    ["Description", <VisibleText key="description" text={description} />],
    ["Allowed tools", tools.length > 0 && <VisibleText key="tools" text={tools.join(" ")} />],
    ["License", license && <VisibleText key="license" text={license} />],
    ["Compatibility", compatibility && <VisibleText key="compatibility" text={compatibility} />],
    ...Object.entries(metadata).map<[string, ReactNode]>(([key, value]) => [
      key,
      <VisibleText key="value" text={value} />,
    ]),
  ];
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">SKILL.md frontmatter</h3>
      <dl className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[9rem_1fr]">
        {facts.map(
          ([term, value], index) =>
            value && (
              <div key={`${term}-${String(index)}`} className="grid gap-x-4 sm:col-span-2 sm:grid-cols-subgrid">
                <dt className="text-muted">
                  <VisibleText text={term} />
                </dt>
                <dd className="min-w-0 whitespace-pre-wrap">{value}</dd>
              </div>
            ),
        )}
      </dl>
    </section>
  );
}

/** How much of the package the checks read, and what they found. */
function Checked({ pack: { files, findings }, href }: { pack: ReviewedPackage; href: ViewHref }) {
  const count = (kind: string | null) => files.filter(({ checked }) => checked === kind).length;
  const [unread, cut, unknown] = [count("none"), count("start"), count(null)];
  const paths = new Map(files.map(({ path }) => [printable(path), path]));
  return (
    <section>
      <h3 className="mb-1 text-xs font-medium text-muted">Automatic checks</h3>
      {findings.length === 0 && (
        <p className="text-sm">No automated findings. These checks are limited; review the content yourself.</p>
      )}
      <p className="mb-2 text-sm text-muted">
        The rules look for known secret formats, English prompt injections, downloads that get executed, encoded data,
        binaries and invisible characters. They don't understand code or meaning.
      </p>
      {(unread > 0 || cut > 0 || unknown > 0) && (
        <p className="mb-2 flex flex-wrap gap-2">
          {unread > 0 && <Badge tone="warn">{unread} not scanned: not text</Badge>}
          {cut > 0 && <Badge tone="warn">{cut} only the first MiB scanned</Badge>}
          {unknown > 0 && <Badge tone="warn">{unknown} scanned before this was recorded</Badge>}
        </p>
      )}
      {findings.length > 0 && (
        <div className="max-h-96 overflow-y-auto">
          <Findings
            findings={findings}
            label="Found in the package"
            hrefOf={({ file, line }) => {
              const path = file === null ? undefined : paths.get(file);
              if (path === undefined) return null;
              return href({ file: path, line, whole: "yes" }, line === null ? "file" : `L${line}`);
            }}
          />
        </div>
      )}
    </section>
  );
}
