import { X } from "lucide-react";
import { Fragment } from "react";
import { compareHref } from "@/app/(market)/compare/_components/asked";
import { type Comparison, NOTHING, type Row, type Section } from "@/app/(market)/compare/_components/comparison";
import { SkillIcon } from "@/components/skills/icon";
import { PublisherLink } from "@/components/skills/publisher-link";
import { Link } from "@/components/ui/link";

type Props = { comparison: Comparison; calls: number };

const FIRST = "sticky left-0 z-[1] bg-surface px-3 py-2 text-left align-top font-normal wrap-anywhere";

/** Skills in columns. A narrow window scrolls it; what a row is about stays. */
export function ComparisonTable({ comparison: { skills, sections }, calls }: Props) {
  const slugs = skills.map(({ slug }) => slug);
  return (
    <section
      aria-label="Comparison"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, which arrows do only where the focus is.
      tabIndex={0}
      // Clips what only screen readers read, too.
      className="relative overflow-x-auto rounded-lg border border-line bg-surface"
    >
      <table className="w-full table-fixed text-sm">
        <colgroup>
          <col className="w-26 sm:w-44" />
          {slugs.map((slug) => (
            <col key={slug} className="w-36 sm:w-52" />
          ))}
        </colgroup>
        <thead>
          <tr>
            <td className={FIRST} />
            {skills.map(({ slug, name, icon, developer }) => (
              <th key={slug} scope="col" className="px-3 pt-3 pb-4 text-left align-top font-normal">
                <div className="flex items-start justify-between gap-2">
                  <SkillIcon slug={slug} icon={icon} size={32} />
                  <Link
                    href={compareHref(
                      slugs.filter((other) => other !== slug),
                      calls,
                    )}
                    scroll={false}
                    aria-label={`Remove ${name}`}
                    className="grid size-8 shrink-0 place-items-center rounded-md text-muted hover:bg-raised hover:text-fg"
                  >
                    <X size={15} aria-hidden />
                  </Link>
                </div>
                <Link
                  href={`/skills/${slug}`}
                  className="mt-2 line-clamp-3 font-semibold wrap-anywhere hover:text-accent-ink"
                >
                  {name}
                </Link>
                <p className="text-xs text-muted">
                  <PublisherLink developer={developer} />
                </p>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sections.map((section) => (
            <Part key={section.title} section={section} columns={slugs} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Part({ section: { title, note, rows }, columns }: { section: Section; columns: string[] }) {
  return (
    <Fragment>
      <tr className="border-t border-line bg-raised">
        <th scope="colgroup" colSpan={columns.length + 1} className="px-3 py-1.5 text-left text-xs font-medium">
          <span className="sticky left-3">
            {title}
            {note && <span className="ml-2 font-normal text-muted">{note}</span>}
          </span>
        </th>
      </tr>
      {rows.map((row) => (
        <Line key={row.title} row={row} columns={columns} />
      ))}
    </Fragment>
  );
}

function Line({ row: { title, cells, best, isCode }, columns }: { row: Row; columns: string[] }) {
  return (
    <tr className="border-t border-line">
      <th scope="row" className={`${FIRST} ${isCode ? "font-mono text-xs" : "text-muted"}`}>
        {title}
      </th>
      {columns.map((slug, at) => {
        const text = cells[at] ?? NOTHING;
        const isBest = best.includes(at);
        return (
          <td
            key={slug}
            className={`px-3 py-2 align-top tabular-nums wrap-anywhere ${isCode ? "font-mono text-xs" : ""} ${isBest ? "font-semibold text-accent-ink" : ""} ${text === NOTHING ? "text-faint" : ""}`}
          >
            {text}
            {isBest && <span className="sr-only"> (best)</span>}
          </td>
        );
      })}
    </tr>
  );
}
