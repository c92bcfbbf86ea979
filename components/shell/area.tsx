import type { ReactNode } from "react";
import { AreaNav } from "@/components/shell/area-nav";
import type { AreaItem } from "@/components/shell/areas";

type Props = { title: string; items: AreaItem[]; children: ReactNode };

/** A signed-in area: side navigation and the current page. */
export function Area({ title, items, children }: Props) {
  return (
    <div className="grid gap-x-8 gap-y-5 print:block md:grid-cols-[10.5rem_minmax(0,1fr)]">
      <AreaNav title={title} items={items} />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
