import type { PageSkill } from "@/app/(market)/skills/[slug]/_components/facts";
import { Link } from "@/components/ui/link";
import { dollars } from "@/lib/platform/core/dollars";

type Tool = PageSkill["tools"][number];
type Props = { slug: string; tools: readonly Tool[]; current?: string | undefined; tab?: "try" | "api" };

const priceOf = ({ price }: Tool) =>
  price === null ? "Included" : price === 0 ? "Free" : `${dollars(price)} per call`;

/** The tools of a skill with what each costs; a press opens its form, or its code. */
export function Tools({ slug, tools, current, tab = "try" }: Props) {
  if (tools.length === 0) return null;
  return (
    <nav aria-label="Tools" className="mb-6">
      <h2 className="mb-2 text-sm font-medium">
        {tools.length} {tools.length === 1 ? "tool" : "tools"}
      </h2>
      <ul className="grid max-h-72 gap-2 overflow-y-auto sm:grid-cols-2">
        {tools.map((tool) => (
          <li key={tool.name} className="min-w-0">
            <Link
              href={`/skills/${slug}?tab=${tab}&tool=${tool.name}`}
              scroll={false}
              aria-current={tool.name === current ? "true" : undefined}
              className="block rounded-md border border-line bg-surface px-3 py-2 hover:border-edge aria-[current]:border-accent"
            >
              <span className="flex items-baseline justify-between gap-3">
                <span dir="auto" className="min-w-0 truncate text-sm font-medium">
                  {tool.title ?? tool.name}
                </span>
                <span className="shrink-0 text-xs text-muted tabular-nums">{priceOf(tool)}</span>
              </span>
              <span dir="auto" className="line-clamp-2 text-xs text-muted wrap-anywhere">
                {(tool.description !== tool.title && tool.description) || tool.name}
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
