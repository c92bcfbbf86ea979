import { ChevronDown, X } from "lucide-react";
import { appliedOf, type Filters, facetsOf, hrefWith } from "@/app/(market)/skills/_components/filters";
import { Link } from "@/components/ui/link";
import type { CategoryInfo } from "@/lib/supply/catalog/categories";

type Counts = Record<string, { value: string; count: number }[]>;
type Props = { counts: Counts; filters: Filters; isCapped: boolean; categories: CategoryInfo[] };

/** The filters at the side, each value with what it would find; on a phone folded above the list. */
export function Facets(props: Props) {
  const applied = appliedOf(props.filters, props.categories).filter(({ name }) => name !== "search").length;
  const groups = <Groups {...props} />;
  return (
    <>
      <aside aria-label="Filters" className="max-lg:hidden">
        {groups}
      </aside>
      <details className="group rounded-lg border border-line bg-surface lg:hidden">
        <summary className="flex h-10 cursor-pointer list-none items-center justify-between px-3 text-sm font-medium">
          <span>Filters{applied > 0 && ` (${applied})`}</span>
          <ChevronDown size={16} aria-hidden className="transition-transform group-open:rotate-180" />
        </summary>
        <div className="border-t border-line p-3">{groups}</div>
      </details>
    </>
  );
}

function Groups({ counts, filters, isCapped, categories }: Props) {
  return (
    <div className="grid content-start gap-5 max-lg:grid-cols-2">
      {facetsOf(categories).map(({ name, title, titles }) => {
        const values = counts[name] ?? [];
        if (values.length === 0) return null;
        return (
          <nav key={name} aria-label={title} className={name === "category" ? "max-lg:col-span-2" : ""}>
            <p className="mb-1 text-xs font-medium text-muted">{title}</p>
            <ul className={name === "category" ? "max-lg:grid max-lg:grid-cols-2 max-lg:gap-x-4" : ""}>
              {values.map(({ value, count }) => (
                <li key={value}>
                  <Value
                    href={hrefWith(filters, { [name]: filters[name] === value ? null : value })}
                    text={titles[value] ?? value}
                    count={`${count.toLocaleString("en-US")}${isCapped ? "+" : ""}`}
                    isOn={filters[name] === value}
                  />
                </li>
              ))}
            </ul>
          </nav>
        );
      })}
    </div>
  );
}

type ValueProps = { href: string; text: string; count: string; isOn: boolean };

function Value({ href, text, count, isOn }: ValueProps) {
  return (
    <Link
      href={href}
      scroll={false}
      aria-current={isOn ? "true" : undefined}
      className={`-mx-2 flex min-h-8 items-center justify-between gap-2 rounded-md px-2 text-sm max-lg:min-h-10 ${isOn ? "bg-accent-soft font-medium text-accent-ink" : "hover:bg-raised"}`}
    >
      <span className="min-w-0 truncate" dir="auto">
        {text}
      </span>
      <span className={`text-xs tabular-nums ${isOn ? "" : "text-muted"}`}>{count}</span>
    </Link>
  );
}

/** The filters that are set, each with a way to remove it. */
export function Applied({ filters, categories }: Pick<Props, "filters" | "categories">) {
  const applied = appliedOf(filters, categories);
  if (applied.length === 0) return null;
  return (
    <ul aria-label="Applied filters" className="flex flex-wrap items-center gap-2">
      {applied.map(({ name, text }) => (
        <li key={name}>
          <Link
            href={hrefWith(filters, { [name]: null })}
            scroll={false}
            className="inline-flex h-8 max-w-80 items-center gap-1.5 rounded-full border border-line bg-surface px-3 text-xs hover:border-edge"
          >
            <span className="truncate" dir="auto">
              {text}
            </span>
            <X size={12} aria-hidden className="shrink-0" />
            <span className="sr-only">remove</span>
          </Link>
        </li>
      ))}
      {applied.length > 1 && (
        <li>
          <Link href="/skills" scroll={false} className="text-xs text-muted underline">
            Clear all
          </Link>
        </li>
      )}
    </ul>
  );
}
