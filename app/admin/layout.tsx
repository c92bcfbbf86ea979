import type { ReactNode } from "react";
import { getCaller } from "@/app/viewer";
import { AdminNav } from "@/components/admin/nav";
import { QueryProvider } from "@/components/ui/query-provider";
import * as reports from "@/lib/administration/reports";
import * as queue from "@/lib/review/queue";

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const caller = await getCaller();
  if (!caller?.isAdmin) return children;
  const [skills, open] = await Promise.all([queue.countByStatus(), reports.countByState()]);
  const parts = [
    { href: "/admin", title: "Review", waiting: skills.pending },
    { href: "/admin/reports", title: "Reports", waiting: open.open },
    { href: "/admin/accounts", title: "Accounts" },
    { href: "/admin/purchases", title: "Purchases" },
    { href: "/admin/audit", title: "Audit log" },
    { href: "/admin/system", title: "System" },
  ];
  return (
    <QueryProvider>
      <AdminNav parts={parts} />
      {children}
    </QueryProvider>
  );
}
