import type { ReactNode } from "react";
import { getCaller } from "@/app/_lib/viewer";
import { DecisionsProvider } from "@/app/admin/_components/held-decisions-provider";
import { Area } from "@/components/shell/area";
import * as refundRequests from "@/lib/demand/purchases/refund-request-lists";
import * as requests from "@/lib/demand/skill-requests/admin";
import * as money from "@/lib/money/payouts/admin";
import * as reports from "@/lib/operator/safety/reports";
import { log } from "@/lib/platform/core/log";
import * as nameClaims from "@/lib/supply/review/name-claim-rows";
import * as queue from "@/lib/supply/review/queue";

export default async function AdminLayout({ children }: { children: ReactNode }) {
  const caller = await getCaller();
  if (!caller?.isAdmin) return children;
  // Without these counts the pages are still worth showing.
  const [skills, open, refunds, due, asked, names] = await Promise.all([
    queue.countByStatus().catch(unknownCount),
    reports.countByState().catch(unknownCount),
    refundRequests.countByState().catch(unknownCount),
    money.needingPerson().catch(unknownCount),
    requests.countReported().catch(unknownCount),
    nameClaims.countByState().catch(unknownCount),
  ]);
  const items = [
    { href: "/admin", title: "Overview" },
    { href: "/admin/queue", title: "Review", ...(skills && { waiting: skills.pending }) },
    { href: "/admin/reports", title: "Reports", ...(open && { waiting: open.open }) },
    { href: "/admin/requests", title: "Requested skills", ...(asked && { waiting: asked }) },
    { href: "/admin/names", title: "Names", ...(names && { waiting: names.open + names.appealed }) },
    { href: "/admin/refunds", title: "Refunds", ...(refunds && { waiting: refunds.escalated }) },
    { href: "/admin/accounts", title: "Accounts" },
    { href: "/admin/purchases", title: "Purchases" },
    { href: "/admin/payments", title: "Payments" },
    { href: "/admin/disputes", title: "Disputes", ...(due && { waiting: due.disputes }) },
    { href: "/admin/payouts", title: "Payouts", ...(due && { waiting: due.payouts }) },
    { href: "/admin/payout-accounts", title: "Payout accounts" },
    { href: "/admin/safety", title: "Safety" },
    { href: "/admin/comparisons", title: "Comparisons" },
    { href: "/admin/collections", title: "Collections" },
    { href: "/admin/audit", title: "Audit log" },
    { href: "/admin/settings", title: "Settings" },
    { href: "/admin/system", title: "System" },
  ];
  return (
    <Area title="Admin" items={items}>
      <DecisionsProvider>{children}</DecisionsProvider>
    </Area>
  );
}

function unknownCount(err: unknown): null {
  log.error({ err }, "an admin navigation count could not be read");
  return null;
}
