import type { Approval } from "@/lib/demand/approvals/schemas";

/** The states of approvals, as people read them. */
export const STATE_TITLES: Record<Approval["state"], string> = {
  pending: "Waiting",
  approved: "Approved",
  refused: "Refused",
  used: "Used",
  expired: "Expired",
};
