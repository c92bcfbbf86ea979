import type { ReactNode } from "react";
import { QueryProvider } from "@/lib/client/query-provider";

export default function QueriedLayout({ children }: { children: ReactNode }) {
  return <QueryProvider>{children}</QueryProvider>;
}
