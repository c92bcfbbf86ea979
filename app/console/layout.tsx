import type { ReactNode } from "react";
import { getCaller } from "@/app/_lib/viewer";
import { Area } from "@/components/shell/area";
import { CONSOLE_AREA } from "@/components/shell/areas";
import * as refundRequests from "@/lib/demand/purchases/refund-request-lists";
import { log } from "@/lib/platform/core/log";

export default async function ConsoleLayout({ children }: { children: ReactNode }) {
  const caller = await getCaller();
  // Without this count the pages are still worth showing.
  const waiting = caller ? await refundRequests.countOpen(caller).catch(unknownCount) : 0;
  const items = CONSOLE_AREA.map((item) => (item.href === "/console/refunds" ? { ...item, waiting } : item));
  return (
    <Area title="Console" items={items}>
      {children}
    </Area>
  );
}

function unknownCount(err: unknown): number {
  log.error({ err }, "the refund requests that wait could not be counted");
  return 0;
}
