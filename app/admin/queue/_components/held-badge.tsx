"use client";

import { useApprovals } from "@/app/admin/_components/approvals";
import { Badge } from "@/components/ui/badge";

/** Marks a skill of the queue whose approval is held. */
export function HeldBadge({ skillId }: { skillId: string }) {
  const isHeld = useApprovals().held.some((one) => one.skillId === skillId && one.state !== "failed");
  return isHeld ? <Badge tone="accent">approving</Badge> : null;
}
