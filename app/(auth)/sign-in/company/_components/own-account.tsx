"use client";

import { leaveOrganization } from "@/components/shell/acting";
import { Button } from "@/components/ui/button";

/** Shows the person's own account instead of the organization. */
export function OwnAccount() {
  return (
    <Button className="w-full" size="lg" onClick={leaveOrganization}>
      Use your personal account
    </Button>
  );
}
