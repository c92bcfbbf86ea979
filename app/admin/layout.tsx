import type { ReactNode } from "react";
import { getCaller } from "@/app/_lib/viewer";
import { AdminNav } from "@/app/admin/_components/nav";
import * as reports from "@/lib/administration/reports";
import { QueryProvider } from "@/lib/client/query-provider";
import * as queue from "@/lib/review/queue";

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const caller = await getCaller();
  if (!caller?.isAdmin) return children;
  const [skills, open] = await Promise.all([queue.countByStatus(), reports.countByState()]);
  const parts = [
    { href: "/admin", title: "Review", waiting: skills.pending },
    { href: "/admin/overview", title: "Overview" },
    { href: "/admin/reports", title: "Reports", waiting: open.open },
    { href: "/admin/accounts", title: "Accounts" },
    { href: "/admin/purchases", title: "Purchases" },
    { href: "/admin/collections", title: "Collections" },
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
