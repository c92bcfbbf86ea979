import type { ReactNode } from "react";
import { Area } from "@/components/shell/area";
import { CONSOLE_AREA } from "@/components/shell/areas";

export default function ConsoleLayout({ children }: { children: ReactNode }) {
  return (
    <Area title="Console" items={CONSOLE_AREA}>
      {children}
    </Area>
  );
}
