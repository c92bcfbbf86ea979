import type { ReactNode } from "react";
import { Area } from "@/components/shell/area";
import { ACCOUNT_AREA } from "@/components/shell/areas";

export default function AccountLayout({ children }: { children: ReactNode }) {
  return (
    <Area title="Account" items={ACCOUNT_AREA}>
      {children}
    </Area>
  );
}
