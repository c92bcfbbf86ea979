import type { ReactNode } from "react";

/** That something has just worked. */
export function Done({ children }: { children: ReactNode }) {
  return (
    <p role="status" className="text-sm text-ok">
      {children}
    </p>
  );
}
