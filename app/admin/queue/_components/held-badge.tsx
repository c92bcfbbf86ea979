"use client";

import { useDecisions } from "@/app/admin/_components/held-decisions-provider";
import { Badge } from "@/components/ui/badge";

type Action = "approve" | "reject";
const DOING = { approve: "approving", reject: "rejecting" };

/** Marks a skill of the queue about which a decision is held, here or by another reviewer. */
export function HeldBadge({ skillId, scheduled }: { skillId: string; scheduled: Action | null }) {
  const own = useDecisions().held.find((one) => one.skillId === skillId && one.state !== "failed");
  const action = own?.action ?? scheduled;
  return action ? <Badge tone="accent">{DOING[action]}</Badge> : null;
}
