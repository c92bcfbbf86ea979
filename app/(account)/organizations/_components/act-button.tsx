"use client";

import { actFor } from "@/components/shell/acting";
import { Button } from "@/components/ui/button";

/** Acts for an organization from now on, in this tab. */
export function ActButton({ id, name }: { id: string; name: string }) {
  return (
    <Button size="sm" onClick={() => actFor({ id, isPerson: false })}>
      Act for<span className="sr-only"> {name}</span>
    </Button>
  );
}
