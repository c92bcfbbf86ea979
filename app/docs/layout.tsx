import type { ReactNode } from "react";
import { DocsNavigation } from "@/app/docs/_components/navigation";

export default function DocsLayout({ children }: { children: ReactNode }) {
  return (
    <div className="grid gap-8 print:block lg:grid-cols-[12rem_minmax(0,1fr)]">
      <DocsNavigation />
      <div className="min-w-0">{children}</div>
    </div>
  );
}
