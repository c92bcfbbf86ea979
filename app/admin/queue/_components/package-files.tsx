import { SeenMark } from "@/app/admin/queue/_components/seen-files";
import type { ReviewView, ViewHref } from "@/app/admin/queue/_components/view";
import { VisibleText } from "@/components/review/visible-text";
import { Badge } from "@/components/ui/badge";
import { Link } from "@/components/ui/link";
import { bytes } from "@/lib/interfaces/client/format";
import { SKILL_FILE } from "@/lib/supply/packages/skill-root";
import type { ReviewedPackage } from "@/lib/supply/review/package-schemas";

/** More rows are listed when they are asked for. */
const MAX_ROWS = 100;
const HASH_SHOWN_CHARS = 8;

type File = ReviewedPackage["files"][number];
type Row = Omit<File, "change"> & { change: File["change"] | "gone" };

const KINDS: [name: string, title: string, isOf: (row: Row) => boolean][] = [
  ["differ", "New or changed", ({ change }) => change === "new" || change === "changed"],
  ["remarks", "With findings", ({ findings }) => findings > 0],
  ["unread", "Not scanned", ({ checked }) => checked !== "whole"],
  ["gone", "Gone", ({ change }) => change === "gone"],
];

const LOOKS = { new: "ok", changed: "accent", gone: "bad", same: "plain" } as const;

function rowsOf({ files, gone }: ReviewedPackage): Row[] {
  const left = gone.map((file) => ({
    ...file,
    change: "gone" as const,
    checked: "whole" as const,
    findings: 0,
  }));
  // Agents read SKILL.md first, and so do reviewers.
  const keyOf = ({ path }: Row) => (path === SKILL_FILE ? "" : path);
  return [...files, ...left].toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1));
}

/** The files of a package, with those that an approved one had; a press opens one. */
export function PackageFiles({ pack, view, href }: { pack: ReviewedPackage; view: ReviewView; href: ViewHref }) {
  const all = rowsOf(pack);
  const kinds = KINDS.map(([name, title, isOf]) => ({ name, title, rows: all.filter(isOf) })).filter(
    ({ rows }) => rows.length > 0 && rows.length < all.length,
  );
  const chosen = kinds.find(({ name }) => name === view.files);
  const rows = chosen?.rows ?? all;
  // Before a file is chosen, the next one is the first.
  const at = rows.findIndex(({ path }) => path === view.file);
  // The files around the chosen one are always listed, so that the keys can go there.
  const shown = rows
    .map((row, index) => ({ row, place: index - at }))
    .filter(({ place }, index) => view.files === "all" || index < MAX_ROWS || Math.abs(place) <= 1);
  return (
    <section aria-label="Files">
      <nav aria-label="Kinds of files" className="mb-2 flex flex-wrap gap-1 text-xs">
        {[{ name: "", title: "All files", rows: all }, ...kinds].map(({ name, title, rows: { length } }) => (
          <Link
            key={name}
            href={href({ files: name })}
            scroll={false}
            aria-current={(chosen?.name ?? "") === name ? "true" : undefined}
            className="rounded-md px-2 py-1 text-muted hover:text-fg aria-[current]:bg-raised aria-[current]:font-medium aria-[current]:text-fg"
          >
            {title} {length}
          </Link>
        ))}
      </nav>
      <div className="max-h-96 overflow-y-auto rounded-md border border-line">
        <table className="w-full text-xs" aria-label="Files of the package">
          <thead className="sr-only">
            <tr>
              <th scope="col">Path</th>
              <th scope="col">State</th>
              <th scope="col">Size</th>
              <th scope="col">SHA-256</th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ row, place }) => (
              <FileRow
                key={`${row.change} ${row.path}`}
                row={row}
                place={place}
                isOpen={row.path === (view.file ?? SKILL_FILE)}
                href={href}
              />
            ))}
          </tbody>
        </table>
      </div>
      {shown.length < rows.length && (
        <p className="mt-2 text-xs text-muted">
          {shown.length} of {rows.length} files.{" "}
          <Link className="underline" href={href({ files: "all" })} scroll={false}>
            Show all
          </Link>
        </p>
      )}
    </section>
  );
}

function FileRow({ row, place, isOpen, href }: { row: Row; place: number; isOpen: boolean; href: ViewHref }) {
  const { path, size, sha256, change, checked, findings } = row;
  return (
    <tr className={`border-b border-line last:border-0 ${isOpen ? "bg-accent-soft" : "hover:bg-raised"}`}>
      <td className="w-full py-1 pl-2">
        <span className="flex items-center gap-1.5">
          {change === "gone" ? <span className="size-3.5 shrink-0" /> : <SeenMark sha256={sha256} />}
          <Link
            id={place === 1 ? "next-file" : place === -1 ? "previous-file" : undefined}
            href={href({ file: path }, "file")}
            aria-current={isOpen ? "true" : undefined}
            className={`min-w-0 font-mono wrap-anywhere hover:underline ${change === "gone" ? "line-through" : ""}`}
          >
            <VisibleText text={path} />
          </Link>
        </span>
      </td>
      <td className="py-1 pl-2 align-top whitespace-nowrap">
        <span className="flex justify-end gap-1">
          {findings > 0 && <Badge tone="warn">{findings}</Badge>}
          {checked === "none" && <Badge>not text</Badge>}
          {checked === "start" && <Badge>cut</Badge>}
          {change !== "same" && <Badge tone={LOOKS[change]}>{change}</Badge>}
        </span>
      </td>
      <td className="px-2 py-1 text-right whitespace-nowrap text-muted">{bytes(size)}</td>
      <td className="py-1 pr-2 font-mono whitespace-nowrap text-muted max-sm:hidden">
        <span title={sha256}>{sha256.slice(0, HASH_SHOWN_CHARS)}</span>
      </td>
    </tr>
  );
}
